import { atom, type Getter, type Setter } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { fetchOrders, getOrder, getOrderByToken, keepOrder, type Order } from '#contract/orders.ts';
import {
  type OrderRef,
  orderName,
  ordersName,
  type OrdersAsked,
  toOrdersBody,
} from '#src/features/orders/orders.rules.ts';
import { ensureServerSessionAtom, ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { markStale } from '#src/offline/kept/kept.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept, keepReply, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// Read: ordersAtom, orderAtom. Commands: loadOrdersAtom, loadOrderAtom, changeOrder (the one way of an order's change).

type Orders = CallReply<typeof fetchOrders>;
type OneOrder = { status: 'success'; order: Order; server_time: string };

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
const heldListAtom = atom<{ key: string; shown: Shown<Orders> }>({ key: '', shown: NOTHING_SHOWN });
const heldOrderAtom = atom<{ key: string; shown: Shown<OneOrder> }>({ key: '', shown: NOTHING_SHOWN });
/** Of this asking, else the copy of the last one; nothing of another person or another filter. */
export const ordersAtom = atom((get) => (asked: OrdersAsked): Shown<Orders> => {
  const { key, shown } = get(heldListAtom);
  return key === listKey(get, asked) ? datedAway(get, shown) : NOTHING_SHOWN;
});
export const orderAtom = atom((get) => (ref: OrderRef): Shown<OneOrder> => {
  const { key, shown } = get(heldOrderAtom);
  return key === `${get(sessionAtom).uid} ${orderName(ref)}` ? datedAway(get, shown) : NOTHING_SHOWN;
});
/** Without a network the last answer is what the phone remembers, and carries its date (docs/product/offline.md I10). */
const datedAway = <T>(get: Getter, shown: Shown<T>): Shown<T> =>
  shown.data !== null && !get(networkAtom).isOnline ? { ...shown, isCopy: true } : shown;
const listKey = (get: Getter, asked: OrdersAsked): string => `${get(sessionAtom).uid} ${ordersName(asked)}`;

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
export const loadOrdersAtom = atom(null, async (get, set, asked: OrdersAsked): Promise<void> => {
  const key = listKey(get, asked);
  const by = await keptBy(get);
  const input = { body: toOrdersBody(asked) };
  await askKept(by, { name: ordersName(asked), call: fetchOrders, input }, (shown) => {
    set(heldListAtom, { key, shown });
    tellNetwork(set, shown);
  });
});
export const loadOrderAtom = atom(null, async (get, set, ref: OrderRef): Promise<void> => {
  const key = `${get(sessionAtom).uid} ${orderName(ref)}`;
  const by = await keptBy(get);
  const show = (shown: Shown<OneOrder>) => {
    set(heldOrderAtom, { key, shown });
    tellNetwork(set, shown);
  };
  const name = orderName(ref);
  await ('token' in ref
    ? askKept(by, { name, call: getOrderByToken, input: { params: { token: ref.token } } }, show)
    : askKept(by, { name, call: getOrder, input: { params: { id: String(ref.id) } } }, show));
});

/**
 * A change of an order: keyed, repeated while its answer is not known, never queued. Its answer is the whole order, which is shown
 * and kept; the list's copy is stale from then on. @throws ApiError when it was refused, or nobody can tell.
 */
export async function changeOrder<C extends Call>(
  get: Getter,
  set: Setter,
  { ref, call, input, onDoubt }: OrderChange<C>,
): Promise<CallReply<C>> {
  const { uid } = get(sessionAtom);
  // A guest's link may be opened in a browser that has no session yet, and a keyed change must have an owner that the shop knows. Why it
  // could not be had, the change itself is told.
  if ('token' in ref) await set(ensureServerSessionAtom).catch(() => {});
  const by = { ...(await keptBy(get)), owner: await get(ownerAtom), timers: get(timersAtom) };
  const reply = await sendSurely(
    by,
    { name: `${call.name}:${orderName(ref)}`, call, input },
    onDoubt ? { onDoubt } : {},
  );
  const whole = reply as Partial<OneOrder>;
  if (whole.order && whole.server_time) {
    const data: OneOrder = { status: 'success', order: whole.order, server_time: whole.server_time };
    set(heldOrderAtom, {
      key: `${uid} ${orderName(ref)}`,
      shown: { ...NOTHING_SHOWN, data, at: data.server_time, isAsking: false },
    });
    await keepReply(by, orderName(ref), data);
  }
  await markStale(by.store, [ordersName({})]).catch(() => {});
  return reply;
}
export type OrderChange<C extends Call> = { ref: OrderRef; call: C; input: CallInput<C>; onDoubt?: () => void };

const keptBy = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
});
function tellNetwork(set: Setter, shown: Shown<unknown>): void {
  if (!shown.isCopy && shown.data !== null) set(reportNetworkAtom, true);
  if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
}

/** «Сохранить в кабинете»: the order of that link becomes this account's. Its number. @throws ApiError */
export const keepOrderAtom = atom(null, async (get, _set, token: string): Promise<number> => {
  const { order_id: id } = await get(apiAtom).send(keepOrder, { body: { public_token: token } });
  return id;
});
