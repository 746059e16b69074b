import type { BrowserContext } from '@playwright/test';

/** «Without the nice things»: a queue journey passes in each of these as it does in an ordinary browser. */
export const VARIANTS = [
  'plain',
  'no service worker',
  'no SyncManager',
  'onLine always true',
  'onLine always false',
  'clock +10 years',
  'clock −10 years',
] as const;
export type Variant = (typeof VARIANTS)[number];

const TEN_YEARS = 3652 * 86_400_000;
/** By how much the device's clock is wrong, except while it is offline: so it also jumps, both ways. */
export const clockOf = (variant: Variant): number =>
  variant === 'clock +10 years' ? TEN_YEARS : variant === 'clock −10 years' ? -TEN_YEARS : 0;

export const hasWorker = (variant: Variant): boolean => variant !== 'no service worker';

/** Before the first page of the context. The worker itself is kept out by the context's own `serviceWorkers: 'block'`. */
export async function applyVariant(context: BrowserContext, variant: Variant): Promise<void> {
  switch (variant) {
    case 'no SyncManager':
      await context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'SyncManager');
        // Blank tabs have neither.
        if ('ServiceWorkerRegistration' in globalThis)
          Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
      });
      break;
    case 'onLine always true':
      await context.addInitScript(lieAboutNetwork, true);
      break;
    case 'onLine always false':
      await context.addInitScript(lieAboutNetwork, false);
      break;
    default:
  }
}

/** Runs in a page. Neither the property nor the events tell the truth. */
function lieAboutNetwork(isOnline: boolean): void {
  Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => isOnline });
  const swallow = (event: Event) => event.stopImmediatePropagation();
  addEventListener('online', swallow, true);
  addEventListener('offline', swallow, true);
}
