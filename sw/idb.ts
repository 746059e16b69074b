import { ask, completed } from '#src/device/storage.ts';

// Stands in the place of `idb` (vite.config.ts), of which workbox-expiration uses this much and nothing else of ours any.

type Entry = Record<string, unknown>;
type Cursor = { value: unknown; continue(): Promise<Cursor | null> };

export async function openDB(name: string, version: number, { upgrade }: { upgrade(db: IDBDatabase): void }) {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => upgrade(opening.result);
  const db = await ask(opening);
  const storeOf = (name: string, mode: IDBTransactionMode) => db.transaction(name, mode).objectStore(name);
  return {
    get: (name: string, key: string) => ask(storeOf(name, 'readonly').get(key)),
    delete: (name: string, key: string) => ask(storeOf(name, 'readwrite').delete(key)),
    transaction(name: string, mode: IDBTransactionMode = 'readonly', options?: IDBTransactionOptions) {
      const transaction = db.transaction(name, mode, options);
      const store = transaction.objectStore(name);
      return {
        store: {
          put: (entry: Entry) => ask(store.put(entry)),
          index: (column: string) => ({
            openCursor: (range: IDBKeyRange | null, direction: IDBCursorDirection) =>
              next(store.index(column).openCursor(range, direction)),
          }),
        },
        get done() {
          return completed(transaction);
        },
      };
    },
  };
}

export const deleteDB = (name: string): Promise<unknown> => ask(indexedDB.deleteDatabase(name));

/** A cursor's request answers again after every step. */
async function next(request: IDBRequest<IDBCursorWithValue | null>): Promise<Cursor | null> {
  const cursor = await ask(request);
  return (
    cursor && {
      value: cursor.value as unknown,
      continue() {
        const step = next(request);
        cursor.continue();
        return step;
      },
    }
  );
}
