import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDb, Tx } from '#server/db/open.ts';
import { holdFunds, postHolds, refundSpends } from '#server/features/accounts/accounts.commands.ts';
import { checkLedgerNightly } from '#server/features/accounts/accounts.jobs.ts';
import { BONUS_CHECKS } from '#server/features/accounts/bonus-checks.queries.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { findDamage, LEDGER_CHECKS } from '#server/features/accounts/ledger-check.queries.ts';
import { listJob } from '#server/jobs/listed-job.ts';
import { addOwner, BS, by, give, inDays, LS, nextKey, nextRef, NOW, pay } from '#tests/accounts/ledger-people.ts';
import { openJobs, rowsOf } from '#tests/jobs/open-jobs.ts';
import { runCommandLine } from '#tests/jobs/run-command.ts';
import { openTestDb } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// A ledger with a bit of everything in it, and what the check says when a row of it is wrong.
let open: OpenDb;
let owner: number;
beforeAll(async () => {
  open = await openTestDb();
  owner = await addOwner(open.db);
  await fill(open, owner);
});
afterAll(() => open.close());

/** One order paid and half refunded, one that is waiting, on ЛС and БС. */
async function fill({ db }: Pick<OpenDb, 'db'>, ownerId: number): Promise<void> {
  await pay(db, ownerId, LS, 10_000);
  await give(db, ownerId, 3000, inDays(30));
  const [paid, waiting] = [nextRef(), nextRef()];
  await db.transaction(async (tx) => {
    for (const ref of [paid, waiting]) {
      const parts = [
        { type: LS, amountKop: 2000 },
        { type: BS, amountKop: 900 },
      ] as const;
      await holdFunds(tx, { key: `order:${ref.id}`, ownerId, parts, ref, expiresAt: inDays(1), at: NOW });
    }
    const { txId } = await postHolds(tx, { ...by, ref: paid, key: nextKey('paid'), house: 'sales' });
    const parts = [
      { type: LS, amountKop: 1000 },
      { type: BS, amountKop: 450 },
    ] as const;
    await refundSpends(tx, {
      ...by,
      key: nextKey('refund'),
      reverses: txId!,
      ref: paid,
      ownerId,
      parts,
      house: 'sales',
    });
  });
}

it('finds nothing in a ledger that adds up, and notes that it has looked', async () => {
  const results = await checkLedger(open.db, NOW);
  expect(damagedIn(results)).toEqual([]);
  const known = [...LEDGER_CHECKS, ...BONUS_CHECKS].map(({ name }) => name);
  expect(results.map(({ name }) => name)).toEqual([...known, 'desk-corrections', 'retail-income', 'retail-backs']);
  const { rows } = await open.db.execute<{ n: number; sum: number }>(
    sql`select count(*)::int as n, sum(damaged)::int as sum from ledger_checks`,
  );
  expect(rows).toEqual([{ n: results.filter(({ damaged }) => damaged !== null).length, sum: 0 }]);
});

const mine = (table: string): SQL =>
  sql.raw(`${table}.account_id in (select id from accounts where owner_id = ${owner})`);
/** What each check must notice, beside others or alone. Nothing of it is kept. */
const PLANTED: Record<string, (at: { owner: number }) => SQL> = {
  movements: () => sql`insert into ledger_tx (key, kind, ref_type, ref_id, actor, reason, at) values ('empty', 'deposit', 'desk', 1, 't', 't', now())`,
  balances: () => sql`update accounts set balance_kop = balance_kop + 1 where owner_id = ${owner} and type = 0`,
  history: () => sql`update ledger_entries set balance_after = balance_after + 1 where ${mine('ledger_entries')} and version = 2`,
  held: () => sql`update accounts set held_kop = held_kop - 1 where owner_id = ${owner} and type = 0`,
  'posted-holds': () => sql`update holds set tx_id = (select min(id) from ledger_tx) where state = 'posted'`,
  'forgotten-holds': () => sql`update holds set expires_at = ${inDays(-2).toISOString()}::timestamptz where state = 'held'`,
  'gifts-left': () => sql`update grants set left_kop = left_kop - 1`,
  'gifts-held': () => sql`update grant_uses set amount_kop = amount_kop - 1 where entry_id is null`,
  'gifts-account': () => sql`update accounts set balance_kop = balance_kop - 1 where owner_id = ${owner} and type = 2`,
  'burnt-gifts': () => sql`update grants set expires_at = ${inDays(-3).toISOString()}::timestamptz`,
  floors: () => sql`update accounts set balance_kop = -500001 where owner_id = ${owner} and type = 0`,
  reversals: () => sql`update ledger_entries set amount_kop = amount_kop * 3 where tx_id in (select id from ledger_tx where reverses is not null)`,
}; // prettier-ignore
const ALONE = new Set(['history', 'forgotten-holds', 'burnt-gifts', 'posted-holds', 'gifts-held', 'held']);

describe('planted damage', () => {
  const enough = new Error('enough seen');
  const damageAfter = async (planted: SQL): Promise<string[]> => {
    let found: string[] = [];
    const work = open.db.transaction(async (tx: Tx) => {
      for (const table of ['ledger_tx', 'ledger_entries'])
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      const { rowCount } = await tx.execute(planted);
      if (!rowCount) throw new Error('nothing was planted');
      for (const check of LEDGER_CHECKS) {
        const { total, first } = check.needs ? { total: 0, first: [] } : await findDamage(tx, check, NOW);
        if (total > 0 && first.length > 0) found = [...found, check.name];
      }
      throw enough;
    });
    await work.catch((error: unknown) => {
      if (error !== enough) throw error;
    });
    return found;
  };

  it('has a row for every check that needs no other feature', () => {
    expect(Object.keys(PLANTED)).toEqual(LEDGER_CHECKS.filter(({ needs }) => !needs).map(({ name }) => name));
  });
  it.each(Object.keys(PLANTED))('«%s» notices', async (name) => {
    const found = await damageAfter(PLANTED[name]!({ owner }));
    expect(found).toContain(name);
    // What one row alone can tell, no other check tells.
    expect(ALONE.has(name) ? found : [name]).toEqual([name]);
  });
});

it('the nightly job says what is wrong, in the list of failed jobs too, and does not try again', async () => {
  const jobs = await openJobs();
  try {
    await fill(jobs, await addOwner(jobs.db));
    await jobs.db.execute(
      sql`update accounts set balance_kop = balance_kop + 5 where owner_id is not null and type = 0`,
    );
    await jobs.run([listJob(checkLedgerNightly)], { now: () => NOW });
    await jobs.db.transaction((tx) => jobs.jobs.send(tx, checkLedgerNightly, {}));
    await until(async () => {
      const [row] = await rowsOf(jobs, 'accounts.check-ledger');
      expect([row?.state, row?.output?.message]).toEqual(['failed', expect.stringContaining('balances 1')]);
    });
    expect(jobs.lines.join()).toContain('the ledger is damaged: balances 1');
    const { rows } = await jobs.db.execute(sql`select name, damaged from ledger_checks where damaged > 0`);
    expect(rows).toEqual([{ name: 'balances', damaged: 1 }]);
  } finally {
    await jobs.close();
  }
});

it('the command says in words what is wrong and where, and ends with 1', async () => {
  const shop = await openTestDb();
  const command = () => runCommandLine(shop.url, ['server/ledger-check.ts']);
  try {
    const person = await addOwner(shop.db);
    await pay(shop.db, person, LS, 10_000);
    const sound = await command();
    expect([sound.code, sound.text]).toEqual([0, expect.stringContaining('Счета сходятся.')]);
    await shop.db.execute(sql`update accounts set balance_kop = 10001 where owner_id = ${person}`);
    const wrong = await command();
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain('НЕВЕРНО      остаток счёта — сумма его проводок');
    expect(wrong.text).toContain(`(человек ${person}, тип 0): остаток 10001, проводки 10000`);
    expect(wrong.text).toContain('Не сходится: balances');
  } finally {
    await shop.close();
  }
});
