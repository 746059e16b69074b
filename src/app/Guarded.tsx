import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { SCREENS } from '#contract/paths.ts';
import { returnPath } from '#src/app/nav.rules.ts';

import type { ScreenRoute, Surface } from '#src/app/routes.tsx';
import { ScreenSkeleton } from '#src/app/ScreenSkeleton.tsx';
import { SyncPill } from '#src/app/SyncPill.tsx';
import { useIsStaff } from '#src/app/use-is-staff.ts';
import { type Entrance, entranceOf } from '#src/features/session/entrance.rules.ts';
import { refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

// What asks the matrix of rights: the first chunk has only screens that are open to anyone.
const Forbidden = lazyPart(() => import('#src/screens/Forbidden.tsx'), 'Forbidden');

/** A guest is led to login and back; whoever has not the right sees 403 (docs/product/addresses.md#who-may-enter). */
export function Guarded({ route: { path: screen, screen: Screen }, isBare }: { route: ScreenRoute; isBare: boolean }) {
  const entrance = useEntrance(screen);
  const [path] = useLocation();
  const search = useSearch();
  if (entrance === 'open') return <Screen />;
  if (entrance === 'wait') return <ScreenSkeleton isBare={isBare} />;
  return entrance === 'login' ? (
    <Redirect to={`/login${returnPath(path, search)}`} replace />
  ) : (
    <Forbidden needs={SCREENS[screen]} />
  );
}

/** Of this page: a guest who goes from one closed screen to another waits no second time. */
const hasAskedAtom = atom(false);
/** Longer than an answer takes on a slow line; then the device's word counts. */
const PATIENCE_MS = 4000;
/**
 * A browser may hold a session that the device does not remember (its memory was cleared, or is new): nobody is sent to log in before the shop
 * has been asked, once a page. Without a network the device's word is all there is.
 */
function useEntrance(screen: ScreenRoute['path']): Entrance {
  const session = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const refresh = useSetAtom(refreshSessionAtom);
  const [hasAsked, setAsked] = useAtom(hasAskedAtom);
  const entrance = entranceOf(SCREENS[screen], session);
  const isAsking = entrance === 'login' && isOnline && !hasAsked;
  useEffect(() => {
    if (!isAsking) return undefined;
    const done = () => setAsked(true);
    const timer = setTimeout(done, PATIENCE_MS);
    void refresh().then(done);
    return () => clearTimeout(timer);
  }, [isAsking, refresh, setAsked]);
  return isAsking ? 'wait' : entrance;
}

/** Desk and counter in their own frame, for whoever may enter; everybody else stays in the shop's. */
const FRAMES = {
  desk: lazyPart(() => import('#src/staff/desk/Desk.tsx'), 'DeskFrame'),
  punkt: lazyPart(() => import('#src/staff/punkt/Punkt.tsx'), 'PunktFrame'),
};
type FramedProps = { surface: Surface; shop: ReactNode; children: ReactNode };
export function Framed({ surface, shop, children }: FramedProps) {
  const isStaff = useIsStaff();
  const Frame = FRAMES[surface];
  return isStaff ? <Frame pill={<SyncPill />}>{children}</Frame> : shop;
}
