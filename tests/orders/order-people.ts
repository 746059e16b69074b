import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { orders } from '#server/db/tables/orders.ts';
import { grantBonus, postLedger } from '#server/features/accounts/accounts.commands.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { orderPaid, type PaidOutcome } from '#server/features/orders/orders.commands.ts';
import { type Answer, type Browser, browserOf, call, cartOf, change } from '#tests/cart/shop-people.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Buyers of the tests. Contents: 1 a whole order, 2 money of accounts, 3 what the tables say, 4 money from outside

// ── 1 A whole order ─────────────────────────────────────────────────────────────────────────────
export type Body = Answer['body'];
/** The body of create_payment as the checkout would send it for this cart; delivery by «КИТ», which costs nothing here. */
export async function placingBody(browser: Browser, more: Body = {}): Promise<Body> {
  const cart = await cartOf(browser);
  return {
    delivery: { type: 8, address: { country_id: 1, city_id: NOVOSIBIRSK } },
    payment_type: 1,
    recipient: { name: 'Вера Соколова', phone: '+79000000211', email: 'vera@mail.test' },
    consents: { personal: true, offer: true, delivery: true },
    expected_due: cart.result.sum_amount,
    cart_version: cart.version,
    ...more,
  };
}
export const NOVOSIBIRSK = 3;
export const place = (browser: Browser, body: Body, key: string = randomUUID()): Promise<Answer> =>
  call(browser, 'POST', '/cart/create_payment', body, { 'idempotency-key': key });

/** A browser with this much of these products in its cart. */
export async function buyerWith(
  shop: TestShop,
  lines: readonly (readonly [productId: number, quantity: number])[],
  who?: { userId?: number; guestId?: string },
): Promise<Browser> {
  const browser = await browserOf(shop, who);
  for (const [productId, quantity] of lines) await change(browser, productId, quantity);
  return browser;
}

// ── 2 Money of accounts ─────────────────────────────────────────────────────────────────────────
let last = 0;
const by = { actor: 'seed', reason: 'Проверка' };
export async function putOnAccount(shop: TestShop, ownerId: number, type: 0 | 1, amountKop: number): Promise<void> {
  last += 1;
  await shop.db.transaction((tx) =>
    postLedger(tx, {
      ...by,
      at: shop.clock.now,
      key: `test-money:${last}`,
      kind: amountKop < 0 ? 'correction' : 'deposit',
      ref: { type: 'desk', id: last },
      entries: [
        { account: { house: amountKop < 0 ? 'corrections' : 'yookassa' }, amountKop: -amountKop },
        { account: { ownerId, type }, amountKop },
      ],
    }),
  );
}
export async function giveBonus(shop: TestShop, ownerId: number, amountKop: number): Promise<void> {
  last += 1;
  const at = shop.clock.now;
  await shop.db.transaction((tx) =>
    grantBonus(tx, {
      ...by,
      at,
      key: `test-gift:${last}`,
      ownerId,
      amountKop,
      expiresAt: new Date(at.getTime() + 90 * 86_400_000),
      kind: 'promo_bonus',
      ref: { type: 'promo', id: 1 },
    }),
  );
}

/** A debt on БС: a gift that was taken back after it had been spent. */
export async function oweBonus(shop: TestShop, ownerId: number, amountKop: number): Promise<void> {
  last += 1;
  await shop.db.transaction((tx) =>
    postLedger(tx, {
      ...by,
      at: shop.clock.now,
      key: `test-debt:${last}`,
      kind: 'correction',
      ref: { type: 'desk', id: last },
      entries: [
        { account: { ownerId, type: 2 }, amountKop: -amountKop },
        { account: { house: 'gifts' }, amountKop },
      ],
    }),
  );
}

// ── 3 What the tables say ───────────────────────────────────────────────────────────────────────
export async function stockOf(shop: TestShop, productId: number): Promise<number> {
  const { rows } = await shop.db.execute<{ stock_qty: number }>(
    sql`select stock_qty from products where id = ${productId}`,
  );
  return rows[0]!.stock_qty;
}
export const allOrders = (shop: TestShop) => shop.db.select().from(orders).orderBy(orders.id);
/** One number for each table that placing writes to: equal before and after a placing that failed. */
export async function countRows(shop: TestShop): Promise<Record<string, number>> {
  const { rows } = await shop.db.execute<Record<string, number>>(sql`
    select (select count(*) from orders)::int as orders, (select count(*) from order_lines)::int as lines,
      (select count(*) from order_events)::int as events, (select count(*) from payments)::int as payments,
      (select count(*) from consents)::int as consents, (select count(*) from holds)::int as holds,
      (select count(*) from points_events)::int as points, (select count(*) from cart_items)::int as cart_items,
      (select count(*) from ledger_tx)::int as movements, (select coalesce(sum(stock_qty), 0) from products)::int as stock,
      (select coalesce(sum(held_kop), 0) from accounts)::int as held,
      (select coalesce(sum(version), 0) from carts)::int as cart_versions`);
  return rows[0]!;
}
/** Balance and set aside, kopecks, of one person's accounts by type. */
export async function accountsOf(shop: TestShop, ownerId: number): Promise<Record<number, [number, number]>> {
  const { rows } = await shop.db.execute<{ type: number; balance: number; held: number }>(
    sql`select type, balance_kop::int as balance, held_kop::int as held from accounts where owner_id = ${ownerId}`,
  );
  return Object.fromEntries(rows.map((row) => [row.type, [row.balance, row.held]]));
}

// ── 4 Money from outside ────────────────────────────────────────────────────────────────────────
/** The provider took the whole due, as `confirm` would write it. */
export async function payByCard(shop: TestShop, orderId: number): Promise<PaidOutcome> {
  return shop.db.transaction(async (tx) => {
    // The order first and the attempt after it, as everybody does.
    const order = await lockOrder(tx, { id: orderId });
    if (!order) throw new Error(`no order ${orderId}`);
    await tx.execute(sql`
      update payments set status = 'succeeded', provider = 'sandbox', external_id = 'test-' || id, captured_kop = amount_kop,
        paid_at = ${shop.clock.now.toISOString()}::timestamptz where order_id = ${orderId} and status = 'created'`);
    const money = { code: order.paymentType, amountKop: order.dueKop };
    return orderPaid(tx, { orderId, capturedAt: shop.clock.now, now: shop.clock.now, money, actor: 'webhook:sandbox' });
  });
}
