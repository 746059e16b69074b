import { vi } from 'vitest';

/**
 * Waits until `check` throws no more and gives its value. Long, because a loaded machine may stall for seconds and a check
 * that holds costs nothing; a number that may pass by (tries, requests) is compared with ≥, never with =.
 */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 });
