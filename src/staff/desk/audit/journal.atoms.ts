import { atom } from 'jotai';
import { deskFetchJournal, type JournalLine } from '#contract/desk-audit.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';

// Read: journalAtom. Commands: loadJournalAtom, loadOlderAtom. Nothing is kept on the device.

export type JournalAsked = {
  q?: string | undefined;
  target?: JournalLine['target_type'] | undefined;
};
type Journal = { key: string; lines: readonly JournalLine[] | null; next: number | null; failure: Failure | null };

export const journalAtom = atom<Journal>({ key: '', lines: null, next: null, failure: null });

/** The newest lines. What was shown before stays in sight until they are there. */
export const loadJournalAtom = atom(null, async (get, set, asked: JournalAsked): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${JSON.stringify(asked)}`;
  set(journalAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(journalAtom).key === key;
  try {
    const { lines, next } = await get(apiAtom).send(deskFetchJournal, { body: asked });
    if (isLast()) set(journalAtom, { key, lines, next, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(journalAtom, (before) => ({ ...before, failure }));
  }
});
/** Older lines below those that are shown. */
export const loadOlderAtom = atom(null, async (get, set, asked: JournalAsked): Promise<void> => {
  const { key, next } = get(journalAtom);
  if (next === null) return;
  try {
    const more = await get(apiAtom).send(deskFetchJournal, { body: { ...asked, after: next } });
    set(journalAtom, (now) =>
      now.key === key && now.next === next
        ? { ...now, lines: [...(now.lines ?? []), ...more.lines], next: more.next, failure: null }
        : now,
    );
  } catch (error) {
    const failure = failureOf(error);
    set(journalAtom, (now) => (now.key === key ? { ...now, failure } : now));
  }
});
