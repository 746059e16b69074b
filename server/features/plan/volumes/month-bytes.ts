import { crc32 } from 'node:zlib';
import {
  BY_PLACE,
  type ByPlace,
  type Lists,
  type MonthLists,
  NAMES,
  WIDTH,
} from '#server/features/plan/volumes/month-lists.rules.ts';

// Lists of a closed month as the bytes of a file, and back.

/** People, length of `best`, checksum of what follows, and nothing: eight bytes or a multiple of them. */
const HEAD = 16;
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
