import { sql } from 'drizzle-orm';
import { withNetwork } from '#bench/kept-network.ts';
import { grouped, judged, median, printTable, tellProgress, type Goal, writeResult } from '#bench/report.ts';
import { groupVolumes } from '#contract/plan/volumes.ts';
import type { Db } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { findMoved, findMovedMonths, type HistoryAsked } from '#server/features/accounts/history/history.queries.ts';
import type { LedgerEntry } from '#server/features/accounts/ledger.rules.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { idsOf, readTree } from '#server/features/plan/tree.queries.ts';
import { readView } from '#server/features/plan/volumes/follow.ts';

// What the network does in a database of fourteen months (docs/operations.md#generated-network): group volumes by the engine, by a
// recursive query and by ltree; a newcomer; the history of a person; movements that share an account. It writes: take a copy of the
// data that DATA_DIR names.

const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000);
/** A query that takes longer has lost. */
const PATIENCE_S = Number(process.env.PATIENCE ?? 180);
const OPEN = periodOf(new Date());
const NEWCOMERS = 300;
const MOVEMENTS = 2000;
const PAGES = 100;
const WORKERS = 8;
const HOT_S = 10;
const GOALS = { groups: { most: 50 }, insert: { most: 5 }, history: { most: 30 }, hot: { least: 5000 } } as const;
type Row = { what: string; value: number; unit: string; goal?: Goal };

export async function benchLedger(): Promise<void> {
  await withNetwork({ people: PEOPLE, open: OPEN }, async ({ db, viewerId }) => {
    const rows: Row[] = [];
    const note = (what: string, value: number, unit: string, goal?: Goal) => {
      rows.push({ what, value, unit, ...(goal ? { goal } : {}) });
      tellProgress(`${what}: ${value.toFixed(1)} ${unit}`);
    };
    await compareGroups(db, note);
    const inserts = await addNewcomers(db, viewerId);
    note('a newcomer, p50', at(inserts, 0.5), 'ms');
    note('a newcomer, p99', at(inserts, 0.99), 'ms', GOALS.insert);
    await fillHistory(db, viewerId + 1);
    for (const [what, asked, from] of PAGES_ASKED) {
      const times = await readPages(db, { ownerId: viewerId + 1, ...asked }, from);
      note(`history of ${grouped(MOVEMENTS)} movements, ${what}, p99`, at(times, 0.99), 'ms', GOALS.history);
    }
    note(
      'movements a second that share an account of the house',
      await hotPerSecond(db, viewerId, 'house'),
      '',
      GOALS.hot,
    );
    note(
      'movements a second that share the account of one person',
      await hotPerSecond(db, viewerId, 'person'),
      '',
      GOALS.hot,
    );
    printTable(
      `The network of ${grouped(PEOPLE)} people in its database`,
      ['what', 'value', 'unit', 'goal', 'verdict'],
      rows.map(({ what, value, unit, goal }) => [
        what,
        value.toFixed(1),
        unit,
        ...(goal ? judged(value, goal) : ['', '']),
      ]),
    );
    writeResult('ledger', { people: PEOPLE, workers: WORKERS, patienceS: PATIENCE_S, rows });
  });
}
type Note = (what: string, value: number, unit: string, goal?: Goal) => void;
const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
async function msOf(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

// ── Group volumes, three ways ───────────────────────────────────────────────────────────────────
async function compareGroups(db: Db, note: Note): Promise<void> {
  const { view } = await readView(db, OPEN);
  const { tree, own } = view.period;
  const runs: number[] = [];
  for (let run = 0; run < 15; run += 1) runs.push(await msOf(() => groupVolumes(tree, own)));
  note('ГО of everybody, the engine', median(runs), 'ms', GOALS.groups);
  const told = groupVolumes(tree, own).reduce((sum, half) => sum + half, 0);
  note('the same by a recursive query over the sponsors', await patiently(db, RECURSIVE, told), 'ms');
  await copyAsLtree(db);
  note('the same by ltree', await patiently(db, BY_LTREE, told), 'ms');
  await db.execute(sql`drop table bench_ltree`);
}
const OWN = sql`select user_id, sum(half)::bigint as half from points_events where period = ${OPEN} and kind <> 'late_return' group by user_id`;
const RECURSIVE = sql`
  with recursive own as (${OWN}),
  up(id, half) as (
    select own.user_id, own.half from own join tree on tree.user_id = own.user_id
    union all
    select s.id, up.half from up join users u on u.id = up.id join users s on s.id = u.sponsor_id where s.cons_id is not null)
  select sum(half)::float8 as told, count(*)::int as people from (select id, sum(half) as half from up group by id) g`;
const BY_LTREE = sql`
  with own as (${OWN})
  select sum(half)::float8 as told, count(*)::int as people from (
    select subpath(b.path, 0, n) as path, sum(own.half) as half
    from own join bench_ltree b on b.user_id = own.user_id, generate_series(1, nlevel(b.path)) n group by 1) g`;
/** Milliseconds, the sum as the engine has it; a query that is too slow tells the time after which it was given up. */
async function patiently(db: Db, query: typeof RECURSIVE, told: number): Promise<number> {
  const from = performance.now();
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${PATIENCE_S * 1000}`));
      const { rows } = await tx.execute<{ told: number }>(query);
      if (rows[0]?.told !== told) throw new Error(`another sum than the engine's: ${rows[0]?.told}, ${told}`);
    });
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== '57014') throw error;
    tellProgress(`given up after ${PATIENCE_S} s`);
  }
  return performance.now() - from;
}
async function copyAsLtree(db: Db): Promise<void> {
  await db.execute(sql`create extension if not exists ltree`);
  await db.execute(sql`drop table if exists bench_ltree`);
  await db.execute(sql`create unlogged table bench_ltree (user_id int primary key, path ltree not null)`);
  for await (const rows of readTree(db))
    await db.execute(sql`
      insert into bench_ltree select * from unnest(${sql.param(rows.map((row) => row.userId))}::int[],
        ${sql.param(rows.map(({ path }) => idsOf(path).join('.')))}::text[]::ltree[])`);
  await db.execute(sql`create index on bench_ltree using gist (path)`);
  await db.execute(sql`analyze bench_ltree`);
}

// ── A newcomer ──────────────────────────────────────────────────────────────────────────────────
/** The row of a person with its place in the structure, anywhere in the network. */
async function addNewcomers(db: Db, firstId: number): Promise<number[]> {
  const { rows } = await db.execute<{ cons: number }>(sql`select max(cons_id)::int as cons from users`);
  const times: number[] = [];
  for (let n = 1; n <= NEWCOMERS; n += 1)
    times.push(
      await msOf(() =>
        db.execute(sql`
          insert into users (role, name, cons_id, sponsor_id)
          values ('cons', ${`Новичок ${n}`}, ${rows[0]!.cons + n}, ${firstId + ((n * 7919) % PEOPLE)})`),
      ),
    );
  return times;
}

// ── The history of one person ───────────────────────────────────────────────────────────────────
const PAGE = 50;
const PAGES_ASKED: readonly [string, Omit<HistoryAsked, 'ownerId'>, number][] = [
  ['the first page', {}, 0],
  ['a page in the midst', {}, MOVEMENTS / 2],
  ['one account, one kind', { account: 1, kinds: ['correction'] }, 0],
];
async function fillHistory(db: Db, ownerId: number): Promise<void> {
  const now = Date.now();
  for (let n = 0; n < MOVEMENTS; n += 100)
    await db.transaction(async (tx) => {
      for (let i = n; i < n + 100; i += 1) {
        const day = new Date(now - i * 5 * 3_600_000);
        const mine: LedgerEntry = { account: { ownerId, type: i % 2 === 0 ? 0 : 1 }, amountKop: 100 };
        await postLedger(tx, { ...MOVEMENT, key: `bench:history:${now}:${i}`, at: day, entries: [mine, { account: { house: 'corrections' }, amountKop: -100 }] }); // prettier-ignore
      }
    });
  await db.execute(sql`analyze ledger_tx, ledger_entries, accounts`);
}
const MOVEMENT = { kind: 'correction', ref: { type: 'desk', id: 1 }, actor: 'bench', reason: 'Измерение' } as const;
/** What the call does behind its session: the rows and the months of the filter. */
async function readPages(db: Db, asked: HistoryAsked, from: number): Promise<number[]> {
  const all = from === 0 ? [] : await findMoved(db, { ...asked, limit: from });
  const after = all.at(-1)?.id;
  const times: number[] = [];
  for (let run = 0; run < PAGES; run += 1)
    times.push(
      await msOf(async () => {
        const rows = await findMoved(db, { ...asked, after, limit: PAGE + 1 });
        const months = await findMovedMonths(db, asked);
        if (rows.length <= PAGE || months.length < 2) throw new Error('less than a page');
      }),
    );
  return times;
}

// ── Movements that share an account ─────────────────────────────────────────────────────────────
/** Eight at once, each a transaction of its own as an order writes it, durable. */
async function hotPerSecond(db: Db, firstId: number, hot: 'house' | 'person'): Promise<number> {
  const begun = Date.now();
  const until = performance.now() + HOT_S * 1000;
  let done = 0;
  const worker = async (number: number) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const ownerId = firstId + 10 + ((n * WORKERS + number) % 1000);
      const other: LedgerEntry['account'] = hot === 'house' ? { house: 'corrections' } : { ownerId: firstId + 5, type: 0 }; // prettier-ignore
      await db.transaction((tx) =>
        postLedger(tx, {
          ...MOVEMENT,
          key: `bench:${hot}:${begun}:${number}:${n}`,
          at: new Date(),
          entries: [
            { account: { ownerId, type: 0 }, amountKop: 100 },
            { account: other, amountKop: -100 },
          ],
        }),
      );
      done += 1;
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  return done / ((performance.now() - from) / 1000);
}
