/** What the engine needs from the world: the page, the worker and the tests each supply it (docs/architecture.md). */

/** A key-value store with multi-key transactions; `src/device/storage.ts` fits. */
export type Store = {
  get<T>(key: string): Promise<T | undefined>;
  getMany<T>(keys: readonly string[]): Promise<(T | undefined)[]>;
  set(key: string, value: unknown): Promise<void>;
  del(keys: readonly string[]): Promise<void>;
  /** One read-write transaction. Only requests of this store may be awaited inside. */
  change<T>(work: (store: IDBObjectStore) => Promise<T> | T): Promise<T>;
};

export type NetAnswer = { status: number; etag: string | null; type: string; body: ArrayBuffer };
/** Plain GETs of one's own origin; rejects when nothing answers. `src/device/fetch-net.ts` fits. */
export type Net = {
  get(path: string, options?: { etag?: string | null; owner?: string; signal?: AbortSignal }): Promise<NetAnswer>;
};

/** SHA-256 in lower-case hex. */
export type Digest = (bytes: ArrayBuffer) => Promise<string>;

export const sha256Hex: Digest = async (bytes) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The result of one request inside `Store.change`. */
export function ask<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
