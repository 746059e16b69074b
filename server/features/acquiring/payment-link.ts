import { getPaymentLink } from '#contract/payments.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { askLink, beginLink, finishLink, LinkAsked, type LinkOutcome } from '#server/features/acquiring/ask-link.ts';
import { assertAgreed, assertOnline, assertPayable } from '#server/features/acquiring/payable.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { assertTheirs, whichOrderOf } from '#server/features/orders/read-order.commands.ts';
import { findPaymentsOf } from '#server/features/payments/payments.queries.ts';
import { defineOutside } from '#server/platform/outside.ts';
import { RefusedError } from '#server/platform/refuse.ts';

/** The link to pay an order by: the same while its attempt lives. */
export const paymentLink = defineOutside<typeof getPaymentLink, LinkAsked, LinkOutcome>({
  call: getPaymentLink,
  started: LinkAsked,
  async begin({ tx, body, session, now }) {
    const which = whichOrderOf(session, body, 'order.pay');
    const order = assertTheirs(await lockOrder(tx, which), which, session);
    const attempts = await findPaymentsOf(tx, order.id);
    assertPayable(order, attempts);
    assertAgreed(order);
    return beginLink(tx, { order, code: assertOnline(order.paymentType), attempts, now });
  },
  ask: ({ gates, signal }, asked) => askLink(gates.payments, asked, signal),
  async finish({ tx, now }, asked, outcome) {
    const link = await finishLink(tx, asked, outcome, now);
    if (link instanceof RefusedError) return link;
    return {
      link: link.url,
      provider: link.provider,
      qr: link.code === PAYMENT_TYPES.qr ? link.url : null,
      is_test: link.provider === 'sandbox',
      expires_at: link.expiresAt.toISOString(),
    };
  },
});
