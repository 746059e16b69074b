import { atom } from 'jotai';
import { SHOP_CHANNEL } from '#src/offline/keys.ts';

/** What tabs of one device tell each other about the queue. A worker is never woken by it (docs/product/offline.md F45). */
export type QueueNews = {
  type: 'outbox';
  uid: string;
  /** The shop has just answered whoever tells: there is a network, whatever `onLine` says here (docs/product/offline.md F27). */
  isOnline?: boolean;
};
export type Bus = { post(news: QueueNews): void; hear(listen: (news: QueueNews) => void, left: AbortSignal): void };

let out: BroadcastChannel | null = null;

/** A broadcast channel where there is one. Tests set this atom, so that two stores are two tabs of one phone. */
export const busAtom = atom<Bus>({
  post(news) {
    if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return;
    out ??= new BroadcastChannel(SHOP_CHANNEL);
    // A broadcast channel has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    out.postMessage(news);
  },
  hear(listen, left) {
    if (typeof document === 'undefined' || typeof BroadcastChannel !== 'function') return;
    const channel = new BroadcastChannel(SHOP_CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<QueueNews | undefined>) => {
      if (data?.type === 'outbox') listen(data);
    });
    left.addEventListener('abort', () => channel.close());
  },
});
