import { runChaos } from '#tests/chaos/chaos.ts';
import { firstOnScreen } from '#tests/e2e/support/offline-lab-shop.ts';
import { expect, test } from '#tests/e2e/support/offline-lab.ts';

// The short form of `npm run chaos`: tabs crash, workers are killed, sockets are cut before and after the commit.

const TABS = 20;
const SEED = 7;

test('twenty tabs of chaos: the cart of the shop is what was meant', async ({ lab, context, consoleGuard }) => {
  consoleGuard.allow(/./);
  const person = await lab.person('client');
  const report = await runChaos(
    { lab, context, person, products: await firstOnScreen(lab.shop) },
    { tabs: TABS, seed: SEED, log: () => {} },
  );
  expect(report.tabs).toBe(TABS);
  // A calm run proves nothing.
  expect(report.crashed).toBeGreaterThan(5);
  expect(report.gestures).toBeGreaterThan(20);
  expect(report.resends).toBeGreaterThan(5);
});
