import { hurry } from '#tests/support/phone-time.ts';

const PATIENCE_MS = 90_000;
/** How far the phones' time goes on between two looks. */
const STEP_MS = 50;

/**
 * Waits until `check` throws no more and gives its value; meanwhile the phones' own waits pass quickly. Long, because a
 * loaded machine may stall for seconds and a check that holds costs nothing; a number that may pass by (tries, requests) is
 * compared with ≥, never with =.
 */
export async function until<T>(check: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await hurry(STEP_MS);
    await new Promise((done) => setTimeout(done, 2));
  }
}
