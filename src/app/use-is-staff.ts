import { useAtomValue } from 'jotai';
import { useLocation } from 'wouter';
import { SCREENS } from '#contract/paths.ts';
import { routeOf } from '#src/app/routes.tsx';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** True at desk and counter, for whoever may enter: everybody else stays in the shop's frame. */
export function useIsStaff(): boolean {
  const [path] = useLocation();
  const session = useAtomValue(sessionAtom);
  const route = routeOf(path);
  return route?.surface !== undefined && entranceOf(SCREENS[route.path], session) === 'open';
}
