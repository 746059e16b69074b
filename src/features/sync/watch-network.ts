import type { createStore } from 'jotai';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

const FIRST_MS = 3000;
const LONGEST_MS = 60_000;

/**
 * While we believe to be offline and somebody looks, the shop is asked now and then: `onLine` may have lied, and a page with
 * nothing to send would say «Нет сети» for ever (docs/product/offline.md F27). Returns what ends it.
 */
export function watchNetwork(store: ReturnType<typeof createStore>): () => void {
  const timers = store.get(timersAtom);
  let cancel: (() => void) | undefined;
  let wait = FIRST_MS;
  function look(): void {
    if (store.get(networkAtom).isOnline) {
      cancel?.();
      cancel = undefined;
      wait = FIRST_MS;
    } else cancel ??= timers.after(wait, () => void knock());
  }
  async function knock(): Promise<void> {
    // Back in sight, the queue asks by itself.
    const isSeen = globalThis.document?.visibilityState !== 'hidden';
    const isThere = isSeen && (await store.get(apiAtom).ping()) !== null;
    cancel = undefined;
    if (isThere) return store.set(reportNetworkAtom, true);
    wait = Math.min(LONGEST_MS, wait * 2);
    look();
  }
  const leave = store.sub(networkAtom, look);
  look();
  return () => {
    leave();
    cancel?.();
  };
}
