import { createStore, type UseStore } from 'idb-keyval';

// One store per database, no versions ever (docs/product/offline.md#storage): what must change together shares a store.

/** A key-value store with multi-key transactions; the port that src/offline works with. */
export type KeyStore = {
  readonly name: string;
  get<T>(key: string): Promise<T | undefined>;
  getMany<T>(keys: readonly string[]): Promise<(T | undefined)[]>;
  /** All entries whose key starts with the prefix, in key order. */
  entries<T>(prefix: string): Promise<[string, T][]>;
  set(key: string, value: unknown): Promise<void>;
  del(keys: readonly string[]): Promise<void>;
  /** One read-write transaction. Only IndexedDB requests may be awaited inside. */
  change<T>(work: (store: IDBObjectStore) => Promise<T> | T): Promise<T>;
  clear(): Promise<void>;
};

const STORE = 'kv';
/** Errors of a dead handle (iOS background, eviction): reopen once, then tell (docs/product/offline.md F32). */
const DEAD = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'NotFoundError']);

export function openKeyStore(name: string): KeyStore {
  let use: UseStore | null = null;
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T> | T): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        use ??= createStore(name, STORE);
        return await use(mode, work);
      } catch (error) {
        use = null;
        if (tries > 0 || !DEAD.has((error as DOMException)?.name)) throw error;
      }
    }
  };
  return {
    name,
    get: (key) => run('readonly', (store) => ask(store.get(key))),
    getMany: (keys) => run('readonly', (store) => Promise.all(keys.map((key) => ask(store.get(key))))),
    entries: (prefix) =>
      run('readonly', async (store) => {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        const [keys, values] = await Promise.all([ask(store.getAllKeys(range)), ask(store.getAll(range))]);
        return keys.map((key, i) => [key as string, values[i]]);
      }),
    set: (key, value) => run('readwrite', (store) => done(store, () => store.put(value, key))),
    del: (keys) => run('readwrite', (store) => done(store, () => keys.forEach((key) => store.delete(key)))),
    change: (work) =>
      run('readwrite', async (store) => {
        const finished = completed(store.transaction);
        // Seen by whoever awaits the work; an aborted transaction is then no second, unheard failure.
        finished.catch(() => {});
        let result: Awaited<ReturnType<typeof work>>;
        try {
          result = await work(store);
        } catch (error) {
          undo(store.transaction);
          throw error;
        }
        await finished;
        return result;
      }),
    clear: () => run('readwrite', (store) => done(store, () => store.clear())),
  };
}

export function ask<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** «Saved» means the transaction completed, not that the request succeeded. */
async function done(store: IDBObjectStore, work: () => void): Promise<void> {
  const finished = completed(store.transaction);
  work();
  await finished;
}

/** All or nothing: what was put before the failure goes too. */
function undo(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already failed by itself.
  }
}

export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  });
}

/** What everybody on this device may read; survives logout. */
let pub: KeyStore | null = null;
export const pubStore = (): KeyStore => (pub ??= openKeyStore('pub'));

const people = new Map<string, KeyStore>();
/** One database per person (`u:<hash>`), and `u:guest`. `uid` is 'guest' or the user id as text. */
export async function personStore(uid: string): Promise<KeyStore> {
  const known = people.get(uid);
  if (known) return known;
  const store = openKeyStore(uid === 'guest' ? 'u:guest' : `u:${await hashUid(uid)}`);
  people.set(uid, store);
  return store;
}

/** The name of a database must not tell whose it is. */
async function hashUid(uid: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`rostok:${uid}`));
  return [...new Uint8Array(bytes)]
    .slice(0, 12)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
