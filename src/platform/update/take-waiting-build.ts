import { KILLED_CACHE } from '#src/offline/keys.ts';
import { hushLostParts, reloadWhenFree } from '#src/platform/update/hold-updates.ts';

// A file of its own: this much of the updates is in the first chunk.

/**
 * Runs at every start, before the worker module is loaded: a waiting build is taken when this is the only client, and
 * a change of controller reloads the page once, not under a quiz or a form: then when it is closed (docs/product/offline.md
 * F40). The first controller of a first visit reloads nothing, neither does the kill switch: it brings no build.
 */
export function takeWaitingBuild(): void {
  const container = globalThis.navigator?.serviceWorker;
  if (!container) return;
  const { controller } = container;
  const isKilled = () => caches.has(KILLED_CACHE).catch(() => false);
  let hasBuild = isKilled().then((killed) => !killed && Boolean(controller));
  container.addEventListener('controllerchange', () => {
    if (controller) hushLostParts();
    hasBuild = hasBuild.then(async (had) => {
      if (!had) return true;
      if (await isKilled()) return false;
      reloadWhenFree();
      return true;
    });
  });
  void container.getRegistration().then((registration) => {
    if (!registration?.waiting) return;
    hushLostParts();
    registration.waiting.postMessage({ type: 'activate-if-alone' });
  });
}
