import * as z from 'zod/mini';
import {
  findDueChecks,
  findOpenRefunds,
  findToCancel,
  putOffCheck,
} from '#server/features/acquiring/acquiring.queries.ts';
import { methodChange } from '#server/features/acquiring/change-method.ts';
import { confirm, isProvider } from '#server/features/acquiring/confirm.commands.ts';
import { depositLink } from '#server/features/acquiring/deposit-link.ts';
import { paymentLink } from '#server/features/acquiring/payment-link.ts';
import { sendSettlement, SETTLE_QUEUE } from '#server/features/acquiring/settle.commands.ts';
import { refundMoney } from '#server/features/acquiring/refund-money.ts';
import { nextCheckS } from '#server/features/payments/payment-states.rules.ts';
import { findPayment, setPayment } from '#server/features/payments/payments.queries.ts';
import { REFUND_QUEUE } from '#server/features/payments/payments.commands.ts';
import { PaymentError } from '#server/gates/payments/port.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';

/** What a crash or a silent provider left of a link, or of a change of method. */
export const finishPaymentLink = paymentLink.job;
export const finishMethodChange = methodChange.job;
export const finishDeposit = depositLink.job;

/** A message or a waiting person is a reason to look at an attempt. */
export const confirmPayment = defineJob({
  name: 'acquiring.confirm',
  data: z.object({ paymentId: z.int(), source: z.enum(['webhook', 'return', 'sandbox']) }),
  retry: { limit: 8, delay: 5, delayMax: 900 },
  expireIn: 60,
  handle: async (work, { paymentId, source }) => void (await confirm(work, paymentId, source)),
});

/** Carries refunds out; they are begun by orders and the desk (server/features/payments). */
export const carryOutRefund = defineJob({
  ...REFUND_QUEUE,
  handle: (work, { refundId }) => refundMoney(work, refundId),
});

/** Gives the second receipt to whoever took the money. */
export const settlePaid = defineJob({
  ...SETTLE_QUEUE,
  handle: (work, { orderId }) => sendSettlement(work, orderId),
});

const AT_ONCE = 100;
const SIDE_BY_SIDE = 5;
/**
 * Every minute: attempts that are due for a look (webhooks get lost), those whose time is over, and providers that are to be told
 * of attempts we gave up.
 */
export const recheckPayments = defineJob({
  name: 'acquiring.recheck',
  data: z.object({}),
  schedule: { cron: '* * * * *', data: {} },
  // The next minute looks again.
  retry: { limit: 0, delay: 60, delayMax: 60 },
  expireIn: 300,
  async handle(work) {
    const due = await findDueChecks(work.db, work.now(), AT_ONCE);
    // A few at a time: a provider that says nothing must not keep the others waiting.
    for (let at = 0; at < due.length && !work.signal.aborted; at += SIDE_BY_SIDE)
      await Promise.all(due.slice(at, at + SIDE_BY_SIDE).map((id) => lookAt(work, id)));
    await tellOfCancelled(work);
  },
});

const HOUR_MS = 3_600_000;
/** Every hour: refunds whose own job has been given up or is gone. Nobody's money stays under way unseen. */
export const recheckRefunds = defineJob({
  name: 'acquiring.recheck-refunds',
  data: z.object({}),
  schedule: { cron: '23 * * * *', data: {} },
  retry: { limit: 0, delay: 60, delayMax: 60 },
  expireIn: 300,
  async handle(work) {
    for (const id of await findOpenRefunds(work.db, new Date(work.now().getTime() - HOUR_MS), AT_ONCE)) {
      if (work.signal.aborted) return;
      await refundMoney(work, id).catch((error: unknown) => {
        if (!(error instanceof PaymentError)) throw error;
      });
    }
  },
});

async function lookAt(work: JobWork, id: number): Promise<void> {
  try {
    if ((await confirm(work, id, 'poll')) !== 'foreign') return;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
  }
  // Nothing was learned: its turn comes again, later each time.
  const checks = (await findPayment(work.db, id))?.checks ?? 0;
  await putOffCheck(work.db, id, new Date(work.now().getTime() + nextCheckS(checks) * 1000));
}

async function tellOfCancelled({ db, gates, now, signal }: JobWork): Promise<void> {
  for (const { id, orderId, provider: name, externalId } of await findToCancel(db, now(), AT_ONCE)) {
    if (signal.aborted || externalId === null) return;
    const provider = isProvider(name) ? gates.payments.find(name) : null;
    try {
      await provider?.cancel({ paymentId: id, orderId, externalId }, signal);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      if (error.kind === 'away') continue;
    }
    await setPayment(db, id, { cancelAt: null });
  }
}
