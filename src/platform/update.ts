import type { Workbox } from 'workbox-window';

/** A new build is waiting / another tab is busy / the page is about to reload. */
export type UpdateState =
  | { kind: 'none' }
  | { kind: 'waiting'; apply: () => Promise<void> }
  | { kind: 'held'; apply: () => Promise<void> }
  | { kind: 'applying' };

const CHANNEL = 'rostok';
/** Tabs that are alive answer within this time; a frozen tab has nothing typed that a reload could lose. */
const ANSWER_MS = 400;

const reasons = new Set<string>();
/** A checkout, a quiz or a dirty form holds every update while it is open: returns the release. */
export function holdUpdates(reason: string): () => void {
  reasons.add(reason);
  return () => reasons.delete(reason);
}
export const isBusy = (): boolean => reasons.size > 0;

/** Answers other tabs that ask before they update. Call once per page. */
export function answerBusyQuestions(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
    if (event.data?.type === 'busy?' && isBusy()) channel.postMessage({ type: 'busy' });
  });
}

/** By a tap on «Обновить», while no client is busy; otherwise it waits and says so (settled.md §8, Updates). */
export async function askForUpdate(workbox: Workbox, onUpdate: (state: UpdateState) => void): Promise<void> {
  const again = () => askForUpdate(workbox, onUpdate);
  if (isBusy() || (await isAnyTabBusy())) {
    onUpdate({ kind: 'held', apply: again });
    return;
  }
  onUpdate({ kind: 'applying' });
  workbox.messageSkipWaiting();
}

function isAnyTabBusy(): Promise<boolean> {
  if (!('BroadcastChannel' in globalThis)) return Promise.resolve(false);
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    const end = (busy: boolean) => {
      channel.close();
      resolve(busy);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    channel.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
      if (event.data?.type !== 'busy') return;
      clearTimeout(timer);
      end(true);
    });
    channel.postMessage({ type: 'busy?' });
  });
}
