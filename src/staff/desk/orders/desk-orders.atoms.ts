import { atom, useStore } from 'jotai';
import type { CallInput, CallReply } from '#contract/call.ts';
import {
  type deskCancelOrder,
  deskFetchOrders,
  deskGetOrder,
  type deskGoodwill,
  type deskMarkPaid,
  type DeskOrder,
  deskPreviewRefund,
  type deskRefundOrder,
  type RefundSplit,
  type deskReturnReviewed,
  type deskSendLink,
  type deskSettleRefund,
} from '#contract/desk-orders.ts';
import type { PackingAct } from '#contract/desk-packing.ts';
import type { deskRegisterParcel } from '#contract/desk-shipping.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { type DeskAsked, toDeskBody } from '#src/staff/desk/orders/desk-orders.rules.ts';

// Read: deskListAtom, deskOrderAtom. Commands: loadDeskListAtom, loadDeskOrderAtom, countRefundAtom, useAct. Nothing is kept on the device:
// these are other people's data (docs/decisions/240).

export type DeskList = CallReply<typeof deskFetchOrders>;
type Loaded<T> = { key: string; data: T | null; failure: Failure | null };
const NOTHING = { key: '', data: null, failure: null };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
export const deskListAtom = atom<Loaded<DeskList>>(NOTHING);
export const deskOrderAtom = atom<Loaded<DeskOrder>>(NOTHING);

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** The list before stays in sight until the new one is there; an answer that was overtaken is left alone. */
export const loadDeskListAtom = atom(null, async (get, set, asked: DeskAsked): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${JSON.stringify(toDeskBody(asked))}`;
  set(deskListAtom, (before) => ({ ...before, key, failure: null }));
  const isLast = () => get(deskListAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskFetchOrders, { body: toDeskBody(asked) });
    if (isLast()) set(deskListAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskListAtom, (before) => ({ ...before, failure }));
  }
});
const orderKey = (uid: string, id: number): string => `${uid} ${id}`;
export const loadDeskOrderAtom = atom(null, async (get, set, id: number): Promise<void> => {
  const key = orderKey(get(sessionAtom).uid, id);
  set(deskOrderAtom, (before) => (before.key === key ? { ...before, failure: null } : { ...NOTHING, key }));
  const isLast = () => get(deskOrderAtom).key === key;
  try {
    const data = await get(apiAtom).send(deskGetOrder, { params: { id: String(id) } });
    if (isLast()) set(deskOrderAtom, { key, data, failure: null });
    set(reportNetworkAtom, true);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (isLast()) set(deskOrderAtom, (before) => ({ ...before, failure }));
  }
});

/** What a choice of pieces would give back and where to. @throws ApiError. */
export const countRefundAtom = atom(
  null,
  async (get, set, body: CallInput<typeof deskPreviewRefund>['body']): Promise<RefundSplit> => {
    const { split } = await get(apiAtom).send(deskPreviewRefund, { body });
    set(reportNetworkAtom, true);
    return split;
  },
);

type MoneyAct =
  | typeof deskMarkPaid
  | typeof deskCancelOrder
  | typeof deskRefundOrder
  | typeof deskGoodwill
  | typeof deskSendLink
  | typeof deskReturnReviewed
  | typeof deskSettleRefund;
export type DeskAct = MoneyAct | PackingAct | typeof deskRegisterParcel;
export type Acted<C extends DeskAct> = { call: C; input: CallInput<C>; onDoubt: () => void };
/**
 * An act: keyed, asked again while its answer is not known, never queued. The order is shown as it has become. @throws ApiError when
 * it was refused, or nobody can tell.
 */
export function useAct(): <C extends DeskAct>(act: Acted<C>) => Promise<void> {
  const { get, set } = useStore();
  return async ({ call, input, onDoubt }) => {
    const { uid } = get(sessionAtom);
    const orderId = input.body.exp_id;
    const store = await get(storesAtom).person(uid);
    const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
    const name = `${call.name}:${orderId}`;
    const data: DeskOrder = await sendSurely(by, { name, call, input }, { onDoubt });
    set(deskOrderAtom, { key: orderKey(uid, orderId), data, failure: null });
  };
}
