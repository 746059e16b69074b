import { atom } from 'jotai';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';

// What the sheet «Пока вы были офлайн» tells.

/** What had to wait and has reached the server while this page was open. */
export const arrivedAtom = atom<readonly OutboxRecord[]>([]);
/** Refusals that stand in a dialog at this moment: not told a second time. */
export const toldAtom = atom<ReadonlySet<string>>(new Set<string>());
