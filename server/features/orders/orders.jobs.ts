import * as z from 'zod/mini';
import { totalOf } from '#contract/amount-to-pay.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { orderLetter, orderMessageId, type OrderNews, orderSms } from '#server/features/orders/order-letter.rules.ts';
import { findOrderForLetter } from '#server/features/orders/order-mail.queries.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findOrderForLetter>>>;

/**
 * The letter of an order that was placed, or an SMS with its link when there is no e-mail (docs/product/orders.md#mail-and-sms). An order
 * that was cancelled before its letter went is not written about.
 */
export const writeOrderLetter = defineJob({
  name: 'orders.write-letter',
  data: z.object({ orderId: z.int(), again: z.optional(z.int()) }),
  // Over a day: a mail server may be away for a night.
  retry: { limit: 12, delay: 60, delayMax: 4 * 3600 },
  expireIn: 120,
  together: 10,
  async handle({ db, gates, env }, { orderId, again }) {
    const found = await findOrderForLetter(db, orderId);
    if (!found || found.order.status === ORDER_STATUSES.cancelled) return;
    const news = newsOf(found, env.publicUrl);
    const messageId = orderMessageId(orderId, env.publicUrl, again);
    const email = found.order.recipientEmail ?? found.accountEmail;
    try {
      if (email) await gates.mail.send({ to: email, ...orderLetter(news), messageId });
      else await gates.sms.send({ to: found.order.recipientPhone, text: orderSms(news), messageId });
    } catch (error) {
      const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
      throw isFinal ? new JobGivenUp(error.message) : error;
    }
  },
});

function newsOf({ order, lines }: Found, publicUrl: string): OrderNews {
  const path = order.publicToken === null ? `/user/orders/${order.id}` : `/order/${order.publicToken}`;
  return {
    id: order.id,
    url: `${publicUrl}${path}`,
    publicUrl,
    lines: lines
      .filter((line) => line.quantity > 0)
      .map(({ title, quantity, priceKop, isBad }) => ({ title, quantity, sumKop: priceKop * quantity, isBad })),
    goodsKop: order.goodsKop,
    delivery: { ...order.delivery, costKop: order.deliveryKop },
    spentKop: totalOf(order.spend),
    debtKop: order.debts[0] + order.debts[1] + order.debts[2],
    dueKop: order.dueKop,
    isPaid: order.paidAt !== null,
    payUntil: order.payUntil,
  };
}
