import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { SCREENS } from '#contract/paths.ts';
import { returnPath } from '#src/app/nav.rules.ts';

import type { ScreenRoute, Surface } from '#src/app/routes.tsx';
import { ScreenSkeleton } from '#src/app/ScreenSkeleton.tsx';
import { SyncPill } from '#src/app/SyncPill.tsx';
import { useIsStaff } from '#src/app/use-is-staff.ts';
import { entranceOf } from '#src/features/session/entrance.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

// What asks the matrix of rights: the first chunk has only screens that are open to anyone.
const Forbidden = lazyPart(() => import('#src/screens/Forbidden.tsx'), 'Forbidden');

/** A guest is led to login and back; whoever has not the right sees 403 (docs/product/addresses.md#who-may-enter). */
export function Guarded({ route: { path: screen, screen: Screen }, isBare }: { route: ScreenRoute; isBare: boolean }) {
  const entrance = entranceOf(SCREENS[screen], useAtomValue(sessionAtom));
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
