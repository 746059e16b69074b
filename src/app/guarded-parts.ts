import { SCREENS } from '#contract/paths.ts';
import { routeOf } from '#src/app/routes.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';

export const Guarded = lazyPart(() => import('#src/app/Guarded.tsx'), 'Guarded');
export const Framed = lazyPart(() => import('#src/app/Guarded.tsx'), 'Framed');

/** The code that the screen of an address starts with; whose screen it is stays open: see `entered` in routes.tsx. */
export async function preloadRoute(pathname: string): Promise<void> {
  const route = routeOf(pathname);
  await Promise.all([
    route?.screen.preload?.(),
    route && SCREENS[route.path] !== 'anyone' && Guarded.preload(),
    route?.surface && Framed.preload(),
  ]);
}
