import { sql } from 'drizzle-orm';
import { writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { payByCard } from '#tests/orders/order-people.ts';
import { addOrder, asTestShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// Orders that were received, and who sends something of them back.

export type Received = { id: number; token: string | null; dueKop: number; lineId: number; buyer: Browser };
/** Three creams of 490 ₽ and a delivery of 220 ₽, paid by card and handed over now; a guest's unless it says whose. */
export async function receivedOrder(shop: PayingShop, more: Parameters<typeof addOrder>[1] = {}): Promise<Received> {
  const order = await addOrder(asTestShop(shop), more);
  await payByCard(asTestShop(shop), order.id);
  await shop.db.transaction((tx) =>
    writeStatus(tx, { orderId: order.id, status: 6, actor: 'desk:1', at: shop.clock.now }),
  );
  const { rows } = await shop.db.execute<{ id: number }>(sql`select id from order_lines where order_id = ${order.id}`);
  const buyer = await browserOf(asTestShop(shop), more.userId ? { userId: more.userId } : undefined);
  return { ...order, lineId: rows[0]!.id, buyer };
}
const whichOf = ({ id, token }: Received) => (token === null ? { exp_id: id } : { public_token: token });
export const ask = (order: Received, path: string, body: object, key = newKey()): Promise<Answer> =>
  call(order.buyer, 'POST', `/api/order/${path}`, { ...whichOf(order), ...body }, { 'idempotency-key': key });
export const line = (order: Received, pieces = 1, more: object = {}) => ({
  lines: [{ line_id: order.lineId, pieces, reason: 'defect', ...more }],
  words: 'Треснула крышка',
});
/** Asked back with these pieces; the return as the buyer sees it. */
export async function askedReturn(order: Received, pieces = 1): Promise<{ id: number; code: string }> {
  const { body } = await ask(order, 'return', line(order, pieces));
  return body.order.returns.at(-1);
}
export const act = (browser: Browser, name: string, body: object, key = newKey()): Promise<Answer> =>
  call(browser, 'POST', `/api/desk/returns/${name}`, body, { 'idempotency-key': key });
