import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { okNumber, okWord } from '#contract/reply.ts';
import { SORTS } from '#contract/tables.ts';

// Contents: 1 list row, 2 price shards, 3 details, 4 manifest, 5 product card on the wire, 6 calls

// ── 1 List row: what the catalogue and search need, without prices (docs/product/catalogue.md#shards) ──────────────
export const Label = z.enum(['Новинка', 'Хит', 'Акция']);
export type Label = z.infer<typeof Label>;
export const ListRow = z.object({
  id: z.int(),
  /** 5 digits for the demo, 6 for imports. */
  code: z.string(),
  slug: z.string(),
  title: z.string(),
  /** «60 капсул», «50 мл»: the line under the title. */
  pack: z.string(),
  /** «капсулы», «крем»: the filter `form`. */
  form: z.string(),
  category_id: z.int(),
  is_bad: z.boolean(),
  labels: z.array(Label),
  created_at: z.string(),
  /**
   * Key of the first picture: the first 16 hex digits of its original's sha256 (`pictureKey`), or null.
   * URL: `/pictures/<image>/<240|480|960>.<avif|webp>`.
   */
  image: z.nullable(z.string()),
  /** Supplier's article, searchable, not unique. */
  article: z.optional(z.string()),
  /** Bits of contract/free-of.ts; absent where it was not published, as in the first 24 cards. */
  holds: z.optional(z.int()),
});
export type ListRow = z.infer<typeof ListRow>;
/**
 * A shard of list rows: a range of 200 ids, ordered by id, in columns. Read it with `unpackList` of catalogue-pack.ts:
 * 10,000 rows as objects would be 710 kB br instead of 230 (docs/decisions/041).
 */
export const ListShard = z.object({
  v: z.literal(1),
  /** The first id, then differences. */
  id: z.array(z.int()),
  /** Code minus id when the code is a plain number, else the code. */
  code: z.array(z.union([z.int(), z.string()])),
  title: z.array(z.string()),
  /** [row, slug] of the rows whose slug is not what `productSlug(title, code)` gives. */
  slug: z.array(z.tuple([z.int(), z.string()])),
  packs: z.array(z.string()),
  /** Index into `packs`. */
  pack: z.array(z.int()),
  forms: z.array(z.string()),
  form: z.array(z.int()),
  category_id: z.array(z.int()),
  /** 1 = is_bad, 2 = «Новинка», 4 = «Хит», 8 = «Акция». */
  flags: z.array(z.int()),
  /** Seconds since 1970, as differences. */
  created_at: z.array(z.int()),
  /** Picture keys of 16 digits without separators; 16 zeros = no picture. */
  image: z.string(),
  /** [row, article] of the rows that have one. */
  article: z.array(z.tuple([z.int(), z.string()])),
  /** Bits of contract/free-of.ts, one number a row. */
  holds: z.optional(z.array(z.int())),
});
export type ListShard = z.infer<typeof ListShard>;

// ── 2 Prices: parallel arrays in id order ───────────────────────────────────────────────────────
export const PriceShard = z.object({
  v: z.literal(1),
  priceType: z.union([z.literal(0), z.literal(1)]),
  /** Product ids in order: the first, then differences (`fromSteps` of catalogue-pack.ts): 18 kB br for 10,000 instead of 33. */
  id_step: z.array(z.int()),
  price: z.array(Kopecks),
  /** 0 = no old price. */
  old_price: z.array(Kopecks),
  /** 0 = out of stock, 1…9 exact, 10 = many. */
  stock: z.array(z.int()),
  /** Only in the shard of price type 1. */
  cons_price: z.optional(z.array(Kopecks)),
  /** Points in half-points, only in the shard of price type 1. */
  balls_half: z.optional(z.array(z.int())),
});
export type PriceShard = z.infer<typeof PriceShard>;

/** Thumbhashes in base64 by picture key (`pictureKey`), a shard of their own. */
export const ThumbShard = z.object({ v: z.literal(1), thumbs: z.record(z.string(), z.string()) });
export type ThumbShard = z.infer<typeof ThumbShard>;

/** Pictures that the shop draws beside the pack: the label with the composition, and the size beside a known thing. */
export const PICTURE_VIEWS = ['label', 'scale'] as const;
export type PictureView = (typeof PICTURE_VIEWS)[number];

// ── 3 Details: the product page, shards of the same id ranges ───────────────────────────────────
export const ProductDetails = z.object({
  id: z.int(),
  subtitle: z.string(),
  /** Restricted HTML: p, br, b, ul, ol, li, a. */
  description_html: z.string(),
  composition: z.array(z.string()),
  nutrients: z.array(z.object({ name: z.string(), amount: z.string(), percent: z.string() })),
  usage: z.string(),
  contraindications: z.string(),
  storage: z.string(),
  shelf_life: z.string(),
  qty_in_pack: z.nullable(z.int()),
  volume: z.string(),
  weight: z.int(),
  maker: z.nullable(z.object({ name: z.string(), address: z.string(), country: z.string() })),
  sgr: z.nullable(z.object({ number: z.string(), date: z.string(), url: z.string() })),
  age_from: z.int(),
  marked: z.boolean(),
  docs: z.array(z.object({ title: z.string(), url: z.string() })),
  /** Keys of all pictures; the first equals the row's `image`. */
  gallery: z.array(z.string()),
  /** What a picture of the gallery shows, in its order, where the shop drew it itself: '' the pack, or `PictureView`. */
  views: z.optional(z.array(z.string())),
  related: z.array(z.int()),
  /** Offers of one group: other products and the params that tell them apart. */
  variants: z.array(z.object({ id: z.int(), params: z.string() })),
  params: z.array(z.object({ name: z.string(), value: z.string() })),
  group_params: z.string(),
});
export type ProductDetails = z.infer<typeof ProductDetails>;
export const DetailsShard = z.object({ v: z.literal(1), products: z.array(ProductDetails) });
export type DetailsShard = z.infer<typeof DetailsShard>;

/** The first 24 complete cards of the default sort, so that the first screen needs one shard. Prices of type 0 only. */
export const FirstShard = z.object({
  v: z.literal(1),
  /** Total number of published products. */
  total: z.int(),
  rows: z.array(ListRow),
  prices: PriceShard,
  thumbs: z.record(z.string(), z.string()),
});
export type FirstShard = z.infer<typeof FirstShard>;

// ── 4 Manifest ──────────────────────────────────────────────────────────────────────────────────
export const ShardKind = z.enum(['list', 'details', 'thumbs']);
export type ShardKind = z.infer<typeof ShardKind>;
const FileRef = { sha256: z.string(), bytes: z.int() };
export const CategoryNode = z.object({
  id: z.int(),
  parent_id: z.nullable(z.int()),
  slug: z.string(),
  title: z.string(),
  /** Short name for the chips of the phone. */
  short: z.string(),
  /** Published products, children's included. */
  count: z.int(),
});
export type CategoryNode = z.infer<typeof CategoryNode>;
/** The same for everyone. `rev` is opaque; unknown `rev` means: take everything again, silently. */
export const Manifest = z.object({
  v: z.literal(1),
  rev: z.string(),
  publishedAt: z.string(),
  minBuild: z.int(),
  total: z.int(),
  first: z.object({ ...FileRef }),
  /** Categories tree, its own shard. */
  categories: z.object({ ...FileRef }),
  /** Needs, synonyms, what is bought most (contract/needs.ts). Manifests of servers before it have none. */
  needs: z.optional(z.object({ ...FileRef })),
  /** `id` is `<kind>:<from>` where from is the first product id of the range of 200. */
  shards: z.array(z.object({ id: z.string(), kind: ShardKind, ...FileRef, count: z.int() })),
  prices: z.object({
    0: z.object({ ...FileRef, asOf: z.string() }),
    1: z.object({ ...FileRef, asOf: z.string() }),
  }),
});
export type Manifest = z.infer<typeof Manifest>;
export const CategoriesShard = z.object({ v: z.literal(1), categories: z.array(CategoryNode) });
export type CategoriesShard = z.infer<typeof CategoriesShard>;

// ── 5 Product card P (docs/product/calls.md#product-card). Consultant fields are null for a session of price type 0 ────
export const ProductCard = z.object({
  id: z.int(),
  code: z.string(),
  slug: z.string(),
  title: z.string(),
  pack: z.string(),
  form: z.string(),
  image: z.nullable(z.string()),
  actual_price: Kopecks,
  actual_cons_price: z.nullable(Kopecks),
  old_price: z.nullable(Kopecks),
  balls: z.nullable(Balls),
  weight: z.int(),
  in_stock: z.boolean(),
  max_qty: z.int(),
  category_id: z.int(),
  is_bad: z.boolean(),
  labels: z.array(Label),
});
export type ProductCard = z.infer<typeof ProductCard>;
export const Product = z.extend(ProductCard, {
  ...ProductDetails.shape,
  recommended_static: z.array(z.int()),
  compliance: z.object({ not_medicine: z.boolean() }),
});
export type Product = z.infer<typeof Product>;

// ── 6 Calls ─────────────────────────────────────────────────────────────────────────────────────
export const getManifest = defineCall({
  name: 'getManifest',
  needs: 'anyone',
  summary: 'Манифест опубликованного каталога (ETag, 304)',
  word: 'catalogue',
  method: 'GET',
  path: '/api/catalog/manifest',
  dialect: 'word',
  reply: Manifest,
});
/** Raw immutable bytes; `.json` in the path. Shard of price type 1: only for a consultant's session, 403 otherwise, no-store. */
export const getShard = defineCall({
  name: 'getShard',
  needs: 'anyone',
  summary: 'Файл каталога по хешу',
  word: 'catalogue',
  method: 'GET',
  path: '/api/catalog/s/:file',
  dialect: 'word',
  params: z.object({ file: z.string().check(z.regex(/^[0-9a-f]{64}\.json$/)) }),
  reply: z.unknown(),
});

export const ListQuery = z.object({
  category: z.optional(z.union([z.string(), z.int()])),
  q: z.optional(z.string().check(z.maxLength(200))),
  sort: z._default(z.enum(SORTS), 'created_at-desc'),
  filters: z.optional(
    z.object({
      is_bad: z.optional(z.boolean()),
      form: z.optional(z.union([z.string(), z.array(z.string())])),
      in_stock: z.optional(z.boolean()),
      /** Kopecks, both ends included. */
      price: z.optional(z.tuple([Kopecks, Kopecks])),
    }),
  ),
  page: z._default(z.int().check(z.positive(), z.lte(100_000)), 1),
  per_page: z._default(z.int().check(z.positive(), z.lte(100)), 24),
});
export const listProducts = defineCall({
  name: 'listProducts',
  needs: 'anyone',
  summary: 'Список товаров с сортировкой и фильтрами',
  word: 'catalogue',
  method: 'POST',
  path: '/eshop/produkt/list',
  dialect: 'word',
  changes: false,
  body: ListQuery,
  reply: z.object({
    ...okWord,
    items: z.array(ProductCard),
    total: z.int(),
    facets: z.object({
      forms: z.array(z.object({ form: z.string(), count: z.int() })),
      in_stock: z.int(),
      price: z.tuple([Kopecks, Kopecks]),
    }),
    version: z.string(),
  }),
});
export const getProductData = defineCall({
  name: 'getProductData',
  needs: 'anyone',
  summary: 'Данные товара по id, slug или коду; ids — карточки нескольких',
  word: 'catalogue',
  method: 'POST',
  path: '/eshop/produkt/data',
  dialect: 'word',
  changes: false,
  body: z.object({
    id: z.optional(z.int()),
    slug: z.optional(z.string().check(z.maxLength(200))),
    code: z.optional(z.string().check(z.maxLength(32))),
    ids: z.optional(z.array(z.int()).check(z.maxLength(200))),
    comments: z.optional(z.boolean()),
  }),
  reply: z.object({
    ...okWord,
    product: z.optional(Product),
    products: z.optional(z.array(ProductCard)),
    comments: z.optional(z.object({ items: z.array(z.unknown()), total: z.int() })),
  }),
});
/** Shop front data for foreign callers; our own `/eshop` screen reads the local catalogue. */
export const getEshopData = defineCall({
  name: 'getEshopData',
  needs: 'anyone',
  summary: 'Витрина: категории, новинки, хиты',
  word: 'catalogue',
  method: 'GET',
  path: '/api/eshop/data',
  dialect: 'word',
  reply: z.object({
    ...okWord,
    categories: z.array(CategoryNode),
    new: z.array(ProductCard),
    hits: z.array(ProductCard),
  }),
});
/**
 * Notify-me. `consent_version` and `consent_at` name the consent text that was on the screen
 * (docs/product/offline.md#what-is-queued).
 */
export const notifyProduct = defineCall({
  name: 'notifyProduct',
  needs: 'anyone',
  limit: { caller: 20, network: 300 },
  summary: 'Сообщить о поступлении товара',
  word: 'catalogue',
  method: 'POST',
  path: '/user/notify-product',
  dialect: 'number',
  keyed: true,
  body: z.object({
    product_id: z.int(),
    email: z.optional(z.string().check(z.maxLength(200))),
    phone: z.optional(z.string().check(z.maxLength(32))),
    consent: z.boolean(),
    consent_version: z.string().check(z.maxLength(32)),
    consent_at: z.optional(z.iso.datetime()),
  }),
  /** `confirm`: nothing is sent to this address before its owner has opened the link of the letter that is on its way. */
  reply: z.object({ ...okNumber, message: z.string(), confirm: z.optional(z.literal('email')) }),
});
/** The link of that letter, opened and agreed to. Again it answers the same (docs/product/calls.md#notify-me). */
export const confirmNotify = defineCall({
  name: 'confirmNotify',
  needs: 'anyone',
  limit: { caller: 30, network: 300 },
  summary: 'Подтвердить адрес, на который просили сообщить о поступлении',
  word: 'catalogue',
  method: 'POST',
  path: '/api/notify/confirm',
  dialect: 'word',
  // The link proves the mailbox, whoever holds the phone.
  checksOwner: false,
  body: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  fieldWords: { token: 'Ссылка неполная: откройте её из письма ещё раз' },
  reply: z.object({
    ...okWord,
    message: z.string(),
    products: z.array(z.object({ title: z.string(), slug: z.string() })),
  }),
});
