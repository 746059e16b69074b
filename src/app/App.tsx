import { type createStore, Provider, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Router } from 'wouter';
import { coverAtom } from '#src/app/cover.atom.ts';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { aroundNav, locationHook } from '#src/app/location.ts';
import { Shell } from '#src/app/Shell.tsx';
import { carryAtom } from '#src/app/sponsor-carry.ts';

/** Everything around the screens: state, addresses, frame. */
export function App({ store }: { store: ReturnType<typeof createStore> }) {
  return (
    <Provider store={store}>
      <ErrorBoundary>
        <Addresses />
      </ErrorBoundary>
    </Provider>
  );
}

function Addresses() {
  const cover = useAtomValue(coverAtom);
  const { carry } = useAtomValue(carryAtom);
  const hook = useMemo(() => locationHook(carry), [carry]);
  if (cover) return cover;
  return (
    <Router hook={hook} hrefs={carry} aroundNav={aroundNav}>
      <Shell />
    </Router>
  );
}
