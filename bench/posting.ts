import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { heldMb } from '#bench/held.ts';
import { withNetwork } from '#bench/kept-network.ts';
import { grouped, judged, printTable, tellProgress, writeResult } from '#bench/report.ts';
import type { Db } from '#server/db/open.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { closesAt, paysAt } from '#server/features/plan/closing/due.rules.ts';
import { closePeriod, type ClosingWays } from '#server/features/plan/closing/close-period.commands.ts';
import { insertClosedPeople } from '#server/features/plan/closing/periods.queries.ts';
import { readView } from '#server/features/plan/volumes/follow.ts';
import { postPeriod } from '#server/features/plan/posting/post-period.commands.ts';
import { addStaff, letGo } from '#tests/network/posting-people.ts';

// Closing and posting of a month in a real database (docs/decisions/385), beside people who move money of their own.

const PEOPLE = Number(process.env.POSTED ?? 100_000);
const PERIOD = 202611;
/** A million in 120 s. */
const GOAL_S = Math.floor(1_000_000 / 120);
/** Of a million: DATA_DIR of a generated network (docs/operations.md#generated-network). */
const CLOSING_S = 30;
/** What a closing may hold more at its last piece than at its first: buffers, whatever the count of people. */
const HELD_MB = 16;
const FIRST_ID = 10_000_000;
/** Movements that are measured before the posting begins. */
const QUIET = 300;

export async function benchPosting(): Promise<void> {
  if (process.env.DATA_DIR) return withNetwork({ people: 1_000_000, open: PERIOD }, ofNetwork);
  const dataDir = mkdtempSync(join(tmpdir(), 'rostok-bench-'));
  try {
    await withDatabase({ dataDir, databaseUrl: null }, async ({ db }) => {
      tellProgress(`posting: ${grouped(PEOPLE)} consultants are being made`);
      await makePeople(db);
      await measureMonth(db, FIRST_ID);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
/** The open month of a kept network (it writes: take a copy). Everybody buys in it, so that everybody has a bonus. */
async function ofNetwork({ db, viewerId }: { db: Db; viewerId: number }): Promise<void> {
  await db.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, return_id)
    select ${PERIOD}, id, 240, 600000, 'order', 1000000000 + id from users where cons_id is not null on conflict do nothing`);
  // Months before are not what is measured: they count as paid.
  await db.execute(sql`update periods set state = 'paid', paid_at = now() where id < ${PERIOD} and state = 'closed'`);
  await db.execute(sql`analyze points_events`);
  await measureMonth(db, viewerId);
}

async function measureMonth(db: Db, firstId: number): Promise<void> {
  const memory = watchMemory();
  const closeS = await seconds(() =>
    closePeriod(db, PERIOD, { now: closesAt(PERIOD) }, { read: readView, write: memory.write }),
  );
  tellProgress(`closed in ${closeS.toFixed(1)} s`);
  await letGo(db, PERIOD, await addStaff(db));
  const quiet = await movements(db, firstId, (done) => done < QUIET);
  const state = { isPosting: true };
  const beside = movements(db, firstId, () => state.isPosting);
  const postS = await seconds(async () => {
    const posted = await postPeriod(db, PERIOD, { now: paysAt(PERIOD) });
    if (posted !== 'paid') throw new Error(`the month was not posted: ${posted}`);
  }).finally(() => {
    state.isPosting = false;
  });
  const busy = await beside;
  const { people, postings } = await countPosted(db);
  const grewMb = memory.grewMb();
  report({ people, closeS, heldMb: grewMb, postS, postings, quiet, busy });
}

type Measured = { people: number; closeS: number; heldMb: number; postS: number; postings: number } & Record<
  'quiet' | 'busy',
  number[]
>;
function report({ people, closeS, heldMb, postS, postings, quiet, busy }: Measured): void {
  const perSecond = postings / postS;
  const [quietMs, busyMs] = [shareOf(quiet, 0.99), shareOf(busy, 0.99)];
  printTable(
    `A month of ${grouped(people)} consultants in the database`,
    ['what', 'value', 'goal', 'verdict'],
    [
      [
        'closing with its snapshot, s',
        closeS.toFixed(1),
        ...(people < 1_000_000 ? ['', ''] : judged(closeS, { most: CLOSING_S })),
      ],
      ['held at its last piece more than at its first, MB', heldMb.toFixed(1), ...judged(heldMb, { most: HELD_MB })],
      ['bonuses posted', grouped(postings), '', ''],
      ['postings per second', grouped(Math.round(perSecond)), ...judged(perSecond, { least: GOAL_S })],
      ['a million would take, s', (1_000_000 / perSecond).toFixed(0), ...judged(1_000_000 / perSecond, { most: 120 })],
      ['a movement of a person, p50, quiet, ms', shareOf(quiet, 0.5).toFixed(1), '', ''],
      ['the same beside the posting, p50, ms', shareOf(busy, 0.5).toFixed(1), '', ''],
      ['a movement of a person, p99, quiet, ms', quietMs.toFixed(1), '', ''],
      ['the same beside the posting, p99, ms', busyMs.toFixed(1), ...judged(busyMs, { most: Math.ceil(2 * quietMs) })],
    ],
  );
  writeResult('posting', { people, closeS, heldMb, postS, postings, perSecond, quietMs, busyMs });
}

/** What is alive while the snapshot is written, every so many pieces. */
function watchMemory(): { write: ClosingWays['write']; grewMb(): number } {
  const held: number[] = [];
  let pieces = 0;
  return {
    async write(tx, period, rows) {
      await insertClosedPeople(tx, period, rows);
      if (pieces % 20 === 0) held.push(heldMb());
      pieces += 1;
    },
    grewMb: () => Math.max(...held) - (held[0] ?? Number.NaN),
  };
}
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
const shareOf = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;

/** Movements of a person one after another while `goesOn` says so: how long each took, ms. */
async function movements(db: Db, firstId: number, goesOn: (done: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  while (goesOn(times.length)) {
    const from = performance.now();
    const n = times.length;
    await db.transaction((tx) =>
      postLedger(tx, {
        key: `bench:${begun}:${n}`,
        kind: 'correction',
        ref: { type: 'desk', id: n },
        actor: 'bench',
        reason: 'Измерение',
        at: new Date(),
        entries: [
          { account: { house: 'corrections' }, amountKop: -100 },
          { account: { ownerId: firstId + (n % 1000), type: 0 }, amountKop: 100 },
        ],
      }),
    );
    times.push(performance.now() - from);
  }
  return times;
}

/** Eight below each, all of them active: everybody has a bonus. */
async function makePeople(db: Db): Promise<void> {
  await db.execute(sql`
    insert into users (id, role, name, cons_id, sponsor_id) overriding system value
    select ${FIRST_ID} + n, 'cons', 'Участник ' || n, 10000000 + n, case when n = 0 then null else ${FIRST_ID} + (n - 1) / 8 end
    from generate_series(0, ${PEOPLE - 1}) n order by n`);
  await db.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, return_id)
    select ${PERIOD}, ${FIRST_ID} + n, 60 + n % 400, (60 + n % 400) * 2500, 'order', n + 1 from generate_series(0, ${PEOPLE - 1}) n`);
  await db.execute(sql`analyze`);
}
async function countPosted(db: Db): Promise<{ people: number; postings: number }> {
  const { rows } = await db.execute<{ people: number; postings: number }>(sql`
    select (select people from periods where id = ${PERIOD})::int as people,
      (select count(*) from bonus_rows where period = ${PERIOD} and tx_id is not null)::int as postings`);
  return rows[0]!; // Counts are one row.
}
