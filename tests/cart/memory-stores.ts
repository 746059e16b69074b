import type { KeyStore } from '#src/platform/storage.ts';
import type { Stores } from '#src/platform/stores.atom.ts';

type Ask = { result: unknown; onsuccess: (() => void) | null; onerror: (() => void) | null };
/** Databases in memory with transactions in a row: what a phone keeps between two starts of the app. */
export function memoryStores(): Stores & { kept: (name: string) => Map<string, unknown> } {
  const databases = new Map<string, { data: Map<string, unknown>; store: KeyStore }>();
  const open = (name: string) => {
    const known = databases.get(name);
    if (known) return known;
    const data = new Map<string, unknown>();
    const made = { data, store: memoryStore(name, data) };
    databases.set(name, made);
    return made;
  };
  return {
    pub: () => open('pub').store,
    person: async (uid) => open(`u:${uid}`).store,
    kept: (name) => open(name).data,
  };
}

function memoryStore(name: string, data: Map<string, unknown>): KeyStore {
  let last: Promise<unknown> = Promise.resolve();
  const answer = (result: unknown): Ask => {
    const request: Ask = { result: structuredClone(result), onsuccess: null, onerror: null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const objects = {
    get: (key: string) => answer(data.get(key)),
    put: (value: unknown, key: string) => (data.set(key, structuredClone(value)), answer(key)),
    delete: (key: string) => (data.delete(key), answer(undefined)),
    clear: () => (data.clear(), answer(undefined)),
  };
  return {
    name,
    get: async <T>(key: string) => structuredClone(data.get(key)) as T | undefined,
    getMany: async <T>(keys: readonly string[]) => keys.map((key) => structuredClone(data.get(key)) as T | undefined),
    entries: async <T>(prefix: string) =>
      [...data]
        .filter(([key]) => key.startsWith(prefix))
        .sort()
        .map(([key, value]) => [key, structuredClone(value) as T]),
    set: async (key, value) => void data.set(key, structuredClone(value)),
    del: async (keys) => keys.forEach((key) => data.delete(key)),
    change: (work) => {
      // The few members of IDBObjectStore that the app uses inside a transaction.
      const run = last.then(() => work(objects as unknown as IDBObjectStore));
      last = run.catch(() => {});
      return run;
    },
    clear: async () => data.clear(),
  };
}
