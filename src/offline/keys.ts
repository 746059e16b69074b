/**
 * A cache that is only a mark: the kill switch (sw/kill.ts) took the worker away; the next ordinary worker
 * removes it when it is in charge.
 */
export const KILLED_CACHE = 'no-worker';
/** Keys of the catalogue on the device: `pub` holds the pointer, the time of the last check and the shards. */
export const POINTER_KEY = 'cat:ptr';
/** When the server last confirmed the revision (a 304 counts), ISO. */
export const SEEN_KEY = 'cat:seen';
/** In the person's own database (docs/product/prices.md#who-sees-what). */
export const CONS_PRICE_KEY = 'cat:price1';
export const shardKey = (sha256: string): string => `cat:s:${sha256}`;
