import { Workbox } from 'workbox-window';
import { BUILD } from '#src/platform/update/build.ts';
import { signOfLife } from '#src/platform/update/hand-over.ts';
import { askForUpdate, isLeftBehind, takeBuild, type UpdateState } from '#src/platform/update/update.ts';

// Loaded after the first cards. Everything works without a worker too (docs/product/offline.md F46: `ready` may never settle).

const HOUR_MS = 3_600_000;
/** In this time, ms, a worker that is taking over has deleted the caches of other builds. */
const SETTLED_MS = 5000;
/** For a worker that waits to say which build it is. */
const ANSWER_MS = 2000;

/** Registers the worker and reports a waiting build; `onUpdate` is called with every change of state. */
export async function startWorker(onUpdate: (state: UpdateState) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', async ({ sw }) => {
    const build = sw && (await signOfLife(sw, ANSWER_MS));
    // Nothing to ask for: this page is of that build already and the browser will let the older worker go, or nobody waits
    // any more.
    if (build === BUILD || sw?.state !== 'installed') return;
    onUpdate({ kind: 'waiting', apply: () => askForUpdate(() => void takeBuild(), onUpdate) });
  });
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
