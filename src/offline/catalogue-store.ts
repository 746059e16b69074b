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
import { CONS_PRICE_KEY, POINTER_KEY, SEEN_KEY, shardKey } from '#src/offline/keys.ts';
import { ask } from '#src/offline/ports.ts';

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
 * Everything the list needs, pointer and shards read in one transaction (docs/product/offline.md#catalogue-sync).
 * Undefined when nothing was stored yet or a shard is missing.
 */
export async function readCatalogue(store: Store): Promise<StoredCatalogue | undefined> {
  return store.change(async (kv) => {
    const pointer = (await ask(kv.get(POINTER_KEY))) as Pointer | undefined;
    if (pointer?.v !== 1) return undefined;
    const { manifest } = pointer;
    const read = <T>(sha256: string) => ask(kv.get(shardKey(sha256))) as Promise<T | undefined>;
    const of = (kind: string) => manifest.shards.filter((shard) => shard.kind === kind);
    const [seen, categories, prices, needs, lists, thumbs] = await Promise.all([
      ask(kv.get(SEEN_KEY)) as Promise<string | undefined>,
      read<CategoriesShard>(manifest.categories.sha256),
      read<PriceShard>(manifest.prices[0].sha256),
      manifest.needs ? read<NeedsShard>(manifest.needs.sha256) : undefined,
      Promise.all(of('list').map((shard) => read<ListShard>(shard.sha256))),
      Promise.all(of('thumbs').map((shard) => read<ThumbShard>(shard.sha256))),
    ]);
    const rows = lists.map((list) => (list ? unpackList(list) : null));
    if (!categories || !prices || rows.includes(null)) return undefined;
    return {
      pointer,
      seenAt: seen ?? pointer.at,
      rows: ranked(
        rows.flatMap((part) => part ?? []),
        needs?.popular ?? [],
      ),
      categories: categories.categories,
      needs: needs ?? null,
      prices,
      thumbs: Object.assign({}, ...thumbs.map((shard) => shard?.thumbs)) as Record<string, string>,
    };
  });
}

function ranked(rows: RankedRow[], tiers: readonly (readonly number[])[]): RankedRow[] {
  const rankOf = new Map(tiers.flatMap((steps, tier) => fromSteps(steps).map((id) => [id, tier] as const)));
  for (const row of rows) {
    const rank = rankOf.get(row.id);
    if (rank !== undefined) row.rank = rank;
  }
  return rows;
}

/** Topics, synonyms and ranks of the revision this device reads; undefined when there are none. */
export async function readNeeds(store: Store): Promise<NeedsShard | undefined> {
  const pointer = await store.get<Pointer>(POINTER_KEY);
  if (pointer?.v !== 1 || !pointer.manifest.needs) return undefined;
  return store.get<NeedsShard>(shardKey(pointer.manifest.needs.sha256));
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

/** Consultant prices and points, kept in the person's own database only (docs/product/prices.md#who-sees-what). */
export type ConsPrices = { sha256: string; at: string; asOf: string };
export async function readConsPrices(store: Store): Promise<{ prices: PriceShard; asOf: string } | undefined> {
  const ref = await store.get<ConsPrices>(CONS_PRICE_KEY);
  const prices = ref && (await store.get<PriceShard>(shardKey(ref.sha256)));
  return prices && { prices, asOf: ref.asOf };
}
