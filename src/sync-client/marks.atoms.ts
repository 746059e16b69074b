import { type Atom, atom } from 'jotai';

/** What a heart, a card or a line says of its last gesture: on its way, under way, or refused (docs/product/offline.md#refusals). */
export type Mark = 'queued' | 'sending' | 'refused';
export const MARK_WORDS: Record<Mark, string> = {
  queued: 'в очереди',
  sending: 'отправляем',
  refused: 'не отправлено',
};
/**
 * By lane (outbox/record.ts). Filled by features/sync/keep-pill.ts with what has had to wait, so that a tap which goes at once
 * blinks nowhere.
 */
export const marksAtom = atom<ReadonlyMap<string, Mark>>(new Map());
/** A change of one lane draws that lane's card only. */
export const markOf = (lane: string): Atom<Mark | undefined> => atom((get) => get(marksAtom).get(lane));
