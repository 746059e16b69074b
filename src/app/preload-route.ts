import { FIRST_ROUTES, routeAmong } from '#src/app/routes.tsx';

export const rareRoutes = () => import('#src/app/rare-routes.tsx');

/** The code that the screen of an address starts with; `isWhole`: with all that a rendered page of it shows. */
export async function preloadRoute(pathname: string, isWhole = false): Promise<void> {
  const first = routeAmong(FIRST_ROUTES, pathname);
  if (isWhole) await first?.screen.whole?.();
  await (first ? first.screen.preload?.() : rareRoutes().then(({ preloadRare }) => preloadRare(pathname)));
}
