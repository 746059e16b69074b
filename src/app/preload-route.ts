import { FIRST_ROUTES, routeAmong } from '#src/app/routes.tsx';

export const rareRoutes = () => import('#src/app/rare-routes.tsx');

/** The code that the screen of an address starts with. */
export async function preloadRoute(pathname: string): Promise<void> {
  const first = routeAmong(FIRST_ROUTES, pathname);
  await (first ? first.screen.preload?.() : rareRoutes().then(({ preloadRare }) => preloadRare(pathname)));
}
