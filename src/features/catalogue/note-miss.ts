import { noteSearchMiss } from '#contract/search-misses.ts';
import type { Api } from '#src/platform/api/api.ts';

/** Tells the shop what it lacks. Nobody waits for it: without a signal it is simply not counted (docs/decisions/262). */
export async function noteMiss(api: Api, query: string): Promise<void> {
  await api.send(noteSearchMiss, { body: { query } }).catch(() => {});
}
