import * as z from 'zod/mini';
import { mayChangePayment } from '#contract/order-statuses.ts';
import { MESSAGES } from '#contract/messages.ts';
import { codesFor, isPaymentCode, PAYMENT_METHODS, type PaymentCode } from '#contract/payment-methods.ts';
import { changePaymentMethod } from '#contract/payments.ts';
import type { Tx } from '#server/db/open.ts';
import { askLink, beginLink, finishLink, LinkAsked, type LinkOutcome } from '#server/features/acquiring/ask-link.ts';
import { assertAgreed, assertPayable } from '#server/features/acquiring/payable.ts';
import { payFromAccount } from '#server/features/acquiring/pay-from-account.ts';
import { paymentView } from '#server/features/acquiring/payment-view.rules.ts';
import { shipmentPaid } from '#server/features/deferred/shipment.commands.ts';
import { updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { assertTheirs, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import { cancelPayments, createPayment } from '#server/features/payments/payments.commands.ts';
import { findPaymentsOf } from '#server/features/payments/payments.queries.ts';
import { isServed } from '#server/features/payments/served.rules.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';
import { defineOutside } from '#server/platform/outside.ts';
import { refuse, RefusedError } from '#server/platform/refuse.ts';

/** `link` is null for a way without a page: then nobody is asked. */
const Changed = z.object({ orderId: z.int(), link: z.nullable(LinkAsked) });
type Changed = z.infer<typeof Changed>;

/** Another way of paying, while the order waits for money; by account it is paid at once. */
export const methodChange = defineOutside<typeof changePaymentMethod, Changed, LinkOutcome>({
  call: changePaymentMethod,
  started: Changed,
  async begin({ tx, body, session, now }, { gates, jobs }) {
    const which = whichOrderOf(session, body, 'order.pay');
    const order = assertTheirs(await lockOrder(tx, which), which, session);
    const attempts = await findPaymentsOf(tx, order.id);
    assertPayable(order, attempts);
    assertAgreed(order);
    if (!mayChangePayment(order.status)) return refuse('order_paid', MESSAGES.orderPaid);
    // A guest's link pays as a guest does, whoever has opened it.
    const payer = order.userId === null ? null : session.user;
    const code = assertOffered(body.payment_type, codesFor(payer), gates.payments);
    const { way } = PAYMENT_METHODS[code];
    const isOther = code !== order.paymentType;
    if (isOther) {
      await cancelPayments(tx, order.id, now, 'method_changed');
      await updateOrder(tx, order.id, { paymentType: code });
    }
    const changed = { ...order, paymentType: code };
    if (way === 'link') {
      const rest = isOther ? [] : attempts;
      return { orderId: order.id, link: await beginLink(tx, { order: changed, code, attempts: rest, now }) };
    }
    if (way === 'account') {
      await payFromAccount(tx, changed, now);
      await shipmentPaid(tx, { orderId: order.id, jobs, at: now });
      await tellNews(tx, jobs, order.id, { what: 'paid' });
    } else if (isOther) await createPayment(tx, { orderId: order.id, code, amountKop: order.dueKop, now });
    return { orderId: order.id, link: null };
  },
  ask: ({ gates, signal }, { link }) =>
    link ? askLink(gates.payments, link, signal) : Promise.resolve({ kind: 'live' }),
  async finish({ tx, now }, { orderId, link }, outcome) {
    const made = link && (await finishLink(tx, link, outcome, now));
    // The way stays chosen; only its link could not be had, and can be asked for again.
    if (made instanceof RefusedError) return made;
    return { exp_id: orderId, payment: await viewOf(tx, orderId, now), link: made?.url ?? null };
  },
});

function assertOffered(code: number, offered: readonly PaymentCode[], gate: PaymentGate): PaymentCode {
  const isTheirs = isPaymentCode(code) && offered.includes(code) && isServed(code, gate);
  return isTheirs ? code : refuse('payment_unavailable', MESSAGES.paymentUnavailable);
}

async function viewOf(tx: Tx, orderId: number, now: Date) {
  const order = await lockOrder(tx, { id: orderId });
  if (!order) throw new Error(`no order ${orderId}`);
  return paymentView(order, await findPaymentsOf(tx, orderId), now);
}
