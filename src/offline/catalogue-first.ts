import { fromSteps, stepsOf, unpackList } from '#contract/catalogue-pack.ts';
import type { CategoriesShard, ListRow, ListShard, Manifest, PriceShard, ThumbShard } from '#contract/catalogue.ts';
import type { KeptFirst } from '#src/offline/kept-first.ts';
import { FIRST_KEY, shardKey } from '#src/offline/keys.ts';
import { ask } from '#src/offline/ports.ts';

// The first cards of the plain list, made on the device out of the shards that it holds (docs/decisions/257): a cold start reads
// these and its categories, and shows them before it reads ten thousand products.

/** As many as the shop's own first shard has. */
const FIRST_CARDS = 24;

/**
 * Writes the first cards of a revision whose shards all stand in this store; call it in the transaction that moves the pointer.
 * A shard that cannot be read leaves nothing: the start then reads the whole list, as it did before.
 */
export async function keepFirst(kv: IDBObjectStore, manifest: Manifest): Promise<void> {
  const read = <T>(sha256: string) => ask(kv.get(shardKey(sha256))) as Promise<T | undefined>;
  const of = (kind: string) => manifest.shards.filter((shard) => shard.kind === kind);
  const [categories, prices, lists, thumbs] = await Promise.all([
    read<CategoriesShard>(manifest.categories.sha256),
    read<PriceShard>(manifest.prices[0].sha256),
    Promise.all(of('list').map(({ sha256 }) => read<ListShard>(sha256))),
    Promise.all(of('thumbs').map(({ sha256 }) => read<ThumbShard>(sha256))),
  ]);
  const rows = newestOf(lists);
  if (!categories || !prices || !rows) return void kv.delete(FIRST_KEY);
  const all = Object.assign({}, ...thumbs.map((shard) => shard?.thumbs)) as Record<string, string>;
  const images = rows.flatMap(({ image }) => image ?? []);
  const kept: KeptFirst = {
    v: 1,
    rev: manifest.rev,
    pricesAt: manifest.prices[0].asOf,
    first: {
      v: 1,
      total: manifest.total,
      rows,
      prices: pricesOf(prices, rows),
      thumbs: Object.fromEntries(images.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]]))),
    },
    categories: categories.categories,
  };
  kv.put(kept, FIRST_KEY);
}

/** In the order of the plain list: newest first, ties by id (docs/product/addresses.md#screens). Only the chosen rows are kept. */
function newestOf(lists: readonly (ListShard | undefined)[]): ListRow[] | undefined {
  const all: { id: number; time: number; list: ListShard }[] = [];
  for (const list of lists) {
    if (!list) return undefined;
    const times = fromSteps(list.created_at);
    fromSteps(list.id).forEach((id, i) => all.push({ id, time: times[i] ?? 0, list }));
  }
  const newest = all.sort((a, b) => b.time - a.time || a.id - b.id).slice(0, FIRST_CARDS);
  const unpacked = new Map([...new Set(newest.map(({ list }) => list))].map((list) => [list, unpackList(list)]));
  const rows = newest.map(({ id, list }) => unpacked.get(list)?.find((row) => row.id === id));
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** The prices of these rows as a shard of their own, in id order as every price shard is. */
function pricesOf(shard: PriceShard, rows: readonly ListRow[]): PriceShard {
  const wanted = new Set(rows.map(({ id }) => id));
  const at = fromSteps(shard.id_step).flatMap((id, i) => (wanted.has(id) ? [{ id, i }] : []));
  const column = (values: readonly number[]) => at.map(({ i }) => values[i] ?? 0);
  return {
    v: 1,
    priceType: 0,
    id_step: stepsOf(at.map(({ id }) => id)),
    price: column(shard.price),
    old_price: column(shard.old_price),
    stock: column(shard.stock),
  };
}
