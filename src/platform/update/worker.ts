import { Workbox } from 'workbox-window';
import { askForUpdate, isLeftBehind, takeBuild, type UpdateState } from '#src/platform/update/update.ts';

// Loaded after the first cards. Everything works without a worker too (docs/product/offline.md F46: `ready` may never settle).

const HOUR_MS = 3_600_000;
/** In this time, ms, a worker that is taking over has deleted the caches of other builds. */
const SETTLED_MS = 5000;

/** Registers the worker and reports a waiting build; `onUpdate` is called with every change of state. */
export async function startWorker(onUpdate: (state: UpdateState) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () =>
    onUpdate({ kind: 'waiting', apply: () => askForUpdate(() => void takeBuild(), onUpdate) }),
  );
  const registration = await workbox.register();
  if (!registration) return;
  const check = () => {
    registration.update().catch(() => {});
    setTimeout(() => void lookBehind(registration, onUpdate).catch(() => {}), SETTLED_MS);
  };
  // Not every browser asks at a start that finds a worker.
  if (registration.active) check();
  navigator.serviceWorker.controller?.postMessage({ type: 'repair' });
  setInterval(check, HOUR_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check());
}

async function lookBehind(
  registration: ServiceWorkerRegistration,
  onUpdate: (state: UpdateState) => void,
): Promise<void> {
  if (await isLeftBehind(registration))
    onUpdate({ kind: 'waiting', apply: () => askForUpdate(() => location.reload(), onUpdate) });
}
