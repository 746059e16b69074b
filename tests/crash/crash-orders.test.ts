import { expect, it } from 'vitest';
import { seeded } from '#tests/chaos/seeded.ts';
import { crashOrders } from '#tests/crash/crash-orders.ts';

// Ten kills of `npm run crash`; a hundred are a command of their own.

it('the shop is killed ten times while orders are placed and paid: none is lost, none is doubled, the money adds up', async () => {
  const { orders, repeated, backMs } = await crashOrders({ kills: 10, orders: 80 }, seeded(5).next, () => {});
  expect(orders).toBe(80);
  expect(backMs).toHaveLength(10);
  // Each kill was felt.
  expect(repeated).toBeGreaterThan(10);
}, 400_000);
