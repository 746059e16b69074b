import { useAtomValue } from 'jotai';
import { useLocation } from 'wouter';
import { screenAt, SCREENS } from '#contract/paths.ts';
import { surfaceOf } from '#src/app/routes.tsx';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** True at desk and counter, for whoever may enter: everybody else stays in the shop's frame. */
export function useIsStaff(): boolean {
  const [path] = useLocation();
  const session = useAtomValue(sessionAtom);
  const surface = surfaceOf(path);
  // An address that is none of the surface's is told of in its frame.
  const screen = surface && (screenAt(path) ?? (`/${surface}` as const));
  return screen !== undefined && entranceOf(SCREENS[screen], session) === 'open';
}
