import * as z from 'zod/mini';
import { totalOf } from '#contract/amount-to-pay.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { orderLetter, orderMessageId, type OrderNews, orderSms } from '#server/features/orders/order-letter.rules.ts';
import { forgetGuestLinks } from '#server/features/orders/order-rows.queries.ts';
import { OrderHappened } from '#server/features/orders/order-happened.ts';
import { newsMessageId, newsOfOrder } from '#server/features/orders/order-news.rules.ts';
import { findOrderForLetter } from '#server/features/orders/order-mail.queries.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { MailError, type MailGate } from '#server/gates/mail/port.ts';
import { SmsError, type SmsGate } from '#server/gates/sms/port.ts';
import { defineJob, JobGivenUp, type JobWork } from '#server/platform/job.ts';

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
  async handle(work, { orderId, again }) {
    const { db, gates, env } = work;
    const found = await findOrderForLetter(db, orderId);
    if (!found || found.order.status === ORDER_STATUSES.cancelled) return;
    const news = newsOf(found, env.publicUrl);
    const told = {
      ...orderLetter(news),
      sms: orderSms(news),
      messageId: orderMessageId(orderId, env.publicUrl, again),
    };
    // The person has just placed it themselves: it is in the inbox, and is not pushed.
    if (again === undefined) await note(work, found, { ...told, about: '', isPushed: false });
    await tell(gates, found, told);
  },
});

/** What has become of an order since: paid, cancelled, lessened, money that went back. */
export const writeOrderNews = defineJob({
  name: 'orders.write-news',
  data: z.object({ orderId: z.int(), happened: OrderHappened }),
  retry: writeOrderLetter.retry,
  expireIn: 120,
  together: 10,
  async handle(work, { orderId, happened }) {
    const { db, gates, env } = work;
    const found = await findOrderForLetter(db, orderId);
    if (!found) return;
    const { order } = found;
    const told = {
      id: orderId,
      url: urlOf(found, env.publicUrl),
      paidKop: order.paidKop,
      reason: order.cancelReason,
      deliverTo: `${order.delivery.name}, ${order.delivery.to}`,
      code: order.issueCode,
      proxy: found.proxy,
      schedule: order.delivery.schedule,
    };
    const messageId = newsMessageId(orderId, env.publicUrl, happened);
    const news = newsOfOrder(told, happened);
    // Whoever has just asked for a return need not be told of it on the lock screen.
    await note(work, found, { ...news, messageId, isPushed: happened.what !== 'return_asked' });
    await tell(gates, found, { ...news, messageId });
  },
});

/** The same event with the same words in the account's inbox and browsers; a guest has the letter alone. */
async function note(
  work: JobWork,
  { order }: Found,
  { subject, about, messageId, isPushed }: { subject: string; about: string; messageId: string; isPushed: boolean },
): Promise<void> {
  if (order.userId === null) return;
  const path = `/user/orders/${order.id}`;
  await tellPerson(work, { userId: order.userId, event: messageId, title: subject, text: about, path, isPushed });
}

type Told = { subject: string; text: string; html: string; sms: string; messageId: string };
/** By e-mail, or by SMS where there is none. @throws JobGivenUp when the address will never take it. */
async function tell(
  { mail, sms }: { mail: MailGate; sms: SmsGate },
  { order, accountEmail }: Found,
  told: Told,
): Promise<void> {
  const email = order.recipientEmail ?? accountEmail;
  const { messageId, subject, text, html } = told;
  try {
    if (email) await mail.send({ to: email, subject, text, html, messageId });
    else await sms.send({ to: order.recipientPhone, text: told.sms, messageId });
  } catch (error) {
    const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
    throw isFinal ? new JobGivenUp(error.message) : error;
  }
}

const urlOf = ({ order }: Found, publicUrl: string): string =>
  `${publicUrl}${order.publicToken === null ? `/user/orders/${order.id}` : `/order/${order.publicToken}`}`;

function newsOf(found: Found, publicUrl: string): OrderNews {
  const { order, lines, carries } = found;
  return {
    carries,
    id: order.id,
    url: urlOf(found, publicUrl),
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

/** So many months after its last status the link of a guest's order opens nothing (docs/product/orders.md#guests). */
const GUEST_LINK_MONTHS = 9;

/** Forgets the secret of links to guests' orders that ended long ago. The order itself stays in the books. */
export const closeGuestLinks = defineJob({
  name: 'orders.close-guest-links',
  data: z.object({}),
  schedule: { cron: '40 3 * * *', data: {} },
  async handle({ db, now }) {
    const before = new Date(now());
    before.setUTCMonth(before.getUTCMonth() - GUEST_LINK_MONTHS);
    await forgetGuestLinks(db, before);
  },
});
