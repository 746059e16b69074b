import '#src/ui/global.css';
import { createStore } from 'jotai';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '#src/app/App.tsx';
import { reloadOnLostChunk } from '#src/app/chunk-errors.ts';
import { preloadRoute } from '#src/app/preload-route.ts';
import { provideSync } from '#src/app/provide-sync.ts';
import { pageWindow, readPage, stopKeepingTaps, takeAllStyles } from '#src/app/rendered-page.ts';
import { askedIn } from '#src/app/search-address.rules.ts';
import { FIRST_ROUTES, routeAmong } from '#src/app/routes.tsx';
import { unkeptAtom } from '#src/app/unkept.ts';
import { catalogueAtom, seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { isPlainList } from '#src/platform/display/after-first-cards.ts';
import { afterTakeOver, beginTakeOver } from '#src/platform/display/take-over.ts';
import { takeWaitingBuild } from '#src/platform/update/take-waiting-build.ts';

reloadOnLostChunk();
takeWaitingBuild();
const store = createStore();
provideSync(store);
pageWindow.unkept = () => store.get(unkeptAtom);
const root = document.getElementById('root');
const page = readPage();
takeAllStyles();
if (page) store.set(seedCatalogueAtom, page);
// Nothing to take over: what the device holds is read while the screen is being drawn. The first cards of the list come before the rest.
if (!page && routeAmong(FIRST_ROUTES, location.pathname) && !isPlainList()) store.sub(catalogueAtom, () => {});
// So does the worker of a start that searches: it arranges the same for itself.
if (askedIn(location.pathname, location.search))
  void import('#src/features/catalogue/search-client.ts').then(({ prepareSearch }) => prepareSearch()).catch(() => {});
// The first screen's own code is fetched before the first render, while index.html's skeleton or the rendered page stands:
// once React has shown a fallback it keeps it for at least 300 ms, however soon the code arrives.
void preloadRoute(location.pathname, page !== undefined)
  .catch(() => {})
  .then(() => {
    if (!root) return;
    const app = <App store={store} />;
    stopKeepingTaps();
    if (page) {
      beginTakeOver();
      // In slices: otherwise all that stands outside of a boundary is one task, and a tap waits for its end.
      startTransition(() => void hydrateRoot(root, app));
    } else createRoot(root).render(app);
    if (pageWindow.taps?.length || pageWindow.hasLeftTaps)
      afterTakeOver(() => void import('#src/app/early-taps.ts').then(({ replayTaps }) => replayTaps(store)));
  });
