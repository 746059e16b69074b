import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { noSpends } from '#contract/amount-to-pay.ts';
import { buildApp } from '#server/app.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';
import { findPaymentsOf, findReceiptsOf, findRefundsOf } from '#server/features/payments/payments.queries.ts';
import { createPayment } from '#server/features/payments/payments.commands.ts';
import { openGates } from '#server/gates/gates.ts';
import type { PaymentCode } from '#contract/payment-methods.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';
import type { ConfirmParts } from '#server/features/acquiring/confirm.commands.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openTestDb, testEnv, type TestShop } from '#tests/support/open-shop.ts';

// A shop with the test's own bank, and orders that wait for money. Contents: 1 the shop, 2 orders, 3 what became of one

// ── 1 The shop ──────────────────────────────────────────────────────────────────────────────────
/** Without `payments` the sandbox takes the money, as in a shop without settings. */
export async function openPayingShop(payments?: PaymentGate, settings: Record<string, string> = {}) {
  const open = await openTestDb();
  const clock = { now: new Date('2026-11-21T09:00:00Z') };
  const env = testEnv(settings);
  const standing = openGates(open.db, env);
  const gates = { ...standing, payments: payments ?? standing.payments };
  const lines: string[] = [];
  const app = await buildApp({
    db: open.db,
    jobs: open.jobs,
    env: { ...env, logLevel: 'warn' },
    gates,
    now: () => clock.now,
    logTo: { write: (line) => void lines.push(line) },
  });
  await app.ready();
  const shop = { ...open, app, env, clock };
  return {
    ...shop,
    gates,
    /** What the log holds. */
    lines,
    parts: { db: open.db, jobs: open.jobs, gates, now: () => clock.now } satisfies ConfirmParts,
    close: async () => {
      await app.close();
      await open.close();
    },
  };
}
export type PayingShop = Awaited<ReturnType<typeof openPayingShop>>;
/** The helpers of other tests know a shop by this part of it. */
export const asTestShop = (shop: PayingShop): TestShop => shop;

// ── 2 Orders ────────────────────────────────────────────────────────────────────────────────────
type OrderRow = typeof orders.$inferInsert;
/** Three creams of 490 ₽ and a delivery of 220 ₽, which waits for its money; a guest's unless it says whose. */
export async function addOrder(
  shop: TestShop,
  more: Partial<OrderRow> = {},
): Promise<{ id: number; token: string | null; dueKop: number }> {
  const productId = await addProduct(shop);
  const token = more.userId ? null : randomBytes(16).toString('base64url');
  const at = shop.clock.now;
  const goodsKop = 3 * 49_000;
  const deliveryKop = 22_000;
  const rows = await shop.db
    .insert(orders)
    .values({
      guestId: more.userId ? null : randomUUID(),
      publicToken: token,
      cartKind: 'retail',
      cartVersion: 1,
      status: 1,
      statusAt: at,
      paymentType: 1,
      goodsKop,
      deliveryKop,
      spend: noSpends(),
      debts: { 0: 0, 1: 0, 2: 0 },
      dueKop: goodsKop + deliveryKop,
      ballsHalf: 0,
      weightGrams: 360,
      itemsCount: 3,
      priceType: 0,
      recipientName: 'Анна Петрова',
      recipientPhone: '+79000000157',
      recipientEmail: 'anna@mail.test',
      deliveryType: 11,
      delivery: {
        type: 11,
        name: 'СДЭК',
        costKop: deliveryKop,
        gateType: 'pvz',
        gateId: 'N1',
        to: 'Томск',
        schedule: null,
        days: null,
        isFreeZone: false,
        source: 'embedded',
        address: null,
      },
      createdAt: at,
      payUntil: new Date(at.getTime() + 5 * 86_400_000),
      ...more,
    })
    .returning({ id: orders.id, dueKop: orders.dueKop });
  const { id, dueKop } = rows[0]!; // One row in, one row out.
  await shop.db.insert(orderLines).values({
    orderId: id,
    position: 1,
    cartType: 0,
    productId,
    code: '10101',
    title: 'Крем «Роса»',
    quantity: 3,
    placedQuantity: 3,
    priceKop: 49_000,
    basePriceKop: 49_000,
    consPriceKop: 37_731,
    vatPercent: 22,
    ballsHalf: 0,
    weightGrams: 120,
    isBad: false,
    marked: false,
  });
  const code = more.paymentType ?? 1;
  if (code !== 0)
    await shop.db.transaction((tx) =>
      createPayment(tx, { orderId: id, code: code as PaymentCode, amountKop: dueKop, now: at }),
    );
  return { id, token, dueKop };
}

// ── 3 What became of one ────────────────────────────────────────────────────────────────────────
export async function fateOf({ db }: Pick<PayingShop, 'db'>, orderId: number) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`no order ${orderId}`);
  const { rows } = await db.execute<{ kind: string; amount: number }>(sql`
    select t.kind, e.amount_kop::float8 as amount from ledger_tx t join ledger_entries e on e.tx_id = t.id
    where t.ref_type = 'order' and t.ref_id = ${orderId} and e.account_id = 1 order by e.id`);
  return {
    order,
    /** The latest first. */
    payments: await findPaymentsOf(db, orderId),
    refunds: await findRefundsOf(db, orderId),
    receipts: await findReceiptsOf(db, orderId),
    /** What the house account of sales was credited with by this order. */
    sales: rows.map(({ amount }) => amount),
  };
}
