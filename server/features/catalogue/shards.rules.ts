import { stockBucket } from '#contract/cart-arithmetic.ts';
import type {
  CategoriesShard,
  CategoryNode,
  FirstShard,
  ListRow,
  ListShard,
  PriceShard,
  ProductDetails,
  ShardKind,
  ThumbShard,
} from '#contract/catalogue.ts';
import { packList, pictureKey, stepsOf } from '#contract/catalogue-pack.ts';
import { holdsOf } from '#server/features/catalogue/holds.rules.ts';
import { type CardSource, knownLabels } from '#server/features/catalogue/catalogue.rules.ts';

// Contents: 1 what goes in, 2 what comes out, 3 list, 4 prices, 5 thumbhashes, 6 first screen, 7 categories.
// Details stand in detail-shards.rules.ts.

// ── 1 In: published products in id order, their details and pictures ────────────────────────────
export type CardData = CardSource & { article: string | null; createdAt: Date };
/** What the shards of the whole catalogue need of every product: a hundredth of its bytes. */
export type PriceData = Pick<
  CardData,
  'id' | 'actualPrice' | 'actualConsPrice' | 'oldPrice' | 'stockQty' | 'ballsHalf' | 'categoryId' | 'createdAt'
>;
export type DetailData = {
  id: number;
  subtitle: string;
  descriptionHtml: string;
  composition: string[];
  nutrients: ProductDetails['nutrients'];
  usage: string;
  contraindications: string;
  storage: string;
  shelfLife: string;
  qtyInPack: number | null;
  volume: string;
  weightGrams: number;
  maker: ProductDetails['maker'];
  sgr: ProductDetails['sgr'];
  ageFrom: number;
  marked: boolean;
  docs: ProductDetails['docs'];
  related: number[];
  variantGroup: string | null;
  params: ProductDetails['params'];
};
export type PictureData = {
  productId: number;
  sha256: string;
  thumbhash: string;
  /** `PictureView` of a drawn picture that is not the pack's face. */
  view?: string | null;
};
export type CategoryData = {
  id: number;
  parentId: number | null;
  slug: string;
  title: string;
  short: string;
  position: number;
};

// ── 2 Out: one file each; key order is fixed by the code below, so equal data give equal bytes ──
export type ShardDraft = {
  id: string;
  kind: ShardKind | 'prices' | 'first' | 'categories' | 'needs';
  audience: 0 | 1;
  count: number;
  json: string;
};
export const SHARD_RANGE = 200;
export const FIRST_CARDS = 24;
/** First id of the range of 200 that holds this product: 1, 201, 401… An insert touches the last range only. */
export const rangeOf = (productId: number): number => Math.floor((productId - 1) / SHARD_RANGE) * SHARD_RANGE + 1;

// ── 3 List ──────────────────────────────────────────────────────────────────────────────────────
/** `details` of the same products: what their labels name goes along with the rows (docs/product/catalogue.md#free-of). */
export function listShards(cards: readonly CardData[], details: readonly DetailData[] = []): ShardDraft[] {
  const labels = new Map(details.map((detail) => [detail.id, detail]));
  const rowOf = (card: CardData): ListRow => {
    const label = labels.get(card.id);
    return label ? { ...toListRow(card), holds: holdsOf({ ...card, ...label }) } : toListRow(card);
  };
  return byRange(cards, (card) => card.id).map(([from, part]) => {
    const shard: ListShard = packList(part.map(rowOf));
    return { id: `list:${from}`, kind: 'list', audience: 0, count: part.length, json: JSON.stringify(shard) };
  });
}
export function toListRow(card: CardData): ListRow {
  const row: ListRow = {
    id: card.id,
    code: card.code,
    slug: card.slug,
    title: card.title,
    pack: card.pack,
    form: card.form,
    category_id: card.categoryId,
    is_bad: card.isBad,
    labels: knownLabels(card.labels),
    created_at: wireTime(card.createdAt),
    image: card.image && pictureKey(card.image),
  };
  if (card.article) row.article = card.article;
  return row;
}
/** Whole seconds in UTC: the milliseconds of an import would cost 10 kB in a list of 10,000 and mean nothing. */
export const wireTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;

// ── 4 Prices: parallel arrays in id order (docs/product/catalogue.md#shards) ───────────────────────────────────────
export function priceShard(cards: readonly PriceData[], priceType: 0 | 1): ShardDraft {
  return {
    id: `prices:${priceType}`,
    kind: 'prices',
    audience: priceType,
    count: cards.length,
    json: JSON.stringify(pricesOf(cards, priceType)),
  };
}
function pricesOf(cards: readonly PriceData[], priceType: 0 | 1): PriceShard {
  const shard: PriceShard = {
    v: 1,
    priceType,
    id_step: stepsOf(cards.map((card) => card.id)),
    price: cards.map((card) => card.actualPrice),
    old_price: cards.map((card) => card.oldPrice ?? 0),
    stock: cards.map((card) => stockBucket(card.stockQty)),
  };
  if (priceType === 0) return shard;
  return {
    ...shard,
    cons_price: cards.map((card) => card.actualConsPrice),
    balls_half: cards.map((card) => card.ballsHalf),
  };
}

// ── 5 Thumbhashes, apart from the list so that text arrives first ───────────────────────────────
export function thumbShards(pictures: readonly PictureData[]): ShardDraft[] {
  const drawn = pictures.filter((picture) => picture.thumbhash !== '');
  return byRange(drawn, (picture) => picture.productId).map(([from, part]) => {
    const shard: ThumbShard = {
      v: 1,
      thumbs: Object.fromEntries(part.map((picture) => [pictureKey(picture.sha256), picture.thumbhash])),
    };
    return {
      id: `thumbs:${from}`,
      kind: 'thumbs',
      audience: 0,
      count: Object.keys(shard.thumbs).length,
      json: JSON.stringify(shard),
    };
  });
}

// ── 6 The first screen: 24 complete cards of the default sort in one file ───────────────────────
/** `cards`: all of them, or the newest ones (`newest`) with the `total` of the catalogue. */
export function firstShard(
  cards: readonly CardData[],
  pictures: readonly PictureData[],
  total = cards.length,
): ShardDraft {
  const top = newest(cards);
  const thumbOf = new Map(pictures.map((picture) => [picture.sha256, picture.thumbhash]));
  const thumbs: Record<string, string> = {};
  for (const { image } of top) {
    const thumb = image && thumbOf.get(image);
    if (thumb) thumbs[pictureKey(image)] = thumb;
  }
  const shard: FirstShard = { v: 1, total, rows: top.map(toListRow), prices: pricesOf(top, 0), thumbs };
  return { id: 'first', kind: 'first', audience: 0, count: top.length, json: JSON.stringify(shard) };
}
export const newest = <T extends { createdAt: Date; id: number }>(cards: readonly T[]): T[] =>
  [...cards].sort(byNewest).slice(0, FIRST_CARDS);
/** Default sort `created_at-desc`, ties by id (docs/product/addresses.md#screens), on the whole seconds that the client sees. */
export function byNewest(a: { createdAt: Date; id: number }, b: { createdAt: Date; id: number }): number {
  return Math.floor(b.createdAt.getTime() / 1000) - Math.floor(a.createdAt.getTime() / 1000) || a.id - b.id;
}

// ── 7 Categories with counts, children's products included ──────────────────────────────────────
export function categoriesShard(
  categories: readonly CategoryData[],
  cards: readonly { categoryId: number }[],
): ShardDraft {
  const shard: CategoriesShard = { v: 1, categories: categoryNodes(categories, cards) };
  return {
    id: 'categories',
    kind: 'categories',
    audience: 0,
    count: shard.categories.length,
    json: JSON.stringify(shard),
  };
}
export function categoryNodes(
  categories: readonly CategoryData[],
  cards: readonly { categoryId: number }[],
): CategoryNode[] {
  const parents = new Map(categories.map((category) => [category.id, category.parentId]));
  const counts = new Map<number, number>();
  for (const card of cards) {
    const seen = new Set<number>();
    for (let id: number | null | undefined = card.categoryId; id && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return [...categories]
    .sort((a, b) => a.position - b.position || a.id - b.id)
    .map(({ id, parentId, slug, title, short }) => ({
      id,
      parent_id: parentId,
      slug,
      title,
      short: short || title,
      count: counts.get(id) ?? 0,
    }));
}

/** What belongs to one file, in id order of the files. */
export function byRange<T>(items: readonly T[], idOf: (item: T) => number): [from: number, part: T[]][] {
  return [...groupBy(items, (item) => rangeOf(idOf(item)))].sort(([a], [b]) => a - b);
}
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
