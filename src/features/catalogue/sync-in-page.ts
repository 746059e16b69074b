import { type Atom, atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai';
import type { SyncState } from '#src/features/catalogue/catalogue.types.ts';
import { SHOP_CHANNEL } from '#src/offline/keys.ts';
import type { Net } from '#src/offline/ports.ts';
import { realPriceTypeAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { fetchPage } from '#src/device/fetch-page.ts';
import { syncCatalogue } from '#src/offline/catalogue-sync.ts';
import type { PageKeeper } from '#src/offline/kept-page.ts';
import { heardMinBuildAtom } from '#src/platform/update/min-build.atom.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Not asked more often than this, unless something was missing. */
const FRESH_MS = 60_000;
/** The catalogue's own atoms, handed in: this module comes later than they do and knows them by their types. */
export type CatalogueAtoms = {
  netAtom: Atom<Net>;
  syncStateAtom: PrimitiveAtom<SyncState>;
  reloadCatalogueAtom: WritableAtom<null, [], Promise<boolean>>;
};

/** One run at a time per page; read once, so the object stays. */
const runAtom = atom(() => ({ running: null as Promise<void> | null, checkedAt: 0, checkedFor: '' }));

/**
 * The same module as the worker's, in the page: a first visit has no worker yet, some browsers never have one. With a
 * worker both may run; the Web Lock `catalogue` puts them in a row and the second finds everything done.
 */
export function syncInPage(get: Getter, set: Setter, atoms: CatalogueAtoms): Promise<void> {
  const state = get(runAtom);
  return (state.running ??= run(get, set, atoms).finally(() => {
    state.running = null;
  }));
}

async function run(get: Getter, set: Setter, atoms: CatalogueAtoms): Promise<void> {
  const who = whoOf(get);
  await runFor(who, get, set, atoms);
  // Somebody has logged in meanwhile: their prices have to be fetched too.
  if (whoOf(get) !== who) await run(get, set, atoms);
}
const whoOf = (get: Getter): string => `${get(sessionAtom).uid}:${get(realPriceTypeAtom)}`;

async function runFor(
  who: string,
  get: Getter,
  set: Setter,
  { netAtom, syncStateAtom, reloadCatalogueAtom }: CatalogueAtoms,
): Promise<void> {
  const { uid } = get(sessionAtom);
  const priceType = get(realPriceTypeAtom);
  const state = get(runAtom);
  if (state.checkedFor === who && Date.now() - state.checkedAt < FRESH_MS) return;
  const stores = get(storesAtom);
  const result = await syncCatalogue({
    store: stores.pub(),
    net: get(netAtom),
    priceType,
    personStore: priceType === 1 ? await stores.person(uid) : undefined,
    isStillPerson: async () => get(sessionAtom).uid === uid,
    onProgress: (doneBytes, totalBytes) => set(syncStateAtom, { kind: 'loading', doneBytes, totalBytes }),
    onMinBuild: (minBuild) => set(heardMinBuildAtom, minBuild),
    onChange: (rev) => {
      void set(reloadCatalogueAtom);
      tellOthers(rev);
    },
    pages: keeper(),
    lock: withLock,
  });
  switch (result.kind) {
    case 'updated':
    case 'unchanged':
      state.checkedAt = Date.now();
      state.checkedFor = who;
      set(reportNetworkAtom, true);
      set(syncStateAtom, { kind: 'idle' });
      // A worker may have flipped while this page waited for the lock; otherwise only the time of the check changes.
      await set(reloadCatalogueAtom);
      break;
    case 'offline':
      set(reportNetworkAtom, false);
      set(syncStateAtom, { kind: 'offline' });
      break;
    case 'broken':
    case 'full':
      set(syncStateAtom, { kind: result.kind });
      break;
    case 'aborted':
    // That person no longer holds the phone: nothing to show.
    case 'gone':
      set(syncStateAtom, { kind: 'idle' });
  }
}

/** Pages are for the worker, and for the build of this very page: without a worker in charge nobody would read them. */
function keeper(): PageKeeper | undefined {
  if (typeof document === 'undefined' || !navigator.serviceWorker?.controller) return undefined;
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  return entry ? { entry, fetch: fetchPage } : undefined;
}

const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  // Old Safari and plain http have no locks: one page at a time is then the best there is.
  navigator.locks ? (navigator.locks.request('catalogue', work) as Promise<T>) : work();

function tellOthers(rev: string): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(SHOP_CHANNEL);
  channel.postMessage({ type: 'catalog-rev', rev });
  channel.close();
}
