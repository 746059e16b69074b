import { atom } from 'jotai';
import { ORDER_FILTERS } from '#contract/order-statuses.ts';
import { fetchOrders, getOrder } from '#contract/orders.ts';
import { orderName, ordersName, toOrdersBody } from '#src/features/orders/orders.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { askKept } from '#src/platform/api/kept-answer.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: boughtIdsAtom. Command: loadBoughtAtom. «Купить снова» (docs/product/catalogue.md#looked-at).

/** So many orders back one still remembers what was in them. */
const ORDERS = 2;

const heldAtom = atom<{ uid: string; ids: readonly number[] } | null>(null);
const NONE: readonly number[] = [];
/** Products of the person's last orders, the latest first, each once. */
export const boughtIdsAtom = atom((get): readonly number[] => {
  const held = get(heldAtom);
  return held?.uid === get(sessionAtom).uid ? held.ids : NONE;
});

/** What the phone keeps at once, then what the shop says. Never throws. */
export const loadBoughtAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest) return;
  const by = { api: get(apiAtom), store: await get(storesAtom).person(uid) };
  let last: readonly number[] = [];
  const body = toOrdersBody({});
  await askKept(by, { name: ordersName({}), call: fetchOrders, input: { body } }, ({ data }) => {
    const kept = data?.orders.filter(({ status }) => !CANCELLED.has(status.id)) ?? [];
    last = kept.slice(0, ORDERS).map(({ id }) => id);
  });
  const products = new Map<number, readonly number[]>();
  const show = () => {
    if (get(sessionAtom).uid === uid)
      set(heldAtom, { uid, ids: [...new Set(last.flatMap((id) => products.get(id) ?? []))] });
  };
  for (const id of last)
    await askKept(
      by,
      { name: orderName({ id }), call: getOrder, input: { params: { id: String(id) } } },
      ({ data }) => {
        if (!data) return;
        products.set(
          id,
          data.order.items.map((item) => item.product_id),
        );
        show();
      },
    );
  if (last.length === 0) show();
});
const CANCELLED: ReadonlySet<number> = new Set(ORDER_FILTERS.cancelled);
