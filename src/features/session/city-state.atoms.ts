import { atom } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

// Read: cityAtom. What reads and keeps it comes later: city.atoms.ts.

/** A city of the gazetteer (contract/cities.ts); prices and days of delivery are those of a parcel to there. */
export type ShownCity = { id: number; title: string };
/** What stands on the phone: of the person `uid` and of the device. */
export const keptCitiesAtom = atom<{ uid: string | null; own: ShownCity | null; device: ShownCity | null }>({
  uid: null,
  own: null,
  device: null,
});
/** «Ваш город» is open. */
export const isCityAskedAtom = atom(false);

/**
 * Where the person wants parcels: their own choice, else the account's city, else the one that was chosen on this phone without an
 * account. Null: nobody has said, and it is never guessed from the network address (docs/product/addresses.md#city).
 */
export const cityAtom = atom((get): ShownCity | null => {
  const { uid, user } = get(sessionAtom);
  const kept = get(keptCitiesAtom);
  const account = user.city && { id: user.city.id, title: user.city.name };
  return (kept.uid === uid ? kept.own : null) ?? account ?? kept.device;
});
