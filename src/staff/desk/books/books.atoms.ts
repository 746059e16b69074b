import { atom, useStore } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import {
  deskAskCorrection,
  type DeskCorrection,
  deskDecideCorrection,
  deskFetchCorrections,
  deskFetchLiabilities,
  deskFindHolder,
  deskReconcile,
} from '#contract/desk-books.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: liabilitiesAtom, reconciliationAtom, correctionsAtom. Commands: loadLiabilitiesAtom, loadReconciliationAtom, loadCorrectionsAtom,
// findHolderAtom, useAskCorrection, useDecideCorrection. Nothing is kept on the device.

export type Liabilities = CallReply<typeof deskFetchLiabilities>;
export type Reconciliation = CallReply<typeof deskReconcile>;
export type Holder = CallReply<typeof deskFindHolder>['holder'];
type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const none = <T>(): Loaded<T> => ({ key: '', data: null, failure: null });

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const liabilitiesAtom = atom<Loaded<Liabilities>>(none<Liabilities>());
export const reconciliationAtom = atom<Loaded<Reconciliation>>(none<Reconciliation>());
export const correctionsAtom = atom<Loaded<DeskCorrection[]>>(none<DeskCorrection[]>());

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** What stands there stays while it is asked anew, and stays beside a failure. The answer to an older question changes nothing. */
function loader<C extends Call, T>(
  held: ReturnType<typeof atom<Loaded<T>>>,
  call: C,
  dataOf: (reply: CallReply<C>) => T,
) {
  return atom(null, async (get, set, input: CallInput<C>): Promise<void> => {
    const key = `${get(sessionAtom).uid} ${JSON.stringify(input)}`;
    set(held, (now) => (now.key === key ? { ...now, failure: null } : { key, data: null, failure: null }));
    const isLast = () => get(held).key === key;
    try {
      const data = dataOf(await get(apiAtom).send(call, input));
      if (isLast()) set(held, { key, data, failure: null });
    } catch (error) {
      if (isLast()) set(held, (now) => ({ ...now, failure: failureOf(error) }));
    }
  });
}
export const loadLiabilitiesAtom = loader(liabilitiesAtom, deskFetchLiabilities, (reply) => reply);
export const loadReconciliationAtom = loader(reconciliationAtom, deskReconcile, (reply) => reply);
export const loadCorrectionsAtom = loader(correctionsAtom, deskFetchCorrections, ({ corrections }) => corrections);
/** @throws ApiError */
export const findHolderAtom = atom(
  null,
  async (get, _set, who: string): Promise<Holder> =>
    (await get(apiAtom).send(deskFindHolder, { body: { who } })).holder,
);

/** Keyed, asked again while its answer is not known, never queued. @throws ApiError */
function useSend() {
  const { get, set } = useStore();
  return async (
    send: (by: Parameters<typeof sendSurely>[0]) => Promise<{ corrections: DeskCorrection[] }>,
  ): Promise<void> => {
    const store = await get(storesAtom).person(get(sessionAtom).uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const { corrections } = await send(by);
    set(correctionsAtom, (now) => ({ ...now, data: corrections, failure: null }));
  };
}
export function useAskCorrection() {
  const send = useSend();
  return (body: CallInput<typeof deskAskCorrection>['body'], onDoubt: () => void): Promise<void> =>
    send((by) => sendSurely(by, { name: 'correction', call: deskAskCorrection, input: { body } }, { onDoubt }));
}
export function useDecideCorrection() {
  const send = useSend();
  return (body: CallInput<typeof deskDecideCorrection>['body'], onDoubt: () => void): Promise<void> =>
    send((by) =>
      sendSurely(by, { name: `correction:${body.id}`, call: deskDecideCorrection, input: { body } }, { onDoubt }),
    );
}
