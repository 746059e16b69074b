import { atom, type Atom, type WritableAtom } from 'jotai';
import { EMPTY_CATALOGUE, priceOf, toCatalogue, toPriceTable } from '#src/features/catalogue/catalogue.rules.ts';
import type { Catalogue, PageData, Price, PriceTable, SyncState } from '#src/features/catalogue/catalogue.types.ts';
import { loadFirstCards } from '#src/features/catalogue/first-cards.ts';
import { realPriceTypeAtom, sessionAtom, shownPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import { readFirst, type StoredFirst } from '#src/offline/kept-first.ts';
import { POINTER_KEY, SHOP_CHANNEL } from '#src/offline/keys.ts';
import type { Seen } from '#src/offline/outbox/record.ts';
import type { Net } from '#src/offline/ports.ts';
import { fetchNet } from '#src/device/fetch-net.ts';
import { firstCardsDrawn, isPlainList, nextFrame } from '#src/platform/display/after-first-cards.ts';
import { afterTakeOver } from '#src/platform/display/take-over.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read by everybody: catalogueAtom, priceOfAtom, catalogueAsOfAtom, syncStateAtom, seenOfAtom.
// Commands: startCatalogueAtom (once, by mounting), reloadCatalogueAtom, syncCatalogueAtom.
// In the first chunk; what a product page and a second attempt need is in catalogue-more.atoms.ts.

/** Tests give the server here. */
export const netAtom = atom<Net>(fetchNet);

export const engine = () => import('#src/features/catalogue/engine.ts');
/** The code for whole catalogues; there from the moment the catalogue is 'ready'. */
export const engineAtom = atom<Awaited<ReturnType<typeof engine>> | null>(null);

const catalogueStateAtom = atom<Catalogue>(EMPTY_CATALOGUE);
/** Raised by every reload, so that consultant prices and details follow a new revision. */
export const revisionAtom = atom(0);
export const syncStateAtom = atom<SyncState>({ kind: 'idle' });

/** Reads the revision this device holds; the screen changes in place. False when nothing whole is stored. */
export const reloadCatalogueAtom = atom(null, async (get, set): Promise<boolean> => {
  const pub = get(storesAtom).pub();
  // A first visit has nothing to read, and need not load the code that reads.
  if (!(await pub.get(POINTER_KEY).catch(() => undefined))) return false;
  const loaded = await engine();
  const whole = await loaded.readWhole(pub, get(catalogueStateAtom)).catch(() => undefined);
  if (!whole) return false;
  set(engineAtom, loaded);
  set(catalogueStateAtom, whole);
  set(revisionAtom, get(revisionAtom) + 1);
  if (consPrices && get(realPriceTypeAtom) === 1) await set(consPrices.live, false);
  return true;
});

/**
 * Cold start: what the device holds, else the first cards from the server; then the sync takes over. The plain list has its
 * first cards apart, and the rest is read when they stand (docs/decisions/257).
 */
export const startCatalogueAtom = atom(null, async (get, set): Promise<void> => {
  if (get(catalogueStateAtom).status === 'empty' && isPlainList()) {
    const kept = await readFirst(get(storesAtom).pub()).catch(() => undefined);
    if (kept) {
      set(firstAtom, kept);
      await nextFrame();
    }
  }
  if (await set(reloadCatalogueAtom)) void engine().then(({ prepareSearch }) => prepareSearch());
  else {
    if (get(catalogueStateAtom).status === 'empty') await set(showFirstCardsAtom);
    if (get(catalogueStateAtom).status !== 'empty') await firstCardsDrawn();
  }
  await set(syncCatalogueAtom);
});

/** Shows the first cards, wherever they come from. */
const firstAtom = atom(null, (_get, set, { rev, asOf, pricesAt, first, categories }: Omit<StoredFirst, 'v'>) => {
  const { total, rows, thumbs } = first;
  const prices = toPriceTable(first.prices, pricesAt);
  set(
    catalogueStateAtom,
    toCatalogue({ status: 'first', rev, asOf, total, listed: '', rows, categories, prices, thumbs }),
  );
});

const showFirstCardsAtom = atom(null, async (get, set): Promise<void> => {
  const cards = await loadFirstCards(get(netAtom));
  if (!cards || get(catalogueStateAtom).status !== 'empty') return;
  const { manifest, ...parts } = cards;
  set(firstAtom, { ...parts, rev: manifest.rev, pricesAt: manifest.prices[0].asOf, asOf: new Date().toISOString() });
});

/** What the document came with; set before the page is rendered or taken over. Pictures stand in it, so no thumbhashes. */
export const seedCatalogueAtom = atom(null, (_get, set, page: PageData): void =>
  set(
    catalogueStateAtom,
    toCatalogue({ ...page, status: 'first', prices: toPriceTable(page.prices, page.pricesAt), thumbs: {} }),
  ),
);

/** Brings the device up to date: by the worker when there is one, else in the page with the same module. */
export const syncCatalogueAtom = atom(null, async (get, set): Promise<void> => {
  const { syncInPage } = await import('#src/features/catalogue/sync-in-page.ts');
  await syncInPage(get, set, { netAtom, syncStateAtom, reloadCatalogueAtom });
});

const liveCatalogueAtom = atom(
  (get) => get(catalogueStateAtom),
  (_get, set, event: 'start' | 'changed' | 'check') => {
    if (event === 'start') void set(startCatalogueAtom);
    else if (event === 'changed') void set(reloadCatalogueAtom);
    else void set(syncCatalogueAtom);
  },
);
liveCatalogueAtom.onMount = (tell) => {
  if (typeof document === 'undefined') return;
  afterTakeOver(() => tell('start'));
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(SHOP_CHANNEL) : null;
  if (channel)
    channel.addEventListener('message', ({ data }: MessageEvent<{ type?: string } | undefined>) => {
      if (data?.type === 'catalog-rev') tell('changed');
    });
  const check = () => tell('check');
  const onVisible = () => document.visibilityState === 'visible' && check();
  addEventListener('online', check);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    channel?.close();
    removeEventListener('online', check);
    document.removeEventListener('visibilitychange', onVisible);
  };
};

/** The local catalogue. The first component that uses it starts reading. */
export const catalogueAtom: Atom<Catalogue> = liveCatalogueAtom;
/** When the server last confirmed what is shown: «сохранённое от …». */
export const catalogueAsOfAtom = atom((get) => get(catalogueAtom).asOf);

/**
 * Consultant prices live in the person's own database and are shown to nobody else (docs/product/prices.md#who-sees-what).
 * One person at a time:
 * another one's atom takes the place of the last, so nothing of the last stays in memory.
 */
function consPricesFor(uid: string) {
  if (consPrices?.uid === uid) return consPrices.live;
  const table = atom<PriceTable | null>(null);
  const live = atom(
    (get) => get(table),
    async (get, set, isFirst: boolean) => {
      const person = await get(storesAtom).person(uid);
      const stored = await engine()
        .then(({ readConsPrices }) => readConsPrices(person))
        .catch(() => undefined);
      set(table, stored ? toPriceTable(stored.prices, stored.asOf) : null);
      // Just logged in: they are not on the device yet.
      if (!stored && isFirst) await set(syncCatalogueAtom);
    },
  );
  live.onMount = (load) => void load(true);
  consPrices = { uid, live };
  return live;
}
let consPrices: { uid: string; live: WritableAtom<PriceTable | null, [isFirst: boolean], Promise<void>> } | null = null;

/** Price of a product as this person sees it now; undefined for a product that is not in the catalogue. */
export const priceOfAtom = atom((get): ((id: number) => Price | undefined) => {
  const { prices } = get(catalogueAtom);
  const table = get(shownPriceTypeAtom) === 1 ? get(consPricesFor(get(sessionAtom).uid)) : null;
  return (id) => priceOf(prices, table, id);
});

/** What stood on the screen at a gesture: a refusal is told with it, never with a bare id (docs/product/offline.md F22). */
export const seenOfAtom = atom((get) => (id: number): Seen => {
  const { byId, rev } = get(catalogueAtom);
  const row = byId.get(id);
  const price = get(priceOfAtom)(id);
  return {
    title: row?.title ?? '',
    image: row?.image ?? null,
    catalogueRev: rev,
    ...(price ? { price: price.consPrice ?? price.price, priceAt: price.asOf } : {}),
  };
});
