import { KEPT_KEY, keptKey } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// keepAnswer · readKept · markStale · dropKept: last answers of screens (docs/decisions/212-kept-answers.md). `store` is the database of
// the person who got the answer.

/** `text`: the answer as JSON. `at`: the server's time in it. `isStale`: a change has been made since. */
export type Kept = { v: 1; text: string; at: string; build: string; isStale: boolean };
type Listed = { bytes: number; openedAt: number };
type List = { v: 1; entries: Record<string, Listed> };

/** docs/product/offline.md#kept-answers */
export const KEPT_BOUNDS = { entryBytes: 512_000, bytes: 3_000_000, entries: 60 } as const;
type Bounds = { [name in keyof typeof KEPT_BOUNDS]: number };

/**
 * Keeps an answer under a name, in the place of the one before, and gives up others where there is no room: those that were not
 * opened for longest first. False: it is too large, or the person has left; then the one before is gone too, for it is older.
 */
export function keepAnswer(
  store: Pick<Store, 'change'>,
  name: string,
  answer: { text: string; at: string; build: string },
  { now = Date.now(), bounds = KEPT_BOUNDS }: { now?: number; bounds?: Bounds } = {},
): Promise<boolean> {
  const bytes = new TextEncoder().encode(answer.text).length;
  return store.change(async (kv) => {
    const [isOpen, list] = await Promise.all([ask<unknown>(kv.get(OPEN_KEY)), readList(kv)]);
    // Nothing comes into a database that a logout has emptied.
    if (isOpen === false) return false;
    delete list.entries[name];
    const fits = bytes <= bounds.entryBytes;
    if (fits) {
      list.entries[name] = { bytes, openedAt: now };
      kv.put({ v: 1, ...answer, isStale: false } satisfies Kept, keptKey(name));
    } else kv.delete(keptKey(name));
    for (const gone of surplus(list, name, bounds)) {
      delete list.entries[gone];
      kv.delete(keptKey(gone));
    }
    kv.put(list, KEPT_KEY);
    return fits;
  });
}

/** What is kept under the name, and notes that it was opened. */
export function readKept(store: Pick<Store, 'change'>, name: string, now: number = Date.now()): Promise<Kept | null> {
  return store.change(async (kv) => {
    const [list, kept] = await Promise.all([readList(kv), ask<unknown>(kv.get(keptKey(name)))]);
    if (!isKept(kept)) return null;
    const bytes = list.entries[name]?.bytes ?? kept.text.length;
    list.entries[name] = { bytes, openedAt: now };
    kv.put(list, KEPT_KEY);
    return kept;
  });
}

/** After a change whose whole outcome is not known: the copies of these names are shown as such. */
export const markStale = (store: Pick<Store, 'change'>, names: readonly string[]): Promise<void> =>
  store.change(async (kv) => {
    const found = await Promise.all(names.map((name) => ask<unknown>(kv.get(keptKey(name)))));
    for (const [at, kept] of found.entries())
      if (isKept(kept)) kv.put({ ...kept, isStale: true } satisfies Kept, keptKey(names[at]!)); // As many as names.
  });

export const dropKept = (store: Pick<Store, 'change'>, name: string): Promise<void> =>
  store.change(async (kv) => {
    const list = await readList(kv);
    delete list.entries[name];
    kv.delete(keptKey(name));
    kv.put(list, KEPT_KEY);
  });

/** Whose turn it is to go, so that the rest is within the bounds; never the one that has just come. */
function surplus({ entries }: List, newest: string, bounds: Bounds): string[] {
  const others = Object.entries(entries)
    .filter(([name]) => name !== newest)
    .toSorted(([, a], [, b]) => a.openedAt - b.openedAt);
  let count = Object.keys(entries).length;
  let bytes = Object.values(entries).reduce((sum, entry) => sum + entry.bytes, 0);
  const gone: string[] = [];
  for (const [name, entry] of others) {
    if (count <= bounds.entries && bytes <= bounds.bytes) break;
    gone.push(name);
    count -= 1;
    bytes -= entry.bytes;
  }
  return gone;
}

async function readList(kv: IDBObjectStore): Promise<List> {
  const list = await ask<unknown>(kv.get(KEPT_KEY));
  return isList(list) ? list : { v: 1, entries: {} };
}
function isList(value: unknown): value is List {
  const { v, entries } = (value ?? {}) as Partial<List>;
  return (
    v === 1 &&
    typeof entries === 'object' &&
    entries !== null &&
    Object.values(entries).every(({ bytes, openedAt }) => Number.isFinite(bytes) && Number.isFinite(openedAt))
  );
}
function isKept(value: unknown): value is Kept {
  const { v, text, at, build, isStale } = (value ?? {}) as Partial<Kept>;
  return (
    v === 1 &&
    typeof text === 'string' &&
    typeof at === 'string' &&
    typeof build === 'string' &&
    typeof isStale === 'boolean'
  );
}
