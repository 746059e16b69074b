import { crc32 } from 'node:zlib';

// A closed month as lists of numbers, in memory and in a file of the same bytes (docs/decisions/570). Bytes stand with the smallest first, as
// in every processor that runs the shop.

type Lists = Int32Array | Float64Array | Uint8Array;
type Kind = Int32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor;
/** By place, the widest numbers first, so that each list begins at a whole number. Half-points, kopecks. */
const BY_PLACE = {
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
type ByPlace = { [N in keyof typeof BY_PLACE]: InstanceType<(typeof BY_PLACE)[N]> };
export type MonthLists = ByPlace & {
  /** Highest titles of this month and those before it, by user id. */
  best: Uint8Array;
};
const NAMES = Object.keys(BY_PLACE) as (keyof ByPlace)[]; // The keys of the object above.
const WIDTH = NAMES.reduce((sum, name) => sum + BY_PLACE[name].BYTES_PER_ELEMENT, 0);

/** People, length of `best`, checksum of what follows, and nothing: eight bytes or a multiple of them. */
const HEAD = 16;
export function emptyLists(people: number, best = new Uint8Array(0)): MonthLists {
  const lists = Object.fromEntries(NAMES.map((name) => [name, new BY_PLACE[name](people)]));
  return { ...(lists as ByPlace), best }; // Each name with its own kind.
}
const bytesOf = ({ buffer, byteOffset, byteLength }: Lists) => new Uint8Array(buffer, byteOffset, byteLength);

export function toBytes(lists: MonthLists): Buffer {
  const people = lists.ids.length;
  const bytes = Buffer.alloc(HEAD + people * WIDTH + lists.best.length);
  let at = HEAD;
  for (const list of [...NAMES.map((name) => lists[name]), lists.best]) {
    bytes.set(bytesOf(list), at);
    at += list.byteLength;
  }
  bytes.writeUInt32LE(people, 0);
  bytes.writeUInt32LE(lists.best.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD)), 8);
  return bytes;
}
/** The lists over these very bytes; null when they are not what was written. */
export function fromBytes(bytes: Buffer<ArrayBuffer>): MonthLists | null {
  if (bytes.length < HEAD) return null;
  const [people, bestLength] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
  const isWhole = bytes.length === HEAD + people * WIDTH + bestLength;
  if (!isWhole || bytes.readUInt32LE(8) !== crc32(bytes.subarray(HEAD))) return null;
  // A list of numbers begins at a multiple of their width: a small file may lie anywhere in a shared piece of memory.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes);
  let at = byteOffset + HEAD;
  const lists = NAMES.map((name) => {
    const list = new BY_PLACE[name](buffer, at, people);
    at += list.byteLength;
    return [name, list] as const;
  });
  return { ...(Object.fromEntries(lists) as ByPlace), best: new Uint8Array(buffer, at, bestLength) }; // Each name with its own kind.
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
