import { atom, useStore } from 'jotai';
import type { CallInput, CallReply } from '#contract/call.ts';
import {
  type deskAddCells,
  type deskCloseBox,
  deskFetchBoxes,
  deskFetchShelves,
  type deskPlaceProduct,
  type deskRemoveCell,
  type deskRenameCell,
} from '#contract/desk-shelves.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: shelvesAtom, boxesAtom. Commands: loadShelvesAtom, loadBoxesAtom, useWarehouseAct.

export type Shelves = CallReply<typeof deskFetchShelves>;
export type ShelvesAsked = { shelf?: string; q?: string };
type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const NOTHING = { key: '', data: null, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const shelvesAtom = atom<Loaded<Shelves>>(NOTHING);
export const boxesAtom = atom<Loaded<CallReply<typeof deskFetchBoxes>>>(NOTHING);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** What was shown before stays in sight until the new is there; an answer that was overtaken is left alone. */
export const loadShelvesAtom = atom(null, async (get, set, asked: ShelvesAsked): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${JSON.stringify(asked)}`;
  set(shelvesAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(shelvesAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskFetchShelves, { body: asked });
    if (isLast()) set(shelvesAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(shelvesAtom, (before) => ({ ...before, failure }));
  }
});
export const loadBoxesAtom = atom(null, async (get, set): Promise<void> => {
  const key = get(sessionAtom).uid;
  set(boxesAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  try {
    const data = await get(apiAtom).send(deskFetchBoxes, { body: {} });
    set(boxesAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    set(boxesAtom, (before) => ({ ...before, failure }));
  }
});

export type WarehouseAct =
  | typeof deskAddCells
  | typeof deskRenameCell
  | typeof deskRemoveCell
  | typeof deskPlaceProduct
  | typeof deskCloseBox;
/** Keyed, asked again while its answer is not known, never queued. @throws ApiError */
export function useWarehouseAct(): <C extends WarehouseAct>(call: C, input: CallInput<C>) => Promise<CallReply<C>> {
  const { get } = useStore();
  return async (call, input) => {
    const store = await get(storesAtom).person(get(sessionAtom).uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    return sendSurely(by, { name: call.name, call, input }, {});
  };
}
