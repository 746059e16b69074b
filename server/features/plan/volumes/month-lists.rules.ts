import { placesOf } from '#server/features/plan/volumes/places.rules.ts';

// A closed month as lists of numbers, in memory and in a file of the same bytes (docs/decisions/570). Bytes stand with the smallest first, as
// in every processor that runs the shop.

export type Lists = Int32Array | Float64Array | Uint8Array;
type Kind = Int32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor;
/** By place, the widest numbers first, so that each list begins at a whole number. Half-points, kopecks. */
export const BY_PLACE = {
  own: Float64Array,
  group: Float64Array,
  amount: Float64Array,
  orders: Float64Array,
  ids: Int32Array,
  parent: Int32Array,
  status: Uint8Array,
  percent: Uint8Array,
  titles: Uint8Array,
} satisfies Record<string, Kind>;
export type ByPlace = { [N in keyof typeof BY_PLACE]: InstanceType<(typeof BY_PLACE)[N]> };
export type MonthLists = ByPlace & {
  /** Highest titles of this month and those before it, by user id. */
  best: Uint8Array;
};
export const NAMES = Object.keys(BY_PLACE) as (keyof ByPlace)[]; // The keys of the object above.
export const WIDTH = NAMES.reduce((sum, name) => sum + BY_PLACE[name].BYTES_PER_ELEMENT, 0);

export function emptyLists(people: number, best = new Uint8Array(0)): MonthLists {
  const lists = Object.fromEntries(NAMES.map((name) => [name, new BY_PLACE[name](people)]));
  return { ...(lists as ByPlace), best }; // Each name with its own kind.
}
const mostOf = (ids: Int32Array): number => {
  let most = -1;
  for (let at = 0; at < ids.length; at += 1) if (ids[at]! > most) most = ids[at]!;
  return most;
};
/** Highest titles by user id after a month, from those before it. */
export function bestAfter(before: Uint8Array, { ids, titles }: Pick<MonthLists, 'ids' | 'titles'>): Uint8Array {
  const best = new Uint8Array(Math.max(before.length, mostOf(ids) + 1));
  best.set(before);
  for (let at = 0; at < ids.length; at += 1) if (titles[at]! > best[ids[at]!]!) best[ids[at]!] = titles[at]!;
  return best;
}
/** Own volumes by user id. */
export function ownById({ ids, own }: Pick<MonthLists, 'ids' | 'own'>): Int32Array {
  const halves = new Int32Array(mostOf(ids) + 1);
  for (let at = 0; at < ids.length; at += 1) halves[ids[at]!] = own[at]!;
  return halves;
}

const ROW_BYTES = 31;
/** A record as the database packs it. */
export type PackedRecord = { people: number; pieces: readonly Buffer[]; orders: Buffer };
/** All but `best`, which the months before have a part in. */
export function listsOfRecord({ people, pieces, orders }: PackedRecord): MonthLists {
  const made = emptyLists(people);
  let place = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += ROW_BYTES, place += 1) {
      made.ids[place] = piece.readInt32BE(at);
      made.parent[place] = piece.readInt32BE(at + 4);
      made.own[place] = piece.readInt32BE(at + 8);
      made.group[place] = Number(piece.readBigInt64BE(at + 12));
      made.amount[place] = Number(piece.readBigInt64BE(at + 20));
      made.status[place] = piece[at + 28]!;
      made.percent[place] = piece[at + 29]!;
      made.titles[place] = piece[at + 30]!;
    }
  const places = placesOf(made);
  for (let at = 0; at < orders.length; at += 8) {
    const whose = places[orders.readInt32BE(at)] ?? -1;
    if (whose >= 0) made.orders[whose] = orders.readInt32BE(at + 4);
  }
  return made;
}
