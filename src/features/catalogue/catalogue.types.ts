import type { NeedsShard } from '#contract/needs.ts';
import type { CategoryNode, ListRow, PriceShard, ProductDetails } from '#contract/catalogue.ts';

/** Prices of the local catalogue by product id; money in kopecks, points as numbers in steps of 0.5. */
export type PriceTable = {
  /** When the server published these prices, ISO. */
  asOf: string;
  shard: PriceShard;
  /** Position of a product in the shard's parallel arrays. */
  at: ReadonlyMap<number, number>;
};

export type Price = {
  price: number;
  oldPrice: number | null;
  /** 0 = out of stock, 1…9 exact, 10 = many. */
  stock: number;
  /** Only for a consultant who does not show client prices (docs/product/prices.md#who-sees-what). */
  consPrice: number | null;
  points: number | null;
  asOf: string;
};

export type Catalogue = {
  /** 'empty' nothing yet, 'first' what the first screen needs, 'ready' everything. */
  status: 'empty' | 'first' | 'ready';
  /**
   * Which plain list the rows of 'first' begin, newest first: the slug of a category, '' the whole catalogue, null none (a
   * product page came with its own). Says nothing in the other states.
   */
  listed: string | null;
  /** The product whose page the document came with. */
  details?: ProductDetails | undefined;
  rev: string | null;
  /** When the server last confirmed what is shown, ISO; «данные от …». */
  asOf: string | null;
  total: number;
  rows: readonly ListRow[];
  byId: ReadonlyMap<number, ListRow>;
  byCode: ReadonlyMap<string, ListRow>;
  bySlug: Pick<ReadonlyMap<string, ListRow>, 'get'>;
  categories: readonly CategoryNode[];
  /** Topics, of the whole catalogue only; null or absent where the shop has none. */
  needs?: NeedsShard | null;
  prices: PriceTable;
  thumbs: Readonly<Record<string, string>>;
};

/** What a rendered page brings along, all of one revision; the same for everybody (docs/decisions/250). */
export type PageData = {
  /** The build that rendered it: another one may draw the same data differently. */
  build: string;
  rev: string;
  /** When the revision was published, ISO. */
  asOf: string;
  total: number;
  listed: string | null;
  rows: readonly ListRow[];
  categories: readonly CategoryNode[];
  /** Public prices of these rows. */
  prices: PriceShard;
  pricesAt: string;
  details?: ProductDetails | undefined;
};

/** Sync of the catalogue as the person sees it. */
export type SyncState =
  | { kind: 'idle' }
  | { kind: 'loading'; doneBytes: number; totalBytes: number }
  | { kind: 'offline' }
  | { kind: 'broken' }
  | { kind: 'full' };
