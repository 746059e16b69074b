import { atom, useStore } from 'jotai';
import type { CallInput, CallReply } from '#contract/call.ts';
import {
  deskFetchReturns,
  deskGetReturn,
  type DeskReturn,
  type ReturnAct,
  type ReturnFilter,
} from '#contract/desk-returns.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: deskReturnsAtom, deskReturnAtom. Commands: loadDeskReturnsAtom, loadDeskReturnAtom, useReturnAct. Nothing is kept on the device:
// these are other people's data (docs/decisions/240).

export type ReturnsAsked = { filter: ReturnFilter; after?: number | undefined };
type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const NOTHING = { key: '', data: null, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const deskReturnsAtom = atom<Loaded<CallReply<typeof deskFetchReturns>>>(NOTHING);
export const deskReturnAtom = atom<Loaded<DeskReturn>>(NOTHING);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** The list before stays in sight until the new one is there; an answer that was overtaken is left alone. */
export const loadDeskReturnsAtom = atom(null, async (get, set, asked: ReturnsAsked): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${JSON.stringify(asked)}`;
  set(deskReturnsAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(deskReturnsAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskFetchReturns, { body: asked });
    if (isLast()) set(deskReturnsAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskReturnsAtom, (before) => ({ ...before, failure }));
  }
});
const keyOf = (uid: string, id: number): string => `${uid} ${id}`;
export const loadDeskReturnAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = keyOf(get(sessionAtom).uid, id);
  set(deskReturnAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  const isLast = () => get(deskReturnAtom).key === key;
  try {
    const { one: data } = await get(apiAtom).send(deskGetReturn, { params: { id: String(id) } });
    if (isLast()) set(deskReturnAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskReturnAtom, (before) => ({ ...before, failure }));
  }
});

/**
 * An act: keyed, asked again while its answer is not known, never queued. The return is shown as it has become. @throws ApiError when it
 * was refused, or nobody can tell.
 */
export function useReturnAct(): <C extends ReturnAct>(act: {
  call: C;
  input: CallInput<C>;
  onDoubt: () => void;
}) => Promise<void> {
  const { get, set } = useStore();
  return async ({ call, input, onDoubt }) => {
    const { uid } = get(sessionAtom);
    const id = input.body.return_id;
    const store = await get(storesAtom).person(uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const { one: data } = await sendSurely(by, { name: `${call.name}:${id}`, call, input }, { onDoubt });
    set(deskReturnAtom, { key: keyOf(uid, id), data, failure: null });
  };
}
