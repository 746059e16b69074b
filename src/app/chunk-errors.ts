import { isBusy } from '#src/platform/update/hold-updates.ts';
import { shopAnswers } from '#src/platform/update/shop-answers.ts';

const KEY = 'reloaded-at';
/** One reload a minute at most: a broken deployment must not make a loop. */
const GUARD_MS = 60_000;

/** The map is not in the precache: without it the list of points beside it goes on (docs/decisions/227). */
const MISSED_BY_NOBODY = /\/draw-map-/;

let asked: Promise<boolean> | null = null;
/** Does this page go, to bring a part that has not come with a new build? Null when nobody has asked. */
export const pageGoes = (): Promise<boolean> | null => asked;

/**
 * An old tab whose chunk has left the server: one reload brings the new build. Only where the shop answers (`onLine` may
 * lie): else the reload would end on the browser's own page, and the error boundary says what is wrong. And never under a
 * form that is being filled in.
 */
export function reloadOnLostChunk(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (MISSED_BY_NOBODY.test(payload.message)) return;
    // Chunks that fail at the same time, or while the page is reloading, wait for the same answer.
    asked ??= reloadOnce().then((isReloading) => {
      if (!isReloading) asked = null;
      return isReloading;
    });
  });
  // A link that stays would pass for styles that are here: taken away, the next attempt asks for them again.
  addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true);
}

async function reloadOnce(): Promise<boolean> {
  const mayReload = () => !isBusy() && Date.now() - lastReload() > GUARD_MS;
  if (!mayReload() || !(await shopAnswers()) || !mayReload()) return false;
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return Infinity;
  }
}
