import { Suspense } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { SCREENS } from '#contract/paths.ts';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { Guarded } from '#src/app/guarded-parts.ts';
import { rare, routeOf } from '#src/app/routes.tsx';
import { ScreenSkeleton } from '#src/app/ScreenSkeleton.tsx';
import { isBadSponsor } from '#src/app/sponsor-carry.ts';

const BadLink = rare('BadLink');
const NotFound = rare('NotFound');

/**
 * The screen of the current address, inside its own error boundary: the frame around it always stands. A bad sponsorId stops
 * here (docs/product/asked-for.md#screens).
 */
export function Screens() {
  const [path] = useLocation();
  const isBad = isBadSponsor(useSearch());
  const route = routeOf(path);
  // One list for all categories: it stays mounted when only the category changes. Other screens start anew.
  const key = route?.path.startsWith('/katalog') ? 'katalog' : path;
  return (
    <ErrorBoundary key={key} waiting={<ScreenSkeleton isBare={route?.isBare} />}>
      <Suspense fallback={<ScreenSkeleton isBare={route?.isBare} />}>
        {isBad ? (
          <BadLink />
        ) : route ? (
          <Route path={route.path}>
            {SCREENS[route.path] === 'anyone' ? <route.screen /> : <Guarded route={route} />}
          </Route>
        ) : (
          <NotFound />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
