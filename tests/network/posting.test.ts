import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftPeriod } from '#contract/plan/periods.ts';
import type { OpenDb } from '#server/db/open.ts';
import { BONUS_CHECKS } from '#server/features/accounts/bonus-checks.queries.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { findDamage } from '#server/features/accounts/ledger-check.queries.ts';
import { paysAt } from '#server/features/plan/closing/due.rules.ts';
import { findPeriod } from '#server/features/plan/closing/periods.queries.ts';
import { correctPeriod } from '#server/features/plan/posting/correct-period.ts';
import { postPeriod } from '#server/features/plan/posting/post-period.commands.ts';
import { addConsultant, causeOf, sponsorsOf } from '#tests/network/people.ts';
import { addLines, addStaff, bringBack, close, dyingDb, earn, earnedOf, ksOf, letGo, onPayday } from '#tests/network/posting-people.ts'; // prettier-ignore
import { walkNetwork } from '#tests/plan/walk.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// Bonuses on their way to КС: docs/product/network.md#posting.
type TestDb = OpenDb & { url: string };
const damageIn = async ({ db }: TestDb) => damagedIn(await checkLedger(db, new Date()));
const movesOf = async ({ db }: TestDb, period: number): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ledger_tx where key like ${`bonus:${period}:%`}`,
  );
  return rows[0]!.n;
};

describe('a month of the golden example', () => {
  let open: TestDb;
  let staff: [number, number];
  let people: Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H', number>;
  const POINTS = { A: 100, B: 80, C: 40, D: 10, E: 420, F: 210, G: 160, H: 120 };
  const golden = (period: number) =>
    earn(
      open.db,
      period,
      Object.entries(POINTS).map(([name, own]) => [people[name as keyof typeof people], own] as const),
    );
  const named = async (): Promise<Record<string, number>> => {
    const ks = await ksOf(open.db);
    return Object.fromEntries(Object.entries(people).map(([name, id]) => [name, ks[id] ?? 0]));
  };
  beforeAll(async () => {
    open = await openTestDb();
    staff = await addStaff(open.db);
    const below = (sponsorId: number | null) => addConsultant(open.db, sponsorId);
    const A = await below(null);
    const [B, C, D] = [await below(A), await below(A), await below(A)];
    people = { A, B, C, D, E: await below(B), F: await below(B), G: await below(C), H: await below(D) };
  });
  afterAll(() => open.close());

  it('is paid when it is closed, two people have looked at it, and it is the 10th; once', async () => {
    await golden(202601);
    const post = (now = paysAt(202601)) => postPeriod(open.db, 202601, { now });
    expect(await post()).toBe('open');
    await close(open.db, 202601);
    expect(await post(new Date(paysAt(202601).getTime() - 1))).toBe('early');
    expect(await post()).toBe('unapproved');
    await letGo(open.db, 202601, [staff[0]]);
    expect(await post()).toBe('unapproved');
    await letGo(open.db, 202601, [staff[1]]);
    const both = await Promise.all([post(), post()]);
    expect(both.every((one) => one === 'paid' || one === 'already')).toBe(true);
    expect(await post()).toBe('already');
    expect(await named()).toEqual({ A: 140_850, B: 153_000, C: 9000, D: 0, E: 151_200, F: 47_250, G: 36_000, H: 27_000 }); // prettier-ignore
    expect(await findPeriod(open.db, 202601)).toMatchObject({ state: 'paid', paidAt: paysAt(202601) });
    expect([await movesOf(open, 202601), await damageIn(open)]).toEqual([1, []]);
  });

  it('waits for the month before it', async () => {
    for (const period of [202602, 202603]) {
      await golden(period);
      await close(open.db, period);
      await letGo(open.db, period, staff);
    }
    expect(await postPeriod(open.db, 202603, onPayday(202603))).toBe('waits');
    expect(await postPeriod(open.db, 202602, onPayday(202603))).toBe('paid');
    expect(await postPeriod(open.db, 202603, onPayday(202603))).toBe('paid');
    expect((await named()).A).toBe(3 * 140_850);
  });

  it('what came back after it was paid is corrected to what the month pays without it, both ways, each return once', async () => {
    const before = await named();
    // E falls from 8 to 5 percent: E loses, A and B get the difference to what is left.
    await bringBack(open.db, 202603, people.E, 200);
    await correctPeriod(open.db, 202603, onPayday(202603));
    await correctPeriod(open.db, 202603, onPayday(202603));
    const after = await named();
    expect(after.E! - before.E!).toBe((220 * 5 - 420 * 8) * 45);
    // ГО of B is 510: 8 %. Own 80, E 220 and F 210 at 3 % more than their own 5.
    expect(after.B! - before.B!).toBe((80 * 8 + 220 * 3 + 210 * 3) * 45 - 153_000);
    await bringBack(open.db, 202603, people.E, 220);
    await correctPeriod(open.db, 202603, onPayday(202603));
    expect((await named()).E).toBe(2 * 151_200);
    expect(await earnedOf(open.db, 202603)).toMatchObject({ [people.E]: 151_200 });
    expect(await findPeriod(open.db, 202603)).toMatchObject({ state: 'paid', bonusKop: 564_300 });
    expect(await damageIn(open)).toEqual([]);
  });

  it('a month that is not paid yet is not corrected: its bonuses come first', async () => {
    await golden(202604);
    await close(open.db, 202604);
    await bringBack(open.db, 202604, people.H, 120);
    await correctPeriod(open.db, 202604, onPayday(202604));
    const before = await named();
    await letGo(open.db, 202604, staff);
    await postPeriod(open.db, 202604, onPayday(202604));
    expect((await named()).H! - before.H!).toBe(27_000);
    await correctPeriod(open.db, 202604, onPayday(202604));
    expect((await named()).H! - before.H!).toBe(0);
  });

  it('goes to who has taken an account over', async () => {
    await golden(202605);
    await close(open.db, 202605);
    await letGo(open.db, 202605, staff);
    const before = await ksOf(open.db);
    await open.db.execute(sql`update users set merged_into = ${people.A} where id = ${people.F}`);
    await postPeriod(open.db, 202605, onPayday(202605));
    const after = await ksOf(open.db);
    expect([after[people.A]! - before[people.A]!, after[people.F]! - before[people.F]!]).toEqual([140_850 + 47_250, 0]);
    await open.db.execute(sql`update users set merged_into = null where id = ${people.F}`);
  });

  it('carries less than 50 ₽ on, in an account of its own, and pays it with the next month or with the end of the agreement', async () => {
    const [kept, leaving] = [await addConsultant(open.db, null), await addConsultant(open.db, null)];
    for (const [period, kop] of [
      [202606, 4999],
      [202607, 1],
    ] as const) {
      // No volume of today's plan earns so little: the rows are planted.
      await open.db.execute(sql`insert into periods (id, state) values (${period}, 'closing')`);
      await open.db.execute(sql`select period_people_open(${period})`);
      for (const [pos, id] of [kept, leaving].entries())
        await open.db.execute(sql`
          insert into period_people values (${period}, ${id}, ${pos}, -1, 60, 60, 1, 2, 5, 2, ${id === leaving && period === 202607 ? 0 : kop}, 0)`);
      const { rows } = await open.db.execute<{ sha: string }>(sql`
        select encode(sha256(string_agg(format(E'%s %s %s %s %s %s %s %s %s %s %s\n', pos, parent_pos, user_id, own_half, group_half, amount_kop,
          status, percent, title, bonus_kop, leader_kop), '' order by pos)::bytea), 'hex') as sha from period_people where period = ${period}`);
      await open.db.execute(sql`
        update periods set state = 'closed', closed_at = now(), people = 2, own_half = 120, bonus_kop = 0, leader_kop = 0,
          sha256 = ${rows[0]!.sha} where id = ${period}`);
      await letGo(open.db, period, staff);
      expect(await postPeriod(open.db, period, onPayday(period))).toBe('paid');
      const ks = await ksOf(open.db);
      expect([ks[kept] ?? 0, ks[leaving] ?? 0]).toEqual(period === 202606 ? [0, 0] : [5000, 4999]);
      if (period === 202606) await open.db.execute(sql`update users set cons_id = null where id = ${leaving}`);
    }
    const { rows } = await open.db.execute(
      sql`select sum(amount_kop)::int as kop from ledger_entries where account_id = 6`,
    );
    expect([rows, await damageIn(open)]).toEqual([[{ kop: 0 }], []]);
  });

  it('is found out by the check of the ledger when a row says something else than КС', async () => {
    const lie = (table: 'bonus_rows' | 'bonus_corrections', column: string) =>
      open.db.transaction(async (tx) => {
        await tx.execute(sql.raw(`alter table ${table} disable trigger ${table}_keep`));
        await tx.execute(sql.raw(`update ${table} set ${column} = ${column} + 1 where tx_id is not null`));
        const names: string[] = [];
        for (const check of BONUS_CHECKS)
          if ((await findDamage(tx, check, new Date())).total > 0) names.push(check.name);
        throw new Error(names.join());
      });
    await expect(lie('bonus_rows', 'bonus_kop')).rejects.toThrow(/^bonuses,bonus-rows$/);
    await expect(lie('bonus_rows', 'carry_in_kop')).rejects.toThrow(/^bonuses,bonus-rows$/);
    await expect(lie('bonus_corrections', 'diff_kop')).rejects.toThrow(/^bonus-corrections$/);
  });

  it('is not posted by rows that were changed behind the walls, and what it pays cannot be changed', async () => {
    await golden(202608);
    await close(open.db, 202608);
    await letGo(open.db, 202608, staff);
    await open.db.execute(sql`alter table period_people disable trigger period_people_keep`);
    const raise = (by: number) =>
      open.db.execute(
        sql`update period_people set bonus_kop = bonus_kop + ${by} where period = 202608 and user_id = ${people.A}`,
      );
    await raise(1);
    expect(await postPeriod(open.db, 202608, onPayday(202608))).toBe('changed');
    await raise(-1);
    await open.db.execute(sql`alter table period_people enable trigger period_people_keep`);
    expect(await postPeriod(open.db, 202608, onPayday(202608))).toBe('paid');
    for (const statement of [
      sql`update bonus_rows set bonus_kop = 1 where period = 202608`,
      sql`update bonus_rows set tx_id = null where period = 202608`,
      sql`delete from bonus_rows`,
      sql`truncate bonus_rows`,
      sql`update bonus_corrections set diff_kop = 1`,
      sql`delete from period_approvals`,
      sql`delete from late_returns`,
    ])
      expect(await causeOf(open.db.execute(statement))).toContain('what a month pays is never changed');
    for (const set of [sql`state = 'closed'`, sql`planned_at = null`, sql`paid_at = null`])
      expect(await causeOf(open.db.execute(sql`update periods set ${set} where id = 202608`))).toContain('a closed period is never changed'); // prettier-ignore
  });
});

describe('a process that is killed while it posts', () => {
  let open: TestDb;
  let staff: [number, number];
  let period = 202001;
  const expected: Record<number, number> = {};
  beforeAll(async () => {
    open = await openTestDb();
    staff = await addStaff(open.db);
  });
  afterAll(() => open.close());

  /** Kills a posting of another month behind statement `at`, lets another one finish it, and answers whether it came to the kill. */
  async function killed(ids: readonly number[], at: number, peopleInBatch: number): Promise<boolean> {
    period = shiftPeriod(period, 1);
    await earn(open.db, period, ids.map((id, i) => [id, 30 + ((i * 37 + period) % 400)] as const)); // prettier-ignore
    await close(open.db, period);
    await letGo(open.db, period, staff);
    for (const [id, kop] of Object.entries(await earnedOf(open.db, period)))
      expected[Number(id)] = (expected[Number(id)] ?? 0) + kop;
    const dying = dyingDb(open.url, at);
    const options = { ...onPayday(period), peopleInBatch };
    await postPeriod(dying.db, period, options).catch(() => undefined);
    await dying.close();
    expect(['paid', 'already']).toContain(await postPeriod(open.db, period, options));
    expect(await ksOf(open.db)).toEqual(expected);
    return dying.killed();
  }

  it('behind every statement of one batch leaves a month that is paid exactly once', async () => {
    const ids = await addLines(open.db, 12);
    let kills = 0;
    while (await killed(ids, kills + 1, 1000)) kills += 1;
    // Reading, planning, one batch, the end.
    expect(kills).toBeGreaterThan(16);
    expect([await movesOf(open, period), await damageIn(open)]).toEqual([1, []]);
  });

  it('behind 20 random statements of several batches too', async () => {
    const ids = await addLines(open.db, 20);
    let kills = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 6, max: 30 }), async (at) => {
        kills += (await killed(ids, at, 5)) ? 1 : 0;
        expect(await movesOf(open, period)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 20, endOnFailure: true },
    );
    expect([kills > 10, await damageIn(open)]).toEqual([true, []]);
  });
});

it('corrections make of any paid month what the walk says of what is left', async () => {
  const open = await openTestDb();
  try {
    const staff = await addStaff(open.db);
    const ids = await addLines(open.db, 30);
    const left = new Map(ids.map((id, i) => [id, 20 + ((i * 61) % 500)]));
    await earn(open.db, 202609, [...left]);
    await close(open.db, 202609);
    await letGo(open.db, 202609, staff);
    await postPeriod(open.db, 202609, onPayday(202609));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 4 }), async (returns) => {
          for (const [id, points] of returns) {
            const back = Math.min(points, left.get(id)!);
            if (back === 0) continue;
            await bringBack(open.db, 202609, id, back);
            left.set(id, left.get(id)! - back);
          }
          await correctPeriod(open.db, 202609, onPayday(202609));
          const people = (await sponsorsOf(open.db)).map((one) => ({ ...one, own: left.get(one.id)! * 2 }));
          const { units } = walkNetwork(people);
          const ks = await ksOf(open.db);
          for (const id of ids) expect(ks[id] ?? 0).toBe(Math.floor((45 * units.get(id)! + 1) / 2));
        }), // prettier-ignore
      { numRuns: 12, endOnFailure: true },
    );
    expect(await damageIn(open)).toEqual([]);
  } finally {
    await open.close();
  }
});
