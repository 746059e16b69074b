import type { Getter } from 'jotai';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import type { KeyedBy } from '#src/platform/api/keyed-draft.ts';
import { timersAtom, type Timers } from '#src/platform/timers.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** Whoever holds the phone now, for a change under a key: their database, and what the shop is told of whose change it is. */
export const keyedBy = async (get: Getter): Promise<KeyedBy & { timers: Timers }> => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
  owner: await get(ownerAtom),
  timers: get(timersAtom),
});
