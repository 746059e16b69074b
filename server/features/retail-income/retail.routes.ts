import type { FastifyInstance } from 'fastify';
import { getRetailIncome } from '#contract/retail.ts';
import { sumBacks } from '#server/features/retail-income/retail-back.queries.ts';
import { findIncome } from '#server/features/retail-income/retail.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

/** Where a retail difference comes from: lines and prices, without the buyer. */
export function retailIncomeRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getRetailIncome, async ({ tx, body: { order_id: orderId }, session }) => {
    const found = await findIncome(tx, { orderId, userId: requireUser(session).id });
    if (!found) throw notFound('Такого начисления нет');
    return {
      order_id: orderId,
      amount: found.amountKop,
      back: await sumBacks(tx, orderId),
      lines: found.parts.map(({ title, quantity, paidKop, consKop, amountKop }) => ({
        title,
        quantity,
        paid: paidKop,
        cons: consKop,
        amount: amountKop,
      })),
    };
  });
}
