import { atom, type Getter, type Setter } from 'jotai';
import type { Outcome, ParkedRecord } from '#src/offline/outbox/record.ts';

// What the server has refused and a person may still decide about; in a chunk of its own, beside the screens that show it.

/** Parked entries, except those that stand in a dialog at this moment (docs/product/offline.md#refusals). */
export const refusedAtom = atom<readonly ParkedRecord[]>([]);

const queue = () => import('#src/sync-client/queue.ts');
type Repeat = (get: Getter, set: Setter, parked: ParkedRecord, isSure: boolean) => Promise<'queued' | 'ask' | 'gone'>;
/** «Повторить»: again under a new key, or under the same one when the outcome is unknown. `isSure`: asked, and wanted anyway. */
export const repeatAtom = atom(null, async (get, set, parked: ParkedRecord, isSure?: boolean) => {
  const repeat: Repeat = (await queue()).repeat;
  return repeat(get, set, parked, isSure === true);
});
/** «Убрать»: gone by the person's own will. */
export const discardAtom = atom(null, async (get, _set, parked: ParkedRecord) => (await queue()).discard(get, parked));
/** Told and not to be told again. */
export const forgetAtom = atom(null, async (get, _set, outcomes: readonly Outcome[]) =>
  (await queue()).forget(get, outcomes),
);
/** «Отправить сейчас»: waits end, whatever the browser thinks of the network. */
export const sendNowAtom = atom(null, async (get, set) => (await queue()).flushNow(get, set));
