import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Redirect, Route, useLocation, useSearch } from 'wouter';
import { SCREENS } from '#contract/paths.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { returnPath } from '#src/app/nav.rules.ts';
import { rare, routeOf, type ScreenRoute } from '#src/app/routes.tsx';
import { ScreenSkeleton } from '#src/app/ScreenSkeleton.tsx';
import { isBadSponsor } from '#src/app/sponsor-carry.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

const BadLink = rare('BadLink');
const NotFound = rare('NotFound');
const Forbidden = rare('Forbidden');

/** The screen of the current address, inside its own error boundary: the frame around it always stands. A bad sponsorId stops here (docs/product/asked-for.md#screens). */
export function Screens() {
  const [path] = useLocation();
  const isBad = isBadSponsor(useSearch());
  const route = routeOf(path);
  // One list for all categories: it stays mounted when only the category changes. Other screens start anew.
  const key = route?.path.startsWith('/katalog') ? 'katalog' : path;
  return (
    <ErrorBoundary key={key}>
      <Suspense fallback={<ScreenSkeleton isBare={route?.isBare} />}>
        {isBad ? (
          <BadLink />
        ) : route ? (
          <Route path={route.path}>
            <Entrance route={route} />
          </Route>
        ) : (
          <NotFound />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}

/** A guest is led to login and back; whoever has not the right sees 403 (docs/product/addresses.md#who-may-enter). */
function Entrance({ route: { path: screen, screen: Screen, isBare } }: { route: ScreenRoute }) {
  const entrance = entranceOf(SCREENS[screen], useAtomValue(sessionAtom));
  const [path] = useLocation();
  const search = useSearch();
  if (entrance === 'open') return <Screen />;
  if (entrance === 'wait') return <ScreenSkeleton isBare={isBare} />;
  return entrance === 'login' ? <Redirect to={`/login${returnPath(path, search)}`} replace /> : <Forbidden />;
}
