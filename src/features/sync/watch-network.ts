import type { createStore } from 'jotai';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { isShopAwayAtom, networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { shopAway } from '#src/platform/api/shop-away.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { flushAtom } from '#src/sync-client/sync.atoms.ts';

const FIRST_MS = 3000;
const LONGEST_MS = 60_000;
/** Of a shop that answers at all: a database is back within seconds, and what waits should not wait a minute for it. */
const LONGEST_AWAY_MS = 12_000;
/** A busy shop turns a call away and answers the next one: nothing is said of that. */
const AWAY_MS = 1000;
/** Not more often, or what stays broken would ride on every answer of a shop that comes and goes. */
const RESUME_MS = 10_000;

/**
 * While we believe to be offline, or to be turned away, and somebody looks, the shop is asked now and then: `onLine` may have
 * lied, and a page with nothing to send would say «Нет сети» for ever (docs/product/offline.md F27). What waits goes as soon as
 * any call is answered again (docs/product/offline.md#sending). Returns what ends it.
 */
export function watchNetwork(store: ReturnType<typeof createStore>): () => void {
  const timers = store.get(timersAtom);
  let cancel: (() => void) | undefined;
  let wait = FIRST_MS;
  let stopLate = () => {};
  let resumedAt = -Infinity;
  const isLost = () => !store.get(networkAtom).isOnline || store.get(isShopAwayAtom);
  function look(): void {
    if (isLost()) cancel ??= timers.after(wait, () => void knock());
    else {
      cancel?.();
      cancel = undefined;
      wait = FIRST_MS;
    }
  }
  async function knock(): Promise<void> {
    // Back in sight, the queue asks by itself.
    const isSeen = globalThis.document?.visibilityState !== 'hidden';
    const api = store.get(apiAtom);
    if (isSeen && !store.get(networkAtom).isOnline) {
      if ((await api.ping()) !== null) store.set(reportNetworkAtom, true);
    } else if (isSeen) await api.askReady();
    cancel = undefined;
    if (isLost()) wait = Math.min(store.get(networkAtom).isOnline ? LONGEST_AWAY_MS : LONGEST_MS, wait * 2);
    look();
  }
  function hear(isAway: boolean): void {
    stopLate();
    if (isAway) stopLate = timers.after(AWAY_MS, () => store.set(isShopAwayAtom, true));
    if (isAway || !store.get(isShopAwayAtom)) return;
    store.set(isShopAwayAtom, false);
    if (timers.now() - resumedAt < RESUME_MS) return;
    resumedAt = timers.now();
    void store.set(flushAtom, 'resumed').catch(() => {});
  }
  const ends = [store.sub(networkAtom, look), store.sub(isShopAwayAtom, look), shopAway.hear(hear)];
  if (shopAway.now) hear(true);
  look();
  return () => {
    for (const end of ends) end();
    stopLate();
    cancel?.();
  };
}
