import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { addOwner, by, KS, LS, nextKey, pay, stored } from '#tests/accounts/ledger-people.ts';
import { expire, faultsOf, newWorld, run, timeOf } from '#tests/accounts/random-money.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());
const people = (count: number) => Promise.all(Array.from({ length: count }, () => addOwner(open.db)));

// First: where people lock each other out, what comes after takes a second of PostgreSQL for each step.
it('movements between the same people in both directions wait for each other and never lock each other out', async () => {
  const owners = await people(4);
  for (const owner of owners) for (const type of [LS, KS]) await pay(open.db, owner, type, 100_000);
  const around = Array.from({ length: 120 }, (_, n) => {
    const [from, to] = n % 2 === 0 ? [owners[n % 4]!, owners[(n + 1) % 4]!] : [owners[(n + 2) % 4]!, owners[n % 4]!];
    const entries = [
      { account: { ownerId: from, type: LS }, amountKop: -7 },
      { account: { ownerId: to, type: KS }, amountKop: 3 },
      { account: { ownerId: to, type: LS }, amountKop: 4 },
    ];
    return { entries: n % 3 === 0 ? entries.toReversed() : entries };
  });
  const { rows: before } = await open.db.execute<{ n: string }>(
    sql`select deadlocks as n from pg_stat_database where datname = current_database()`,
  );
  await Promise.all(
    around.map(({ entries }, n) =>
      open.db.transaction((tx) =>
        postLedger(tx, { ...by, key: nextKey('around'), kind: 'transfer', ref: { type: 'transfer', id: n }, entries }),
      ),
    ),
  );
  await open.db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows: after } = await open.db.execute<{ n: string }>(
    sql`select deadlocks as n from pg_stat_database where datname = current_database()`,
  );
  expect(after).toEqual(before);
  const sums = await Promise.all(owners.flatMap((owner) => [stored(open.db, owner, LS), stored(open.db, owner, KS)]));
  expect(sums.reduce((sum, one) => sum + (one?.balance ?? 0), 0)).toBe(800_000);
});

describe('money at random, from eight connections at once', () => {
  it.each([1, 2, 3, 4])('adds up whatever happened (seed %i)', async (seed) => {
    const world = newWorld(open, await people(3));
    world.n = seed * 100_000;
    await run(world, { seed, workers: 8, steps: 60 });
    expect(faultsOf(world)).toEqual([]);
    // Both ends of a rule were met, or the run proves little.
    expect(world.ends['done']).toBeGreaterThan(200);
    expect(world.ends['insufficient_funds']).toBeGreaterThan(0);
    for (const owner of world.owners) {
      await expire(world, owner);
      for (const type of [LS, KS])
        expect((await stored(open.db, owner, type))?.balance ?? 0).toBe(world.told.get(`${owner}/${type}`) ?? 0);
    }
    // These orders are the ledger's alone: no bank knows of them.
    const damaged = damagedIn(await checkLedger(open.db, timeOf(world.hour)));
    expect(damaged.filter(({ name }) => name !== 'gateways')).toEqual([]);
  });
});
