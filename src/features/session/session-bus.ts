import type { IdentityNews } from '#src/offline/identity/ports.ts';
import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import { hearRightsRefused } from '#src/platform/api/rights-refused.ts';

/** What tabs of one device tell each other. A worker is never woken by it (docs/product/offline.md F45). */
export type SessionNews = IdentityNews;
/** What makes the session look again: the network is back, the page is seen again or was frozen, a 403, another tab's news. */
export type SessionEvent = 'refresh' | 'restored' | SessionNews;

let channel: BroadcastChannel | null = null;
const open = (): BroadcastChannel | null =>
  (channel ??=
    typeof BroadcastChannel === 'function' && typeof document !== 'undefined'
      ? new BroadcastChannel(SHOP_CHANNEL)
      : null);

export function tellTabs(news: SessionNews): void {
  open()?.postMessage(news);
}

/** Asks for a first look at once. Other messages of the channel pass by. */
export function hearLife(tell: (event: SessionEvent) => void, left: AbortSignal): void {
  const options = { signal: left };
  open()?.addEventListener(
    'message',
    ({ data }: MessageEvent<SessionNews | undefined>) => {
      if (data?.type === 'login' || data?.type === 'logout') tell(data);
    },
    options,
  );
  addEventListener('online', () => tell('refresh'), options);
  hearRightsRefused(() => tell('refresh'), options);
  addEventListener('pageshow', (shown) => shown.persisted && tell('restored'), options);
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && tell('refresh'),
    options,
  );
  tell('refresh');
}
