import { type createStore, Provider, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Router } from 'wouter';
import { coverAtom } from '#src/app/cover.atom.ts';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { aroundNav, locationHook } from '#src/app/location.ts';
import { Shell } from '#src/app/Shell.tsx';
import { carryAtom } from '#src/app/sponsor-carry.ts';

/** Everything around the screens: state, addresses, frame. */
/** @param path of the page that the server renders. */
export function App({ store, path }: { store: ReturnType<typeof createStore>; path?: string }) {
  return (
    <Provider store={store}>
      <ErrorBoundary>
        <Addresses path={path} />
      </ErrorBoundary>
    </Provider>
  );
}

function Addresses({ path }: { path: string | undefined }) {
  const cover = useAtomValue(coverAtom);
  const { carry } = useAtomValue(carryAtom);
  const hook = useMemo(() => locationHook(carry), [carry]);
  if (cover) return cover;
  return (
    // What is rendered holds for every query that does not ask for another list: taken over without one, like it was drawn.
    <Router hook={hook} hrefs={carry} aroundNav={aroundNav} ssrSearch="" {...(path ? { ssrPath: path } : {})}>
      <Shell />
    </Router>
  );
}
