import { Suspense, useEffect } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { rareRoutes } from '#src/app/preload-route.ts';
import { FIRST_ROUTES, isBare, routeAmong } from '#src/app/routes.tsx';
import { ScreenSkeleton } from '#src/app/ScreenSkeleton.tsx';
import { isBadSponsor } from '#src/app/sponsor-carry.ts';
import { endTakeOver } from '#src/platform/display/take-over.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const BadLink = lazyPart(rareRoutes, 'BadLink');
const RareScreen = lazyPart(rareRoutes, 'RareScreen');

/** Beside the screen: its effect runs when React holds all of the screen (docs/decisions/421), its end when the screen is left. */
function TakenOver() {
  useEffect(() => {
    endTakeOver();
    return () => {
      delete document.documentElement.dataset.rendered;
    };
  }, []);
  return null;
}

/** Its field and its camera stay while one order after the other is opened. */
const COUNTER = /^\/punkt(\/orders\/|$)/;
/**
 * The screen of the current address, inside its own error boundary: the frame around it always stands. A bad sponsorId stops
 * here (docs/product/asked-for.md#screens).
 */
export function Screens() {
  const [path] = useLocation();
  const isBad = isBadSponsor(useSearch());
  const route = routeAmong(FIRST_ROUTES, path);
  // One list for all categories: it stays mounted when only the category changes. Other screens start anew.
  const key = route?.path.startsWith('/katalog') ? 'katalog' : COUNTER.test(path) ? 'punkt' : path;
  const waiting = <ScreenSkeleton isBare={isBare(path)} />;
  return (
    <ErrorBoundary key={key} waiting={waiting}>
      <Suspense fallback={waiting}>
        {isBad ? (
          <BadLink />
        ) : route ? (
          <Route path={route.path}>
            <route.screen />
          </Route>
        ) : (
          <RareScreen />
        )}
        {/* Behind a boundary of its own, so that it has its turn with those of the screen and not before them. */}
        <Suspense>
          <TakenOver />
        </Suspense>
      </Suspense>
    </ErrorBoundary>
  );
}
