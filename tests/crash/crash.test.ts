import { expect, it } from 'vitest';
import { seeded } from '#tests/chaos/seeded.ts';
import { crashDatabase } from '#tests/crash/crash-database.ts';

// Three rounds of `npm run crash:db`; thirty are a command of their own.

it('the database is killed under load three times: nothing acknowledged is lost, the shop is back by itself', async () => {
  const { acknowledged, repeated, backMs } = await crashDatabase(3, seeded(7).next, () => {});
  expect(acknowledged).toBeGreaterThan(100);
  // Each kill was felt.
  expect(repeated).toBeGreaterThan(3);
  expect(backMs).toHaveLength(3);
  expect(Math.max(...backMs)).toBeLessThan(30_000);
}, 600_000);
