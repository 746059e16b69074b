import { atom } from 'jotai';
import { guestIdAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { LAST_QUERIES_KEY } from '#src/offline/keys.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: lastQueriesAtom. Commands: readLastQueriesAtom, noteQueryAtom, forgetQueriesAtom. Kept as the products that a person
// looked at: in the person's own database, never sent, gone with a logout (docs/product/catalogue.md#looked-at).

const MOST = 8;
const MAX_LENGTH = 100;
type Kept = { v: 1; queries: string[]; guest?: string };
const NONE: readonly string[] = [];

const keptAtom = atom<{ uid: string; queries: readonly string[] } | null>(null);
/** The latest first. */
export const lastQueriesAtom = atom((get): readonly string[] => {
  const kept = get(keptAtom);
  return kept?.uid === get(sessionAtom).uid ? kept.queries : NONE;
});

/** Never throws, like the others here: without storage there is simply nothing to offer. */
export const readLastQueriesAtom = atom(null, (_get, set): Promise<void> => set(changeAtom, null));
/** A query that somebody meant: sent by Enter or chosen, not each of its letters. */
export const noteQueryAtom = atom(null, (_get, set, text: string): Promise<void> => {
  const query = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
  if (query.length < 2) return Promise.resolve();
  return set(changeAtom, (queries) => [query, ...queries.filter((other) => !isSame(other, query))].slice(0, MOST));
});
export const forgetQueriesAtom = atom(null, (_get, set): Promise<void> => set(changeAtom, () => []));

type Change = (queries: readonly string[]) => string[];
const changeAtom = atom(null, async (get, set, change: Change | null): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  try {
    const guest = user.isGuest ? await get(guestIdAtom) : undefined;
    const store = await get(storesAtom).person(uid);
    const queries = await store.change(async (kv) => {
      const [isOpen, kept] = await Promise.all([
        ask<unknown>(kv.get(OPEN_KEY)),
        ask<unknown>(kv.get(LAST_QUERIES_KEY)),
      ]);
      // Whoever has logged out leaves nothing behind, however late this comes.
      if (isOpen === false) return [];
      const before = queriesOf(kept, guest);
      if (!change) return before;
      const next = change(before);
      kv.put({ v: 1, queries: next, ...(guest ? { guest } : {}) } satisfies Kept, LAST_QUERIES_KEY);
      return next;
    });
    if (get(sessionAtom).uid === uid) set(keptAtom, { uid, queries });
  } catch {
    // A full or forbidden storage: the search works without a memory.
  }
});

const isSame = (a: string, b: string): boolean => a.toLocaleLowerCase('ru') === b.toLocaleLowerCase('ru');
/** What another guest of this phone has left is nobody's. */
function queriesOf(kept: unknown, guest: string | undefined): string[] {
  const { v, queries, guest: of } = (kept ?? {}) as Partial<Kept>;
  if (v !== 1 || !Array.isArray(queries) || of !== guest) return [];
  return queries.filter((query): query is string => typeof query === 'string');
}
