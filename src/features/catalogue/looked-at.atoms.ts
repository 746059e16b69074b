import { atom } from 'jotai';
import type { ListRow } from '#contract/catalogue.ts';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { guestIdAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { LOOKED_AT_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: lookedAtAtom, lookedAtIdsAtom. Commands: readLookedAtAtom, noteLookedAtAtom. Of the person's own database: nothing of it is sent, a logout
// takes it away, and the next guest of the phone does not see the last one's (docs/product/catalogue.md#looked-at).

const MOST = 24;
type Kept = { v: 1; ids: number[]; guest?: string };

const keptAtom = atom<{ uid: string; ids: readonly number[] } | null>(null);
const NONE: readonly number[] = [];
/** Ids of products whose pages this person has opened, the latest first. */
export const lookedAtIdsAtom = atom((get): readonly number[] => {
  const kept = get(keptAtom);
  return kept?.uid === get(sessionAtom).uid ? kept.ids : NONE;
});
/** Those of them that the shop still sells. */
export const lookedAtAtom = atom((get): readonly ListRow[] => {
  const { byId } = get(catalogueAtom);
  return get(lookedAtIdsAtom).flatMap((id) => byId.get(id) ?? []);
});

export const readLookedAtAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  const guest = user.isGuest ? await get(guestIdAtom) : undefined;
  const store = await get(storesAtom).person(uid);
  const kept = await store.get<unknown>(LOOKED_AT_KEY).catch(() => undefined);
  if (get(sessionAtom).uid === uid) set(keptAtom, { uid, ids: idsOf(kept, guest) });
});

/** The page of a product was opened. Never throws: nobody waits for it. */
export const noteLookedAtAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  const guest = user.isGuest ? await get(guestIdAtom) : undefined;
  const store = await get(storesAtom).person(uid);
  const ids = await store
    .change(async (kv) => {
      const [isOpen, kept] = await Promise.all([ask<unknown>(kv.get(OPEN_KEY)), ask<unknown>(kv.get(LOOKED_AT_KEY))]);
      // Whoever has logged out leaves nothing behind, however late this comes.
      if (isOpen === false) return [];
      const next = [id, ...idsOf(kept, guest).filter((other) => other !== id)].slice(0, MOST);
      kv.put({ v: 1, ids: next, ...(guest ? { guest } : {}) } satisfies Kept, LOOKED_AT_KEY);
      return next;
    })
    .catch(() => null);
  if (ids && get(sessionAtom).uid === uid) set(keptAtom, { uid, ids });
});

/** What another guest of this phone has left is nobody's. */
function idsOf(kept: unknown, guest: string | undefined): number[] {
  const { v, ids, guest: of } = (kept ?? {}) as Partial<Kept>;
  if (v !== 1 || !Array.isArray(ids) || of !== guest) return [];
  return ids.filter((id): id is number => Number.isInteger(id));
}
