import { fromSteps, unpackList } from '#contract/catalogue-pack.ts';
import type {
  CategoriesShard,
  CategoryNode,
  DetailsShard,
  ListRow,
  ListShard,
  Manifest,
  PriceShard,
  ProductDetails,
  ThumbShard,
} from '#contract/catalogue.ts';
import type { NeedsShard } from '#contract/needs.ts';
import type { Store } from '#src/offline/ports.ts';
import { inStages } from '#src/offline/stages.ts';
import { CONS_PRICE_KEY, POINTER_KEY, SEEN_KEY, shardKey } from '#src/offline/keys.ts';

/** The flip: which revision this device reads. Every shard it names was in the store when it was written. */
export type Pointer = {
  v: 1;
  rev: string;
  manifest: Manifest;
  etag: string | null;
  /** Hashes of the revisions before, newest first; their shards stay until the next flip but one. */
  prev: string[][];
  /** When this revision was taken, ISO. */
  at: string;
  /** First run only: product pages (details) are still on their way, the list is complete. */
  isPartial?: boolean;
};

/** A list row with its place among what is bought most: 0 the first tier; without one it is in none. */
export type RankedRow = ListRow & { rank?: number };
export type StoredCatalogue = {
  pointer: Pointer;
  seenAt: string;
  rows: RankedRow[];
  categories: CategoryNode[];
  /** Null while a server before the needs answers. */
  needs: NeedsShard | null;
  prices: PriceShard;
  thumbs: Record<string, string>;
};

/**
 * Hashes a revision consists of, in the order they are wanted: list, prices, thumbs, details. The first cards are for
 * devices that hold no list yet.
 */
export function hashesOf(manifest: Manifest, { details }: { details: boolean } = { details: true }): string[] {
  const of = (kind: string) => manifest.shards.filter((shard) => shard.kind === kind).map((shard) => shard.sha256);
  return [
    ...new Set([
      manifest.categories.sha256,
      ...of('list'),
      manifest.prices[0].sha256,
      ...(manifest.needs ? [manifest.needs.sha256] : []),
      ...of('thumbs'),
      ...(details ? of('details') : []),
    ]),
  ];
}

/**
 * Everything the list needs (docs/product/offline.md#catalogue-sync), unpacked in stages. The pointer is read first; the shards it
 * names stay until the next flip but one, so a flip in between takes nothing away. Undefined when nothing was stored yet or a
 * shard is missing.
 */
export async function readCatalogue(store: Store): Promise<StoredCatalogue | undefined> {
  const [pointer, seen] = (await store.getMany([POINTER_KEY, SEEN_KEY])) as [Pointer | undefined, string | undefined];
  if (pointer?.v !== 1) return undefined;
  const { manifest } = pointer;
  const of = (kind: string) =>
    manifest.shards.filter((shard) => shard.kind === kind).map(({ sha256 }) => shardKey(sha256));
  const [lists, thumbs] = [of('list'), of('thumbs')];
  const single = [manifest.categories.sha256, manifest.prices[0].sha256, manifest.needs?.sha256 ?? ''].map(shardKey);
  const values = await store.getMany([...single, ...lists, ...thumbs]);
  const [categories, prices, needs] = values as [CategoriesShard?, PriceShard?, NeedsShard?];
  if (!categories || !prices) return undefined;
  const rows = await unpackAll(values.slice(3, 3 + lists.length) as (ListShard | undefined)[], needs?.popular ?? []);
  if (!rows) return undefined;
  const hashes = (values.slice(3 + lists.length) as (ThumbShard | undefined)[]).map((shard) => shard?.thumbs);
  return {
    pointer,
    seenAt: seen ?? pointer.at,
    rows,
    categories: categories.categories,
    needs: needs ?? null,
    prices,
    thumbs: Object.assign({}, ...hashes) as Record<string, string>,
  };
}

async function unpackAll(
  lists: readonly (ListShard | undefined)[],
  tiers: readonly (readonly number[])[],
): Promise<RankedRow[] | undefined> {
  const rankOf = new Map(tiers.flatMap((steps, tier) => fromSteps(steps).map((id) => [id, tier] as const)));
  const pause = inStages();
  const rows: RankedRow[] = [];
  for (const list of lists) {
    const part: RankedRow[] | null = list ? unpackList(list) : null;
    if (!part) return undefined;
    for (const row of part) {
      const rank = rankOf.get(row.id);
      if (rank !== undefined) row.rank = rank;
      rows.push(row);
    }
    await pause();
  }
  return rows;
}

/** Topics, synonyms and ranks of the revision this device reads, products by their ids; undefined when there are none. */
export async function readNeeds(store: Store): Promise<NeedsShard | undefined> {
  const pointer = await store.get<Pointer>(POINTER_KEY);
  if (pointer?.v !== 1 || !pointer.manifest.needs) return undefined;
  const shard = await store.get<NeedsShard>(shardKey(pointer.manifest.needs.sha256));
  return shard && { ...shard, needs: shard.needs.map((need) => ({ ...need, products: fromSteps(need.products) })) };
}

/** Details of one product: its range is found by the shard's id `details:<from>`. */
export async function readDetails(store: Store, id: number): Promise<ProductDetails | undefined> {
  const pointer = await store.get<Pointer>(POINTER_KEY);
  if (pointer?.v !== 1) return undefined;
  const ranges = pointer.manifest.shards
    .filter((shard) => shard.kind === 'details')
    .map((shard) => ({ from: Number(shard.id.split(':')[1]), sha256: shard.sha256 }))
    .sort((a, b) => b.from - a.from);
  const range = ranges.find(({ from }) => from <= id);
  const shard = range && (await store.get<DetailsShard>(shardKey(range.sha256)));
  return shard?.products.find((product) => product.id === id);
}

/** Every stored detail, for the search; what is not stored yet is left out. */
export async function readAllDetails(store: Store): Promise<ProductDetails[]> {
  const pointer = await store.get<Pointer>(POINTER_KEY);
  if (pointer?.v !== 1) return [];
  const hashes = pointer.manifest.shards.filter((shard) => shard.kind === 'details').map((shard) => shard.sha256);
  const shards = await Promise.all(hashes.map((sha256) => store.get<DetailsShard>(shardKey(sha256))));
  return shards.flatMap((shard) => shard?.products ?? []);
}

/** Consultant prices and points, kept in the person's own database only (docs/product/prices.md#who-sees-what). */
export type ConsPrices = { sha256: string; at: string; asOf: string };
export async function readConsPrices(store: Store): Promise<{ prices: PriceShard; asOf: string } | undefined> {
  const ref = await store.get<ConsPrices>(CONS_PRICE_KEY);
  const prices = ref && (await store.get<PriceShard>(shardKey(ref.sha256)));
  return prices && { prices, asOf: ref.asOf };
}
