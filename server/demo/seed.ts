import { seedNow } from '#server/demo/chance.ts';
import { seedAccounts } from '#server/demo/seed-accounts.ts';
import { seedAddresses } from '#server/demo/seed-addresses.ts';
import { seedCarts } from '#server/demo/seed-carts.ts';
import { seedCategories, seedCities, seedPictures, seedProducts, seedViews } from '#server/demo/seed-catalogue.ts';
import { seedConsents } from '#server/demo/seed-consents.ts';
import { seedCounter } from '#server/demo/seed-counter.ts';
import { seedCourses } from '#server/demo/seed-courses.ts';
import { seedOrders } from '#server/demo/seed-orders.ts';
import { seedNetwork } from '#server/demo/seed-network.ts';
import { seedNeeds, seedRanks } from '#server/demo/seed-needs.ts';
import { seedShelves } from '#server/demo/seed-shelves.ts';
import { seedPoints } from '#server/demo/seed-points.ts';
import { seedTransfers } from '#server/demo/seed-transfers.ts';
import { seedPeople } from '#server/demo/seed-people.ts';
import type { SeedAsked, SeedStep } from '#server/demo/seed-step.ts';
import { findDoneSteps, insertDoneStep } from '#server/demo/seed.queries.ts';
import { dbOn, LOCKS, type OpenDb } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';

export type SeedParts = { open: OpenDb; env: Env; log: (line: string) => void; publish?: () => Promise<void> };

/** Never renumber or reuse a name: `seed_steps` remembers them (docs/product/catalogue.md#seed). */
const STEPS: readonly SeedStep[] = [
  { name: '001-cities', run: seedCities },
  { name: '002-categories', run: seedCategories },
  { name: '003-products', run: seedProducts },
  { name: '004-pictures', run: seedPictures },
  { name: '025-views', run: seedViews },
  { name: '005-people', run: seedPeople },
  { name: '006-carts', run: seedCarts },
  { name: '007-courses', run: seedCourses },
  { name: '008-points', run: seedPoints },
  { name: '009-orders', run: seedOrders },
  { name: '015-needs', run: seedNeeds },
  { name: '016-ranks', run: seedRanks },
  { name: '021-addresses', run: seedAddresses },
  { name: '034-consents', run: seedConsents },
  { name: '032-shelves', run: seedShelves },
  { name: '036-counter', run: seedCounter },
  { name: '042-network', run: seedNetwork },
  // It brings accounts to where they are to stand, whatever orders have done to them.
  { name: '020-accounts', run: seedAccounts },
  // It leaves every balance as it was.
  { name: '045-transfers', run: seedTransfers },
];

/**
 * Fills the demo shop of docs/product/demo.md: the steps that this database has not seen, one transaction each, one node at a
 * time. Same `SEED_NOW`, same data.
 */
export async function runSeed({ open, env, log, publish }: SeedParts): Promise<void> {
  if (env.seed === 'none') return;
  const started = performance.now();
  let written = 0;
  const client = await open.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.seed]);
    const db = dbOn(client);
    const done = await findDoneSteps(db);
    const asked: SeedAsked = { env, now: seedNow(env.seedNow), note: (line) => log(`Демо-данные: ${line}`) };
    for (const [at, step] of STEPS.entries()) {
      if (done.has(step.name)) continue;
      const write = await step.run(db, asked);
      const line = await db.transaction(async (tx) => {
        const told = await write(tx);
        await insertDoneStep(tx, step.name);
        return told;
      });
      written += 1;
      log(`Демо-данные ${at + 1}/${STEPS.length}: ${line}`);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.seed]).catch(() => {});
    client.release();
  }
  if (written === 0) return;
  await publish?.();
  log(`Демо-данные готовы за ${((performance.now() - started) / 1000).toFixed(1).replace('.', ',')}\u00a0с`);
}
