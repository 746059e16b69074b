import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAN } from '#contract/plan/plan-table.ts';
import { closesAt, paysAt } from '#server/features/plan/closing/due.rules.ts';
import { postBonuses } from '#server/features/plan/plan.jobs.ts';
import { oddOf, trialOf } from '#server/features/plan/posting/trial.rules.ts';
import { openGates } from '#server/gates/gates.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { close, earn, ksOf } from '#tests/network/posting-people.ts';
import { newKey } from '#tests/platform/calls.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// A month at the desk: looked at, let go by two, posted. docs/product/network.md#posting.
const JANUARY = 202701;
let shop: TestShop;
let desk: [Browser, Browser];
let people: Record<'A' | 'B' | 'C', number>;
beforeAll(async () => {
  shop = await openShop();
  const A = await addConsultant(shop, { name: 'Анна Первая' });
  people = { A, B: await addConsultant(shop, { sponsorId: A, name: 'Борис Второй' }), C: await addConsultant(shop, { sponsorId: A }) }; // prettier-ignore
  shop.clock.now = new Date(closesAt(JANUARY));
  const staff = [await addPerson(shop, { role: 'staff' }), await addPerson(shop, { role: 'staff' })];
  desk = [await browserOf(shop, { userId: staff[0]! }), await browserOf(shop, { userId: staff[1]! })];
});
afterAll(() => shop.close());

const monthsOf = async (browser: Browser) => (await call(browser, 'GET', '/api/desk/finance/periods')).body['periods'];
const monthOf = async (period: number) =>
  (await monthsOf(desk[0])).find((one: { period: number }) => one.period === period);
const trial = async (period: number) =>
  (await call(desk[0], 'POST', '/api/desk/finance/trial', { period })).body['trial'];
const approve = (browser: Browser, sha256: string, period = JANUARY, key = newKey()) =>
  call(browser, 'POST', '/api/desk/finance/approve', { period, sha256, reason: 'Сверила с оборотом' }, { 'idempotency-key': key }); // prettier-ignore
const post = () =>
  postBonuses.handle({ db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => shop.clock.now, signal: AbortSignal.timeout(60_000) }, {}); // prettier-ignore

describe('a month at the desk', () => {
  it('is tried while it is open, and nothing of it is written', async () => {
    await earn(shop.db, 202612, [[people.A, 100], [people.B, 30]]); // prettier-ignore
    await close(shop.db, 202612);
    await earn(shop.db, JANUARY, [[people.A, 100], [people.B, 420], [people.C, 10]]); // prettier-ignore
    // The open month is read as of the last transaction that nobody is in the middle of.
    await until(async () => expect((await trial(JANUARY)).volume).toBe(530));
    const open = await trial(JANUARY);
    // A: 530 points, 8 %; B: 420, 8 %: A has own 100 × 8 % and C's 10 × 8 %.
    expect(open).toMatchObject({
      is_closed: false, people: 3, active: 2, paid_people: 2, volume: 530, turnover: 530 * 5000, earned: 39_600 + 151_200,
      payout_rate: 800, turnover_rate: 720, most_rate: 2600, before: { volume: 130, earned: 100 * 5 * 45 + 30 * 5 * 45, payout_rate: 500 },
    }); // prettier-ignore
    expect(open.greatest).toEqual([
      expect.objectContaining({ user_id: people.B, name: 'Борис Второй', own: 420, group: 420, amount: 151_200 }),
      expect.objectContaining({ user_id: people.A, name: 'Анна Первая', own: 100, group: 530, amount: 39_600 }),
    ]);
    expect(await monthOf(JANUARY)).toMatchObject({ state: 'correcting', closed: null, approvals: [] });
    expect(await monthOf(202612)).toMatchObject({ state: 'closed', closed: { people: 3, volume: 130 } });
  });

  it.each([-1, 0, 202600, 202613, 2026.5, 201912, 209913, 1e15, '202601', null])(
    'a month that is none is neither tried nor approved, in words: %j',
    async (period) => {
      const tried = await call(desk[0], 'POST', '/api/desk/finance/trial', { period });
      const approved = await call(desk[0], 'POST', '/api/desk/finance/approve', { period, sha256: 'a'.repeat(64), reason: 'Сверила' }, { 'idempotency-key': newKey() }); // prettier-ignore
      for (const { http, body } of [tried, approved]) {
        expect(http).toBeLessThan(500);
        expect([body['status'], body['message']]).toEqual(['error', expect.stringMatching(/[а-яё]/i)]);
      }
      expect((await shop.db.execute(sql`select 1 from period_approvals`)).rows).toEqual([]);
    },
  );

  it('is let go by two different people who have looked at this very snapshot, and the journal says so', async () => {
    await close(shop.db, JANUARY);
    const { closed } = await monthOf(JANUARY);
    const older = (await monthOf(202612)).closed.sha256;
    expect((await approve(desk[0], older)).body).toMatchObject({ status: 'error', code: 'not_possible', message: expect.stringContaining('другой снимок') }); // prettier-ignore
    expect((await approve(desk[0], closed.sha256, 202703)).body).toMatchObject({ code: 'not_possible', message: 'Март 2027 ещё не закрыт: согласовать можно закрытый месяц' }); // prettier-ignore
    const key = newKey();
    expect((await approve(desk[0], closed.sha256, JANUARY, key)).body['period'].approvals).toHaveLength(1);
    expect((await approve(desk[0], closed.sha256, JANUARY, key)).replayed).toBe(true);
    expect((await approve(desk[0], closed.sha256)).body).toMatchObject({ code: 'not_possible', message: expect.stringContaining('другой сотрудник') }); // prettier-ignore
    await approve(desk[1], closed.sha256);
    await approve(desk[0], older, 202612);
    await post();
    expect(await ksOf(shop.db)).toEqual({});
    await approve(desk[1], older, 202612);
    expect((await monthOf(JANUARY)).approvals).toHaveLength(2);
    const { rows } = await shop.db.execute(sql`
      select target_id, before, after, reason from audit_log where target_type = 'period' order by id limit 2`);
    expect(rows).toEqual([
      { target_id: JANUARY, before: { Согласовано: '0 из 2' }, after: { Согласовано: '1 из 2' }, reason: 'Сверила с оборотом' },
      { target_id: JANUARY, before: { Согласовано: '1 из 2' }, after: { Согласовано: '2 из 2' }, reason: 'Сверила с оборотом' },
    ]); // prettier-ignore
    const journal = await call(desk[0], 'POST', '/api/desk/audit', { target: 'period' });
    expect(journal.body['lines']).toHaveLength(4);
  });

  it('is posted by the job from the 10th on, the older month first, and then approved no more', async () => {
    shop.clock.now = new Date(paysAt(JANUARY).getTime() - 1);
    await post();
    expect([(await monthOf(202612)).state, (await monthOf(JANUARY)).state]).toEqual(['paid', 'closed']);
    shop.clock.now = paysAt(JANUARY);
    await post();
    await post();
    expect(await ksOf(shop.db)).toEqual({ [people.A]: 39_600 + 29_250, [people.B]: 151_200 });
    const month = await monthOf(JANUARY);
    expect(month).toMatchObject({ state: 'paid', paid_at: paysAt(JANUARY).toISOString(), posted: { people: 2, of: 2, amount: 190_800, carried: 0, to_correct: 0 } }); // prettier-ignore
    expect((await approve(desk[0], month.closed.sha256)).body).toMatchObject({ code: 'not_possible', message: 'Бонусы за январь 2027 уже начислены' }); // prettier-ignore
  });
});

it('calls a bonus odd that is three times the last one or a third of it, and worth a look', () => {
  expect([oddOf(0, 999_999), oddOf(0, 1_000_000)]).toEqual([null, 'first']);
  expect([oddOf(50_000, 150_000), oddOf(30_000, 99_999), oddOf(50_000, 149_999)]).toEqual(['grown', null, null]);
  expect([oddOf(150_000, 50_000), oddOf(150_000, 50_001), oddOf(99_999, 0)]).toEqual(['fallen', null, null]);
});

it('keeps the twenty greatest of any number of people, and tells of who has left the structure', async () => {
  const pieces = Array.from({ length: 30 }, (_, piece) =>
    Array.from({ length: 10 }, (_, i) => ({ userId: piece * 10 + i + 1, ownHalf: 60, groupHalf: 60, amountKop: 1, earnedKop: (piece * 7 + i * 13) % 101 })),
  ); // prettier-ignore
  const trialled = await trialOf(pieces, new Map([[9000, 500_000]]), PLAN[0]!);
  const all = pieces.flat().map(({ earnedKop }) => earnedKop).toSorted((a, b) => b - a); // prettier-ignore
  expect(trialled.greatest.map(({ earnedKop }) => earnedKop)).toEqual(all.slice(0, 20));
  expect(trialled.odd).toEqual([{ userId: 9000, kind: 'fallen', fromKop: 500_000, toKop: 0 }]);
  expect(trialled).toMatchObject({ people: 300, active: 300, turnoverKop: 300 });
});
