import { chanceOf, daysBefore } from '#server/demo/chance.ts';
import { findAtCounters, findOperator, insertDemoMark, insertDemoSupply, layDown, setOperator } from '#server/demo/counter.queries.ts'; // prettier-ignore
import { findTreeClients } from '#server/demo/orders/demo-orders.queries.ts';
import { placeDemoOrder } from '#server/demo/orders/place-demo-order.ts';
import { onTheWayToCounter } from '#server/demo/orders/plan.ts';
import type { SeedStep } from '#server/demo/seed-step.ts';
import { insertParcelsOnTheirWay } from '#server/demo/shelves.queries.ts';
import { insertPointOrder } from '#server/features/counter/counter.queries.ts';
import { cellAt, keepUntil } from '#server/features/counter/counter.rules.ts';
import { cellNamed } from '#server/features/counter/supplies.queries.ts';

const TOMSK_CENTRE = { deliveryType: 3, pointId: 'CO-4' };

/** docs/product/demo.md#orders: the operator has a point, what lies there has cells, and a supply is on its way. */
export const seedCounter: SeedStep['run'] =
  async (_db, { env, now }) =>
  async (tx) => {
    const operator = await findOperator(tx);
    if (operator !== undefined) await setOperator(tx, { userId: operator, ...TOMSK_CENTRE });
    const plan = onTheWayToCounter();
    const clients = await findTreeClients(tx, Math.max(...plan.map(({ who }) => who)));
    for (const order of plan) {
      const user = clients[order.who - 1];
      if (!user) throw new Error(`no demo person for an order of «${order.who}»`);
      await placeDemoOrder(tx, { env, user, order, at: daysBefore(now, order.daysAgo), code: '' });
    }
    await insertParcelsOnTheirWay(tx);
    const chance = chanceOf('counter');
    const lying = await findAtCounters(tx);
    for (const [at, { orderId, site, arrivedAt, utcOffset, parcelIds, lines }] of lying.entries()) {
      const arrived = new Date(arrivedAt);
      await insertPointOrder(tx, { orderId, site, arrivedAt: arrived, arrivedBy: null, keepUntil: keepUntil(arrived, utcOffset) }); // prettier-ignore
      const cellId = await cellNamed(tx, site, cellAt(at * 3));
      for (const parcelId of parcelIds) await layDown(tx, parcelId, cellId);
      // The warehouse has scanned their codes of «Честный знак» while packing.
      for (const { lineId, pieces } of lines)
        for (let unit = 0; unit < pieces; unit += 1) {
          const serial = `demo${String(lineId).padStart(5, '0')}${String(unit).padStart(2, '0')}${chance.int(100, 999)}`;
          await insertDemoMark(tx, { lineId, serial, at: arrived });
        }
    }
    const coming = await insertDemoSupply(tx, `${TOMSK_CENTRE.deliveryType}:${TOMSK_CENTRE.pointId}`);
    return `в пунктах — ${lying.length}, в поставке — ${coming}`;
  };
