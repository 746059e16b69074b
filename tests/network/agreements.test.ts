import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { tellAgreement } from '#server/features/plan/agreements/agreements.jobs.ts';
import { checkTree, treeInWords } from '#server/features/plan/check-tree.ts';
import { closePeriod } from '#server/features/plan/closing/close-period.commands.ts';
import { closesAt } from '#server/features/plan/closing/due.rules.ts';
import { closePeriods, postBonuses } from '#server/features/plan/plan.jobs.ts';
import { takeConsId } from '#server/features/registration/registration.queries.ts';
import { openGates } from '#server/gates/gates.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { addStaff, earn, ksOf, letGo, onPayday } from '#tests/network/posting-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// The end of an agreement: docs/product/network.md#end-of-an-agreement. Thirteen months are closed by the job itself.
const FIRST = 202511;
const NUMBER = 11_000_500;
const month = (at: number): number => shiftPeriod(FIRST, at);
let shop: TestShop;
let staff: [number, number];
/** A ─ S ─ {C ─ D, client}, where S falls silent; O runs a pickup point. */
let people: Record<'house' | 'A' | 'S' | 'C' | 'D' | 'O' | 'client', number>;

const work = () => ({ db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => shop.clock.now, signal: AbortSignal.timeout(60_000) }); // prettier-ignore
async function closeMonth(at: number): Promise<void> {
  shop.clock.now = closesAt(month(at));
  await closePeriods.handle(work(), {});
}
/** What the closing has begun, as the runner would. */
async function tellAll(): Promise<void> {
  const { rows } = await shop.db.execute<{ data: { id: number } }>(
    sql`delete from pgboss.job where name = ${tellAgreement.name} and state = 'created' returning data`,
  );
  for (const { data } of rows) await tellAgreement.handle(work(), data);
}
const told = async (id: number): Promise<{ title: string; text: string }[]> =>
  (await shop.db.execute<{ title: string; text: string }>(sql`select title, text from notifications where user_id = ${id} order by id`)).rows; // prettier-ignore
type Standing = { role: string; consId: number | null; sponsorId: number | null; statusId: number };
async function standing(id: number): Promise<Standing> {
  const { rows } = await shop.db.execute<Standing>(
    sql`select role, cons_id as "consId", sponsor_id as "sponsorId", status_id as "statusId" from users where id = ${id}`,
  );
  return rows[0]!;
}
const steps = async (): Promise<{ user_id: number; step: string; period: number }[]> =>
  (await shop.db.execute<{ user_id: number; step: string; period: number }>(sql`select user_id, step, period from agreement_ends order by id`)).rows; // prettier-ignore

/** What the desk is told on the card of S. */
const onCard = async (): Promise<unknown> =>
  (await call(await browserOf(shop, { userId: staff[0] }), 'GET', `/api/desk/users/${people.S}`)).body['agreement'];

beforeAll(async () => {
  shop = await openShop();
  staff = await addStaff(shop.db);
  const house = await addConsultant(shop, { consId: HOUSE_CONS_ID });
  const below = (sponsorId: number, name: string, more = {}) => addConsultant(shop, { sponsorId, name, ...more });
  const A = await below(house, 'Анна Первая');
  const S = await below(A, 'Семён Тихий', {
    consId: NUMBER,
    email: 'silent@mail.test',
    statusId: 3,
    showContacts: true,
  });
  const C = await below(S, 'Вера Третья');
  const D = await below(C, 'Глеб Четвёртый');
  const O = await below(A, 'Олег Пунктов', { isPunktVydachi: true });
  const client = await addPerson(shop, { role: 'client', sponsorId: S });
  people = { house, A, S, C, D, O, client };
  // The first month S is active, then silent, in one month by one point.
  await earn(shop.db, month(0), [[A, 100], [S, 30], [C, 40], [D, 40], [O, 30]]); // prettier-ignore
  for (let at = 1; at <= 13; at += 1)
    await earn(shop.db, month(at), [[A, 100], [C, 40], [D, 40], ...(at === 5 ? [[S, 29] as const] : [])]); // prettier-ignore
});
afterAll(() => shop.close());

it('eleven closed silent months: nothing ends, and the person is warned of the twelfth, once', async () => {
  for (let at = 0; at <= 11; at += 1) await closeMonth(at);
  await closePeriods.handle(work(), {});
  await tellAll();
  expect(await standing(people.S)).toMatchObject({ role: 'cons', sponsorId: people.A });
  expect(await steps()).toEqual([{ user_id: people.S, step: 'warned', period: month(11) }]);
  expect((await told(people.S)).map(({ title }) => title)).toEqual(['Соглашение консультанта может прекратиться']);
  expect((await told(people.S))[0]!.text).toContain(
    'меньше 30 баллов: 11. Если ЛО не достигнет 30 баллов и за ноябрь 2026',
  );
  expect(await onCard()).toEqual({ step: 'warned', at: closesAt(month(11)).toISOString(), period: month(11), months: 11, cons_id: '11000500', heir: null, consultants: 0, clients: 0 }); // prettier-ignore
});

it('who is active in the month that is still open keeps the agreement when the twelfth is closed', async () => {
  const { consId } = await standing(people.S);
  await earn(shop.db, month(13), [[people.S, 30]]);
  await closeMonth(12);
  expect(await standing(people.S)).toMatchObject({ role: 'cons', consId });
  expect(await steps()).toHaveLength(1);
  // The warning was of the month before: it is over.
  expect(await onCard()).toBeNull();
});

it('twelve closed silent months: a client without number and title, whose first line, points and orders have gone up', async () => {
  // The same month looked at once more, after the open month has lost its points and kept a few.
  await shop.db.execute(sql`update points_events set half = 20 where user_id = ${people.S} and period = ${month(13)}`);
  await shop.db.execute(sql`update periods set agreements_at = null where id = ${month(12)}`);
  await closePeriods.handle(work(), {});
  await closePeriods.handle(work(), {});
  expect(await standing(people.S)).toEqual({ role: 'client', consId: null, sponsorId: people.A, statusId: 0 });
  expect((await standing(people.C)).sponsorId).toBe(people.A);
  expect((await standing(people.D)).sponsorId).toBe(people.C);
  expect((await standing(people.client)).sponsorId).toBe(people.A);
  expect(await standing(people.O)).toMatchObject({ role: 'cons', sponsorId: people.A });
  expect(treeInWords(await checkTree(shop.db))).toEqual([]);
  const { rows } = await shop.db.execute<{ user_id: number; half: number }>(
    sql`select user_id, sum(half)::int as half from points_events where period = ${month(13)} group by 1 order by 1`,
  );
  expect(rows.filter(({ user_id }) => user_id === people.S || user_id === people.A)).toEqual([{ user_id: people.A, half: 220 }]); // prettier-ignore
  expect((await steps()).filter(({ step }) => step === 'ended')).toEqual([{ user_id: people.S, step: 'ended', period: month(12) }]); // prettier-ignore
  expect(await onCard()).toMatchObject({
    step: 'ended',
    period: month(12),
    months: 12,
    cons_id: '11000500',
    heir: { id: people.A, name: 'Анна Первая' },
    consultants: 1,
    clients: 1,
  });
  // It was the highest of Kyrgyzstan, and nobody gets it again.
  expect(await shop.db.transaction((tx) => takeConsId(tx, 11))).toBe(NUMBER + 1);
});

it('is told to the person and to whoever has the structure now, once', async () => {
  await tellAll();
  const mine = await told(people.S);
  expect(mine.map(({ title }) => title).slice(1)).toEqual(['Соглашение консультанта прекращено']);
  expect(mine[1]!.text).toContain('Первая линия (консультантов — 1, клиентов — 1) перешла к вашему спонсору');
  expect((await told(people.A)).map(({ text }) => text)).toEqual([
    'Соглашение прекращено: Семён Тихий. К вам перешли: консультантов — 1, клиентов — 1.',
  ]);
  const { rows } = await shop.db.execute<{ subject: string }>(
    sql`select subject from mail_outbox where recipient = 'silent@mail.test' order by subject`,
  );
  expect(rows.map(({ subject }) => subject)).toEqual(['Соглашение консультанта может прекратиться', 'Соглашение консультанта прекращено']); // prettier-ignore
});

it('the accounts stay: what was earned is paid, nothing is carried on, and the person sees it as a client', async () => {
  for (let at = 0; at <= 12; at += 1) await letGo(shop.db, month(at), staff);
  shop.clock.now = onPayday(month(12)).now;
  await postBonuses.handle(work(), {});
  const { rows } = await shop.db.execute<{ period: number; carry: number }>(
    sql`select period, carry_out_kop::int as carry from bonus_rows where user_id = ${people.S} order by period`,
  );
  expect(rows.at(-1)!.carry).toBe(0);
  const earned = await shop.db.execute<{ kop: number }>(
    sql`select sum(bonus_kop + leader_kop)::int as kop from period_people where user_id = ${people.S}`,
  );
  expect((await ksOf(shop.db))[people.S] ?? 0).toBe(earned.rows[0]!.kop);
  expect(damagedIn(await checkLedger(shop.db, shop.clock.now))).toEqual([]);
  const browser = await browserOf(shop, { userId: people.S });
  const { http, body } = await call(browser, 'GET', '/user/accounts');
  expect([http, body['accounts'].length]).toEqual([200, 3]);
  expect(
    (await call(browser, 'POST', '/user/transfer/create', { kind: 'own', from: 1, amount: 100, comment: '' })).http,
  ).toBe(403);
});

it('a correction that was to lead under the person leads under whoever has the structure', async () => {
  const [X, Y] = [
    await addConsultant(shop, { sponsorId: people.A }),
    await addConsultant(shop, { sponsorId: people.A }),
  ];
  const child = await addConsultant(shop, { sponsorId: X });
  await shop.db.execute(sql`
    insert into sponsor_moves (user_id, from_id, to_id, period, asked_by, reason, asked_at)
    values (${child}, ${X}, ${Y}, ${month(40)}, ${staff[0]}, 'Просьба', now())`);
  for (let at = 13; at <= 25; at += 1) {
    await earn(shop.db, month(at), [[people.A, 100], [people.C, 40], [people.D, 40], [X, 40], [child, 40], [people.O, 40]]); // prettier-ignore
    await closePeriod(shop.db, month(at), { now: closesAt(month(at)) });
  }
  await closeMonth(25);
  expect((await standing(Y)).role).toBe('client');
  const { rows } = await shop.db.execute<{ to: number; state: string }>(
    sql`select to_id as to, state from sponsor_moves where user_id = ${child}`,
  );
  expect(rows).toEqual([{ to: people.A, state: 'waiting' }]);
});

it('a month that was paid before its agreements were looked at is looked at once, and the next one closes', async () => {
  const [paid, next] = [month(26), month(27)];
  for (const at of [26, 27]) await earn(shop.db, month(at), [[people.A, 100], [people.C, 40], [people.D, 40]]); // prettier-ignore
  await closePeriod(shop.db, paid, { now: closesAt(paid) });
  await shop.db.execute(sql`update periods set state = 'paid', paid_at = now() where id = ${paid}`);
  await closeMonth(27);
  const { rows } = await shop.db.execute<{ id: number; state: string; looked: boolean }>(
    sql`select id, state, agreements_at is not null as looked from periods where id in (${paid}, ${next}) order by id`,
  );
  expect(rows).toEqual([
    { id: paid, state: 'paid', looked: true },
    { id: next, state: 'closed', looked: true },
  ]);
  const again = shop.db.execute(sql`update periods set agreements_at = null where id = ${paid}`);
  await expect(again).rejects.toThrow(/Failed query/);
});
