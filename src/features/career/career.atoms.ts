import { atom } from 'jotai';
import { type Career, getCareer } from '#contract/network.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: careerAtom. Command: loadCareerAtom.

const heldAtom = atom<{ uid: string; shown: Shown<Career> }>({ uid: '', shown: NOTHING_SHOWN });
/** Of who holds the phone. Without a network it is what the phone remembers, and carries its date. */
export const careerAtom = atom((get): Shown<Career> => {
  const { uid, shown } = get(heldAtom);
  if (uid !== get(sessionAtom).uid) return NOTHING_SHOWN;
  return shown.data !== null && !get(networkAtom).isOnline ? { ...shown, isCopy: true } : shown;
});

/** Shows the copy, then asks. Never throws. */
export const loadCareerAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const by = { api: get(apiAtom), store: await get(storesAtom).person(uid) };
  await askKept(by, { name: 'career', call: getCareer, input: {} }, (shown) => {
    set(heldAtom, { uid, shown });
    if (!shown.isCopy && shown.data) set(reportNetworkAtom, true);
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});
