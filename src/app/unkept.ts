import { atom } from 'jotai';
import { guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { earlyTapsAtom, type Tap } from '#src/features/session/session.atoms.ts';
import { type Fresh, freshAtom } from '#src/sync-client/sync.atoms.ts';

export type Unkept = Fresh | Tap;
/** What a person has done on this page and the device does not hold yet, as src/app/left-taps.ts carries it out on the next one. */
export const unkeptAtom = atom((get): readonly Unkept[] => [
  ...get(freshAtom),
  ...get(earlyTapsAtom),
  ...[...get(guestWishesAtom)].map(([id, on]) => ({ tap: 'heart' as const, id, on })),
]);
