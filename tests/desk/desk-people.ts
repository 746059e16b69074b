import { sql } from 'drizzle-orm';
import { newKey } from '#tests/platform/calls.ts';
import { addPerson, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { asTestShop, type PayingShop } from '#tests/payments/paying-shop.ts';

// Whoever is at the desk, and what the journal says of them.

export type Desk = { id: number; browser: Browser };
export async function openDesk(shop: PayingShop): Promise<Desk> {
  const id = await addPerson(asTestShop(shop), { role: 'staff', name: 'Елена Юрьева' });
  return { id, browser: await browserOf(asTestShop(shop), { userId: id }) };
}
export const act = (browser: Browser, name: string, body: object, key = newKey()): Promise<Answer> =>
  call(browser, 'POST', `/api/desk/orders/${name}`, body, { 'idempotency-key': key });

export type Line = { actor_id: number; act: string; target_id: number; reason: string };
export async function journalOf(shop: PayingShop, orderId: number): Promise<Line[]> {
  const { rows } = await shop.db.execute<Line>(
    sql`select actor_id, act, target_id, reason from audit_log where target_id = ${orderId} order by id`,
  );
  return rows;
}
