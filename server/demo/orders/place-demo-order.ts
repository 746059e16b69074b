import { randomBytes } from 'node:crypto';
import { noFunds, noSpends } from '#contract/amount-to-pay.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { DemoOrder } from '#server/demo/orders/plan.ts';
import { findSold } from '#server/demo/orders/demo-orders.queries.ts';
import { SILENT } from '#server/demo/silent.ts';
import type { Tx } from '#server/db/open.ts';
import { applySeen } from '#server/features/acquiring/apply-seen.ts';
import { toNewOrder } from '#server/features/checkout/new-order.rules.ts';
import { goodsOf, moneyOf } from '#server/features/checkout/placing.rules.ts';
import { takeMoney } from '#server/features/checkout/take-money.commands.ts';
import { writeOrder } from '#server/features/checkout/write-order.queries.ts';
import { frozenDelivery } from '#server/features/delivery/delivery.commands.ts';
import { endOrder } from '#server/features/order-changes/cancel.commands.ts';
import { updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { findPaymentsOf, setPayment } from '#server/features/payments/payments.queries.ts';
import type { Env } from '#server/platform/env.ts';
import { priceTypeOf, type SessionUser } from '#server/platform/session.ts';
import { insertSandbox } from '#server/gates/payments/sandbox.queries.ts';

// One order of the demo by the commands that a live one takes: priced, frozen, written, paid by the provider's word, then sent on.

const HOUR_MS = 3_600_000;

export type Placing = { env: Env; user: SessionUser; order: DemoOrder; at: Date; code: string };

export async function placeDemoOrder(tx: Tx, placing: Placing): Promise<void> {
  const { order, at } = placing;
  const id = await place(tx, placing);
  await updateOrder(tx, id, { isDemo: true });
  if (order.fate === 'awaiting') return;
  if (order.fate !== 'cancelled') await pay(tx, id, later(at, 0.1));
  if (order.fate === 'cancelled' || order.fate === 'refunded') return cancel(tx, id, { fate: order.fate, at: later(at, 2) }); // prettier-ignore
  for (const [status, hours] of STEPS[order.fate])
    await writeStatus(tx, { orderId: id, status, actor: 'shop', at: later(at, hours) });
  await updateOrder(tx, id, more(placing, id));
}
async function cancel(tx: Tx, id: number, { fate, at }: { fate: 'cancelled' | 'refunded'; at: Date }): Promise<void> {
  const order = await lockOrder(tx, { id });
  if (!order) throw new Error(`the demo order ${id} is gone`);
  // What goes back onto ЛС is there at once; nobody would carry out a refund to a card here.
  const to = fate === 'refunded' ? 'ls' : 'source';
  return endOrder(tx, { order, actor: 'buyer', reason: 'Передумал', to, holds: 'released', jobs: SILENT, now: at });
}
const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);

async function place(tx: Tx, { env, user, order, at }: Placing): Promise<number> {
  const priceType = priceTypeOf(user);
  const sold = await findSold(
    tx,
    order.lines.map(([code]) => code),
  );
  const rows = order.lines.map(([code, quantity], line) => {
    const found = sold.find(({ product }) => product.code === code);
    if (!found) throw new Error(`no demo product «${code}»`);
    // The demo carts stay as they are: these lines stand in none.
    return { orderItemId: -1 - line, cartType: 0, quantity, priceSeen: 0, priceType, product: found.product };
  });
  const goods = goodsOf(rows, priceType);
  const { cityId, type, gateId = null, street = '', house = '', flat = '' } = order.delivery;
  const delivery = await frozenDelivery(tx, env, {
    session: { user, owner: String(user.id) },
    cart: { grams: goods.weight, sumKop: goods.sum, isBase: true },
    to: { country_id: 1, city_id: cityId, street, house, flat },
    type,
    gateId,
    now: at,
  });
  const funds = noFunds();
  const money = moneyOf(noSpends(), { goods: goods.sum, delivery: delivery.costKop, funds, debitUse: false });
  const asNew = toNewOrder(
    { cart: { id: 0, version: 0 }, goods, priceType, delivery, funds, debitUse: false, wish: noSpends(), money },
    {
      body: {
        delivery: { type },
        payment_type: PAYMENT_TYPES.cart,
        recipient: { name: user.name, phone: user.phone ?? '+79000000000', email: user.email },
        comment: '',
        debitUse: false,
        consents: { personal: true, offer: true, delivery: true },
        expected_due: money.due,
        cart_version: 0,
        accepted: [],
      },
      method: PAYMENT_TYPES.cart,
      user,
      guestId: null,
      key: null,
      addressHash: '',
      from: { ip: '', userAgent: '' },
      now: at,
    },
  );
  const { id } = await writeOrder(tx, asNew);
  if (id === null) throw new Error('a demo order could not be written');
  await takeMoney(tx, { id, order: asNew.order, method: PAYMENT_TYPES.cart }, at);
  return id;
}

/** The sandbox took the money: the same way as its word would take. */
async function pay(tx: Tx, orderId: number, at: Date): Promise<void> {
  const [attempt] = await findPaymentsOf(tx, orderId);
  if (!attempt) throw new Error(`the demo order ${orderId} has no attempt`);
  const externalId = `demo-${orderId}`;
  await setPayment(tx, attempt.id, { status: 'pending', provider: 'sandbox', externalId });
  // The sandbox has it in its books too: a demo order that is cancelled gets its money back from there.
  await insertSandbox(tx, {
    externalId,
    token: randomBytes(32).toString('base64url'),
    paymentId: attempt.id,
    orderId,
    code: attempt.code,
    amountKop: attempt.amountKop,
    returnUrl: `/user/orders/${orderId}`,
    state: 'paid',
    effectiveAt: at,
    expiresAt: attempt.expiresAt,
  });
  const seen = {
    state: 'succeeded',
    capturedKop: attempt.amountKop,
    capturedAt: at,
    refundedKop: 0,
    paymentId: attempt.id,
    key: null,
    reason: null,
  } as const;
  await applySeen(tx, { paymentId: attempt.id, orderId, seen, source: 'sandbox', jobs: SILENT, now: at });
}

/** Statuses behind «Оплачен», with the hours after placing. */
const STEPS: Record<Exclude<DemoOrder['fate'], 'awaiting' | 'cancelled' | 'refunded'>, readonly (readonly [status: number, hours: number])[]> = {
  packing: [[3, 20]],
  sent: [[3, 20], [4, 30]],
  ready: [[3, 20], [4, 30], [5, 76]],
  overdue: [[3, 20], [4, 30], [5, 100]],
  received: [[3, 20], [4, 30], [5, 90], [6, 120]],
  returned: [[3, 20], [4, 30], [5, 90], [6, 120], [9, 220]],
  deferred: [],
}; // prettier-ignore

function more({ order, code }: Placing, id: number): Parameters<typeof updateOrder>[2] {
  const isOnWay = order.fate !== 'packing' && order.fate !== 'deferred' && order.delivery.street !== undefined;
  const waits = order.fate === 'ready' || order.fate === 'overdue';
  return {
    track: isOnWay ? `10 0874 ${String(532_000 + (id % 1000)).replace(/(\d{3})(\d{3})/, '$1 $2')}` : null,
    issueCode: waits ? code : null,
  };
}
