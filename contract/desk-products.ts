import * as z from 'zod/mini';
import { Label } from '#contract/catalogue.ts';
import { defineCall } from '#contract/call.ts';
import { JournalLine } from '#contract/desk-audit.ts';
import { isEan } from '#contract/ean.ts';
import { PathId } from '#contract/ids.ts';
import { Kopecks } from '#contract/money.ts';
import { PHOTO_BODY_MAX, PhotoUpload } from '#contract/photos.ts';
import { okWord } from '#contract/reply.ts';

// Products at the desk (docs/product/desk.md#products). Contents: 1 fields, 2 the list, 3 one product, 4 publishing, 5 pictures.
// Money in kopecks, times in ISO.

const INT4_MAX = 2_147_483_647;
const common = { word: 'desk', dialect: 'word', needs: 'desk.products' } as const;
const Id = z.int().check(z.positive(), z.lte(INT4_MAX));

// ── 1 Fields ────────────────────────────────────────────────────────────────────────────────────
const line = (most: number) => z.string().check(z.trim(), z.maxLength(most, `Не длиннее ${most} знаков`));
const price = z
  .int('Цена — в рублях, не больше двух знаков после запятой')
  .check(z.gte(0, 'Цена не бывает меньше нуля'), z.lte(100_000_000, 'Цена — до 1 000 000 ₽'));
const Maker = z.object({ name: line(200), address: line(300), country: line(100) });
const Sgr = z.object({
  number: line(100),
  date: line(30),
  url: line(500).check(z.regex(/^(https?:\/\/\S+)?$/, 'Ссылка начинается с https://')),
});
/** What the desk may change of a product. */
const fields = {
  title: line(200).check(z.minLength(1, 'Назовите товар')),
  category_id: Id,
  /** Products of one group are variants of each other; null: it has none. */
  variant_group: z.nullable(line(200)),
  subtitle: line(300),
  /** Of its pack: scanned while packing. */
  ean: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isEan(text), 'Штрихкод: 8, 12, 13 или 14 цифр, последняя контрольная'),
  ),
  price,
  cons_price: price,
  /** Null: no price is struck out. */
  old_price: z.nullable(price),
  stock: z
    .int('Остаток — целое число')
    .check(z.gte(0, 'Остаток не бывает меньше нуля'), z.lte(1_000_000, 'Остаток — до 1 000 000')),
  published: z.boolean(),
  labels: z.array(Label).check(z.maxLength(3)),
  /** A supplement: it may be shown only with what the law wants on its page. */
  is_bad: z.boolean(),
  age_from: z.int().check(z.gte(0, 'Возраст — от 0 до 18'), z.lte(18, 'Возраст — от 0 до 18')),
  form: line(100),
  pack: line(100),
  volume: line(100),
  weight_grams: z
    .int('Вес — целое число граммов')
    .check(z.gte(0, 'Вес не бывает меньше нуля'), z.lte(1_000_000, 'Вес — до 1 000 кг')),
  composition: z.array(line(500)).check(z.maxLength(200, 'Не больше 200 составных частей')),
  usage: line(5000),
  contraindications: line(5000),
  storage: line(1000),
  shelf_life: line(200),
  /** HTML of a few tags; whatever else is in it is taken out. */
  description_html: line(50_000),
  maker: z.nullable(Maker),
  sgr: z.nullable(Sgr),
} as const;
const Fields = z.object(fields);
export type DeskProductFields = z.infer<typeof Fields>;
export type DeskProductField = keyof DeskProductFields;
export const DESK_PRODUCT_FIELDS = Object.keys(fields) as DeskProductField[];

// ── 2 The list ──────────────────────────────────────────────────────────────────────────────────
export const DESK_PRODUCTS_PAGE = 50;
export const DESK_PRODUCTS_SHOWN = ['published', 'hidden', 'withheld', 'out', 'struck'] as const;
export const DESK_PRODUCTS_SORTS = ['code', 'title', 'price', 'stock', 'updated'] as const;
export const DeskProductRow = z.object({
  id: z.int(),
  code: z.string(),
  slug: z.string(),
  category: z.string(),
  updated_at: z.string(),
  /** What the law still wants before a supplement may be shown. */
  missing: z.array(z.string()),
  ...fields,
});
export type DeskProductRow = z.infer<typeof DeskProductRow>;
export const deskFindProducts = defineCall({
  ...common,
  name: 'deskFindProducts',
  summary: 'Хозяйство: товары — поиск по названию, коду, артикулу и штрихкоду',
  method: 'POST',
  path: '/api/desk/products',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    q: z.optional(z.string().check(z.maxLength(100))),
    show: z.optional(z.enum(DESK_PRODUCTS_SHOWN)),
    sort: z.optional(z.enum(DESK_PRODUCTS_SORTS)),
    desc: z.optional(z.boolean()),
    page: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
  }),
  reply: z.object({ ...okWord, products: z.array(DeskProductRow), total: z.int(), page: z.int() }),
});

// ── 3 One product ───────────────────────────────────────────────────────────────────────────────
const Picture = z.object({ sha256: z.string(), url: z.string() });
const DeskProduct = z.object({
  product: DeskProductRow,
  pictures: z.array(Picture),
  /** Prices of this product, the newest first, fifty at most. */
  prices: z.array(z.object({ price: Kopecks, cons_price: Kopecks, since: z.string() })),
  /** Prices that were asked for long enough to be struck out today, the highest first. */
  may_strike: z.array(Kopecks),
  /** Where it may stand: each with the ones above it, in the order of the catalogue. */
  categories: z.array(z.object({ id: z.int(), title: z.string() })),
  /** Its other variants, hidden ones too. */
  variants: z.array(z.object({ id: z.int(), code: z.string(), title: z.string() })),
  journal: z.array(JournalLine),
});
export type DeskProduct = z.infer<typeof DeskProduct>;
const OneProduct = z.object({ ...okWord, ...DeskProduct.shape });
export const deskGetProduct = defineCall({
  ...common,
  name: 'deskGetProduct',
  summary: 'Хозяйство: товар, его картинки, цены и журнал',
  method: 'GET',
  path: '/api/desk/products/:id',
  params: z.object({ id: PathId }),
  reply: OneProduct,
});

// ── 4 Publishing ────────────────────────────────────────────────────────────────────────────────
const Some = z.partial(Fields);
/** What was seen when a field was changed: a field that has another value by now asks first. */
const Change = z.object({ id: Id, was: z.partial(z.object({ ...fields, title: z.string() })), set: Some });
export type DeskProductChange = z.infer<typeof Change>;
/** Of a refusal `product_changed`: values that others have given since. */
export const ProductConflict = z.object({ id: z.int(), title: z.string(), now: Some });
export type ProductConflict = z.infer<typeof ProductConflict>;
/** Of a refusal `validation`: words by product and field. */
export const ProductFaults = z.record(z.string(), z.record(z.string(), z.string()));
export type ProductFaults = z.infer<typeof ProductFaults>;
export const deskPublishProducts = defineCall({
  ...common,
  name: 'deskPublishProducts',
  summary: 'Хозяйство: применить изменения товаров одной публикацией',
  method: 'POST',
  path: '/api/desk/products/publish',
  keyed: true,
  limit: { caller: 600 },
  body: z.object({
    changes: z.array(Change).check(z.minLength(1), z.maxLength(200, 'Не больше 200 товаров за раз')),
    reason: z.optional(line(500)),
  }),
  reply: z.object({ ...okWord, products: z.array(DeskProductRow) }),
});

// ── 5 Pictures ──────────────────────────────────────────────────────────────────────────────────
export const deskAddProductPicture = defineCall({
  ...common,
  name: 'deskAddProductPicture',
  summary: 'Хозяйство: добавить картинку товара',
  method: 'POST',
  path: '/api/desk/products/pictures/add',
  keyed: true,
  limit: { caller: 600 },
  body: z.object({ product_id: Id, photo: PhotoUpload }),
  reply: OneProduct,
});
export const DESK_PICTURES_MOST = 12;
export const deskSetProductPictures = defineCall({
  ...common,
  name: 'deskSetProductPictures',
  summary: 'Хозяйство: порядок картинок товара; чего нет в списке, убирается',
  method: 'POST',
  path: '/api/desk/products/pictures',
  keyed: true,
  limit: { caller: 600 },
  body: z.object({
    product_id: Id,
    /** As they were seen. */
    was: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)),
    pictures: z
      .array(z.string().check(z.maxLength(64)))
      .check(z.minLength(1, 'Хотя бы одна картинка остаётся'), z.maxLength(100)),
  }),
  reply: OneProduct,
});
export { PHOTO_BODY_MAX as PRODUCT_PICTURE_BODY_MAX };
