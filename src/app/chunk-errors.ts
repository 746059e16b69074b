import { isBusy } from '#src/platform/hold-updates.ts';

const KEY = 'reloaded-at';
/** One reload a minute at most: a broken deployment must not make a loop. */
const GUARD_MS = 60_000;

/**
 * An old tab whose chunk has left the server: one reload brings the new build. Only online: offline the reload would change
 * nothing, and the error boundary says what is wrong. And never under a form that is being filled in.
 */
export function reloadOnLostChunk(): void {
  let isReloading = false;
  addEventListener('vite:preloadError', (event) => {
    if (isReloading) {
      // The next part that is missed while this page goes is no failure either.
      event.preventDefault();
      return;
    }
    if (!navigator.onLine || isBusy()) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < GUARD_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      return;
    }
    isReloading = true;
    event.preventDefault();
    location.reload();
  });
}
