import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import { handOver } from '#src/platform/update/hand-over.ts';
import { isBusy, reloadWhenFree } from '#src/platform/update/hold-updates.ts';
import { shopAnswers } from '#src/platform/update/shop-answers.ts';

/** A new build is waiting / another tab is busy / the page is about to reload. */
export type UpdateState =
  | { kind: 'none' }
  | { kind: 'waiting'; apply: () => Promise<void> }
  | { kind: 'held'; apply: () => Promise<void> }
  | { kind: 'applying' };

/** Tabs that are alive answer within this time; a frozen tab has nothing typed that a reload could lose. */
const ANSWER_MS = 400;

/** Answers other tabs that ask before they update. Call once per page. */
export function answerBusyQuestions(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
    if (event.data?.type === 'busy?' && isBusy()) channel.postMessage({ type: 'busy' });
  });
}

/** By a tap on «Обновить», while no client is busy; otherwise it waits and says so (docs/product/offline.md#updates). */
export async function askForUpdate(take: () => void, onUpdate: (state: UpdateState) => void): Promise<void> {
  const again = () => askForUpdate(take, onUpdate);
  if (isBusy() || (await isAnyTabBusy())) {
    onUpdate({ kind: 'held', apply: again });
    return;
  }
  onUpdate({ kind: 'applying' });
  take();
}

/**
 * A takeover that goes as it should takes half a second, and one more that Chrome adds. Who still waits after this time, ms,
 * reloads: at a navigation Chrome looks again whether the old worker can go, and a worker that cannot opens the shell of the
 * build that was asked for (sw/taken.ts, docs/decisions/185-nobody-waits-for-the-old-worker.md).
 */
const TAKEOVER_MS = 3000;

/** What a tap on «Обновить» starts: the waiting build, or the one that is in charge already, comes onto the screen. */
export async function takeBuild(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  // The change of worker reloads this page by itself (take-waiting-build.ts).
  if (registration && (await handOver(registration))) await new Promise((done) => setTimeout(done, TAKEOVER_MS));
  reloadWhenFree();
}

/**
 * A page that started at the moment when a new build took over has the old shell under the new worker: nothing waits, so
 * nobody would tell it. The worker keeps only its own build: a shell without our first chunk is another one's.
 */
export async function isLeftBehind({ waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if (!entry || waiting || installing || !navigator.serviceWorker.controller) return false;
  const names = (await caches.keys()).filter((name) => name.includes('precache'));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const urls = kept.flat().map(({ url }) => url);
  return urls.some((url) => url.includes('/index.html')) && !urls.some((url) => url.startsWith(entry));
}

/** Long enough for the slowest network that still brings a build at all. */
const ASK_MS = 30_000;

/**
 * By a tap on the screen «Нужна новая версия»: asks the server, takes what has come and reloads. Says why when it does not.
 * Without a worker the reload alone brings the new build.
 */
export async function takeNewBuild(): Promise<'busy' | 'offline' | undefined> {
  if (isBusy() || (await isAnyTabBusy())) return 'busy';
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const isAsked = registration ? await inTime(registration.update()) : await shopAnswers();
  const next = registration?.installing ?? registration?.waiting;
  if (next && registration ? !(await takesOver(next, registration)) : !isAsked) return 'offline';
  location.reload();
  return undefined;
}

const inTime = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((done) => setTimeout(() => done(false), ASK_MS)),
  ]);

/** True when this worker is in charge, or as good as that; false when it could not be installed. */
function takesOver(worker: ServiceWorker, registration: ServiceWorkerRegistration): Promise<boolean> {
  return new Promise((done) => {
    const look = () => {
      if (worker.state === 'installed')
        void handOver(registration).then(() => setTimeout(() => done(true), TAKEOVER_MS));
      else if (worker.state === 'redundant') done(false);
      else if (worker.state !== 'installing') done(true);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

function isAnyTabBusy(): Promise<boolean> {
  if (!('BroadcastChannel' in globalThis)) return Promise.resolve(false);
  const channel = new BroadcastChannel(SHOP_CHANNEL);
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
