import type { KeyStore } from '#src/device/storage.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';

/**
 * The device's databases in memory: the KeyStore port with real transactions (one at a time, all or nothing) and
 * structured clones, so that client code runs under Node as it does over IndexedDB.
 */
export function memoryStore(name: string): KeyStore & { dump(): Record<string, unknown> } {
  let data = new Map<string, unknown>();
  let line: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = line.then(work, work);
    line = next.catch(() => {});
    return next;
  };
  const transact = <T>(work: (store: IDBObjectStore) => Promise<T> | T): Promise<T> =>
    inTurn(async () => {
      const draft = new Map(data);
      const result = await work(objectStore(draft));
      data = draft;
      return result;
    });
  return {
    name,
    get: <T>(key: string) => inTurn(async () => structuredClone(data.get(key)) as T | undefined),
    getMany: <T>(keys: readonly string[]) =>
      inTurn(async () => keys.map((key) => structuredClone(data.get(key)) as T | undefined)),
    entries: <T>(prefix: string) =>
      inTurn(async () =>
        [...data]
          .filter(([key]) => key.startsWith(prefix))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, value]): [string, T] => [key, structuredClone(value) as T]),
      ),
    set: (key, value) => transact((store) => void store.put(value, key)),
    del: (keys) => transact((store) => keys.forEach((key) => store.delete(key))),
    change: transact,
    clear: () => transact((store) => void store.clear()),
    dump: () => Object.fromEntries(data),
  };
}

type Range = { lower: string; upper: string };
globalThis.IDBKeyRange ??= { bound: (lower: string, upper: string) => ({ lower, upper }) } as never;

/** What the code under test asks of an object store; requests succeed in a later microtask, as the real ones do later. */
function objectStore(data: Map<string, unknown>): IDBObjectStore {
  const answer = <T>(result: T) => {
    const request = { result, onsuccess: null as (() => void) | null, onerror: null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const keysIn = (range?: Range) =>
    [...data.keys()].filter((key) => !range || (key >= range.lower && key <= range.upper)).sort();
  const store = {
    get: (key: string) => answer(structuredClone(data.get(key))),
    getAllKeys: (range?: Range) => answer(keysIn(range)),
    getAll: (range?: Range) => answer(keysIn(range).map((key) => structuredClone(data.get(key)))),
    put: (value: unknown, key: string) => answer((data.set(key, structuredClone(value)), key)),
    delete: (key: string) => answer(void data.delete(key)),
    clear: () => answer(data.clear()),
  };
  return store as unknown as IDBObjectStore; // Only what is above is used.
}

export type MemoryStores = Stores & { all(): Record<string, Record<string, unknown>> };
/** One device: `pub` and a database per person. */
export function memoryStores(): MemoryStores {
  const stores = new Map<string, ReturnType<typeof memoryStore>>();
  const open = (name: string) => stores.get(name) ?? stores.set(name, memoryStore(name)).get(name)!;
  return {
    pub: () => open('pub'),
    person: async (uid) => open(`u:${uid}`),
    all: () => Object.fromEntries([...stores].map(([name, store]) => [name, store.dump()])),
  };
}
