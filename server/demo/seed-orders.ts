import { chanceOf, daysBefore } from '#server/demo/chance.ts';
import { findPerson, findTreeClients, refillShelves } from '#server/demo/orders/demo-orders.queries.ts';
import { placeDemoOrder } from '#server/demo/orders/place-demo-order.ts';
import { demoOrders } from '#server/demo/orders/plan.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import type { Db, Tx } from '#server/db/open.ts';

/** docs/product/demo.md#orders, each by the commands that a live order takes. */
export async function seedOrders(_db: Db, { env, now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    const plan = demoOrders();
    const clients = await findTreeClients(tx, plan.filter(({ who }) => typeof who === 'number').length);
    const chance = chanceOf('issue codes');
    for (const order of plan) {
      const { who } = order;
      const user = typeof who === 'number' ? clients[who - 1] : await findPerson(tx, `${who}@rostok.test`);
      if (!user) throw new Error(`no demo person for an order of «${who}»`);
      const code = String(chance.int(1000, 9999));
      await placeDemoOrder(tx, { env, user, order, at: daysBefore(now, order.daysAgo), code });
    }
    await refillShelves(tx);
    return `заказы — ${plan.length}`;
  };
}
