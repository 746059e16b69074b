import { atom } from 'jotai';
import { INSTALL_KEY } from '#src/offline/keys.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Chromium's deferred prompt; no TypeScript library describes it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };
export type Install = { kind: 'none' } | { kind: 'prompt' } | { kind: 'ios' };
type Memory = {
  v: 1;
  visits: number;
  lastVisitAt: string;
  dismissedAt?: string;
  installedAt?: string;
  persisted?: boolean;
};

/** Two starts within half an hour are one visit. */
const VISIT_GAP_MS = 30 * 60_000;

let deferred: InstallPrompt | null = null;
const memoryAtom = atom<Memory | null>(null);
const promptReadyAtom = atom(false);
const hasSavedGestureAtom = atom(false);
/** What this browser knows of installing. */
const wayAtom = atom<Install>((get) => ({ kind: get(promptReadyAtom) ? 'prompt' : isIos() ? 'ios' : 'none' }));

export const installAtom = atom<Install>((get) => {
  const memory = get(memoryAtom);
  if (!memory || memory.dismissedAt || memory.installedAt || isStandalone()) return { kind: 'none' };
  if (memory.visits < 2 && !get(hasSavedGestureAtom)) return { kind: 'none' };
  return get(wayAtom);
});
/**
 * The same, for a place in the page that stands in nobody's way: also on the first visit and after «Не сейчас», but not while
 * the offer itself stands at the bottom of the screen.
 */
export const quietInstallAtom = atom<Install>((get) => {
  const memory = get(memoryAtom);
  if (!memory || memory.installedAt || isStandalone() || get(installAtom).kind !== 'none') return { kind: 'none' };
  return get(wayAtom);
});

/** Counts the visit and listens for Chromium's prompt. Called once, after the first paint. */
export const startInstallAtom = atom(null, async (get, set) => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    deferred = event as InstallPrompt;
    set(promptReadyAtom, true);
  });
  addEventListener(
    'appinstalled',
    () => void set(rememberAtom, { installedAt: new Date().toISOString() }).then(askToPersist),
  );
  const early = (globalThis as { installPrompt?: InstallPrompt }).installPrompt;
  if (early) {
    deferred = early;
    set(promptReadyAtom, true);
  }
  const pub = get(storesAtom).pub();
  const known = await pub.get<Memory>(INSTALL_KEY).catch(() => undefined);
  const now = new Date();
  const isNewVisit = !known || now.getTime() - Date.parse(known.lastVisitAt) > VISIT_GAP_MS;
  set(memoryAtom, {
    ...known,
    v: 1,
    visits: (known?.visits ?? 0) + (isNewVisit ? 1 : 0),
    lastVisitAt: now.toISOString(),
  });
  // A change that was saved before this was read from storage.
  if (get(hasSavedGestureAtom)) void set(noteSavedGestureAtom);
  await pub.set(INSTALL_KEY, get(memoryAtom)).catch(() => {});
});

const rememberAtom = atom(null, async (get, set, change: Partial<Memory>) => {
  const memory = get(memoryAtom);
  if (!memory) return;
  set(memoryAtom, { ...memory, ...change });
  await get(storesAtom)
    .pub()
    .set(INSTALL_KEY, get(memoryAtom))
    .catch(() => {});
});

/**
 * The first heart or cart line that was saved: the moment to offer the app and to ask for persistent storage. Asked once:
 * some browsers put the question to the person each time. Later it is asked on /user/sync.
 */
export const noteSavedGestureAtom = atom(null, async (get, set) => {
  set(hasSavedGestureAtom, true);
  const memory = get(memoryAtom);
  if (!memory || memory.persisted !== undefined) return;
  await set(rememberAtom, { persisted: await askToPersist() });
});

export const installAppAtom = atom(null, async (_get, set) => {
  const prompt = deferred;
  deferred = null;
  set(promptReadyAtom, false);
  const choice = await prompt?.prompt();
  await set(
    rememberAtom,
    choice?.outcome === 'accepted'
      ? { installedAt: new Date().toISOString() }
      : { dismissedAt: new Date().toISOString() },
  );
  await askToPersist();
});
export const dismissInstallAtom = atom(null, (_get, set) =>
  set(rememberAtom, { dismissedAt: new Date().toISOString() }),
);

async function askToPersist(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
