import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BonusSource } from '#contract/bonuses.ts';
import { closesAt } from '#server/features/plan/closing/due.rules.ts';
import { tellAnswer } from '#server/features/plan/disputes/disputes.jobs.ts';
import { postPeriod } from '#server/features/plan/posting/post-period.commands.ts';
import { correctPeriod } from '#server/features/plan/posting/correct-period.ts';
import { openGates } from '#server/gates/gates.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { addStaff, bringBack, close, earn, letGo, onPayday } from '#tests/network/posting-people.ts';
import { newKey } from '#tests/platform/calls.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// Where a bonus comes from: docs/product/network.md#derivation. The golden example, in a month that is closed.
const PERIOD = 202611;
const POINTS = { A: 100, B: 80, C: 40, D: 10, E: 420, F: 210, G: 160, H: 120 };
type Name = keyof typeof POINTS;
let shop: TestShop;
let people: Record<Name, number>;
let browsers: Partial<Record<Name, Browser>>;
const as = async (name: Name): Promise<Browser> => (browsers[name] ??= await browserOf(shop, { userId: people[name] }));
const monthOf = async (name: Name, period = PERIOD) =>
  (await call(await as(name), 'GET', `/user/bonuses/${period}`)).body;
const volumeOf = async (name: Name, of: Name) =>
  call(await as(name), 'POST', '/user/bonuses/volume', { period: PERIOD, user_id: people[of] });
const short = ({ kind, person, volume, mine, theirs, amount, passed }: BonusSource) =>
  [kind, person.name, volume, mine - theirs, amount, passed.map(({ name }) => name).join()] as const;

beforeAll(async () => {
  shop = await openShop();
  browsers = {};
  const below = (name: Name, sponsorId?: number) =>
    addConsultant(shop, { name, ...(sponsorId === undefined ? {} : { sponsorId }), registeredAt: new Date('2026-10-05T00:00:00Z') });
  const A = await below('A');
  const [B, C, D] = [await below('B', A), await below('C', A), await below('D', A)];
  people = { A, B, C, D, E: await below('E', B), F: await below('F', B), G: await below('G', C), H: await below('H', D) };
  await earn(shop.db, PERIOD, Object.entries(POINTS).map(([name, own]) => [people[name as Name], own] as const));
  shop.clock.now = closesAt(PERIOD);
  await close(shop.db, PERIOD);
}); // prettier-ignore
afterAll(() => shop.close());

it('tells whose volume, which percent and who was passed over, to the kopeck', async () => {
  const { month, sources, more, corrections, dispute } = await monthOf('A');
  expect(sources.map(short)).toEqual([
    ['own', 'A', 100, 11, 49_500, ''],
    ['branch', 'C', 200, 6, 54_000, ''],
    ['passed-up', 'D', 10, 11, 4950, ''],
    ['branch', 'H', 120, 6, 32_400, 'D'],
  ]);
  expect(month).toMatchObject({ period: PERIOD, state: 'closed', own: 100, group: 1140, active: true, bonus: 140_850, posted: null, missing: null, status: { id: 4, percent: 11 } }); // prettier-ignore
  expect([more, corrections, dispute]).toEqual([{ count: 0, amount: 0 }, [], null]);
});

it('opens a volume down to its orders and the line below, of the own structure only', async () => {
  expect((await volumeOf('A', 'B')).body).toMatchObject({
    person: { name: 'B' }, own: 80, group: 710, percent: 11,
    orders: [{ kind: 'order', points: 80 }],
    line1: [{ name: 'E', own: 420, percent: 8 }, { name: 'F', own: 210, percent: 5 }],
  }); // prettier-ignore
  expect((await volumeOf('A', 'A')).body).toMatchObject({ own: 100, group: 1140 });
  expect((await volumeOf('A', 'H')).body).toMatchObject({ own: 120, line1: [] });
  for (const [who, of] of [
    ['B', 'A'],
    ['B', 'C'],
    ['E', 'F'],
    ['H', 'D'],
  ] as const)
    expect((await volumeOf(who, of)).http).toBe(404);
});

it('says of a month without a bonus what was missing', async () => {
  expect((await monthOf('D')).month).toMatchObject({ bonus: 0, missing: { why: 'inactive', points: 20 } });
  const late = await addConsultant(shop, { registeredAt: new Date('2026-11-29T22:00:00Z') });
  const theirs = await browserOf(shop, { userId: late });
  await earn(shop.db, 202612, [[people.A, 40], [late, 30]]); // prettier-ignore
  shop.clock.now = closesAt(202612);
  await close(shop.db, 202612);
  const { months } = (await call(theirs, 'GET', '/user/bonuses')).body;
  // In November the person was not in the structure when it was closed.
  expect(months.map(({ period, missing }: { period: number; missing: unknown }) => [period, missing])).toEqual([
    [202612, { why: 'small', points: 70 }],
    [PERIOD, { why: 'outside', points: 0 }],
  ]);
});

it('tells what was posted, and what late returns have changed', async () => {
  const staff = await addStaff(shop.db);
  await letGo(shop.db, PERIOD, staff);
  shop.clock.now = onPayday(PERIOD).now;
  await postPeriod(shop.db, PERIOD, onPayday(PERIOD));
  await bringBack(shop.db, PERIOD, people.E, 200);
  await correctPeriod(shop.db, PERIOD, { now: closesAt(202612) });
  const { month, sources, corrections } = await monthOf('E');
  expect(month).toMatchObject({ state: 'paid', posted: { amount: 151_200, at: onPayday(PERIOD).now.toISOString() }, corrected: 49_500 - 151_200 }); // prettier-ignore
  expect([sources.map(short), corrections]).toEqual([
    [['own', 'E', 420, 8, 151_200, '']],
    [{ at: closesAt(202612).toISOString(), amount: 49_500 - 151_200 }],
  ]);
  // The snapshot stays, and so do the orders it was made of.
  expect((await volumeOf('B', 'E')).body['orders']).toMatchObject([{ points: 420 }]);
});

it('knows points of orders that wait for their money, and no month that is open or was before the person', async () => {
  expect((await call(await as('A'), 'GET', '/user/bonuses')).body['on_the_way']).toEqual({ points: 0, orders: 0 });
  expect((await call(await as('A'), 'GET', '/user/bonuses/202701')).http).toBe(404);
  expect((await call(await as('A'), 'GET', '/user/bonuses/202609')).http).toBe(404);
  expect((await call(await as('A'), 'GET', '/user/bonuses/202613')).http).toBe(400);
});

it('a question about a month comes to the desk, one at a time, and its answer to the inbox', async () => {
  const dispute = async (text: string, period = PERIOD) =>
    (await call(await as('C'), 'POST', '/user/bonuses/dispute', { period, text }, { 'idempotency-key': newKey() }))
      .body;
  expect(await dispute('мало')).toMatchObject({ code: 'validation', errors: { text: ['Опишите, с чем вы не согласны: от 10 до 2000 знаков'] } }); // prettier-ignore
  expect(await dispute('Где заказ клиентки от 28 ноября?', 202701)).toMatchObject({ code: 'not_found' });
  for (const none of [202613, 202600, 0, -202611, 202611.5, 201912, 1e15])
    expect([none, (await dispute('Где заказ клиентки от 28 ноября?', none))['code']]).toEqual([none, 'validation']);
  expect(await dispute('Где заказ клиентки от 28 ноября?')).toMatchObject({ status: 'success' });
  expect(await dispute('Где заказ клиентки от 28 ноября?')).toMatchObject({ code: 'duplicate' });
  const desk = await browserOf(shop, { userId: await addPerson(shop, { role: 'staff', name: 'Ольга' }) });
  const [asked] = (await call(desk, 'GET', '/api/desk/finance/disputes')).body['disputes'];
  expect(asked).toMatchObject({ name: 'C', period: PERIOD, text: 'Где заказ клиентки от 28 ноября?', answer: null });
  const answer = (text: string) =>
    call(
      desk,
      'POST',
      '/api/desk/finance/disputes/answer',
      { id: asked.id, words: text },
      { 'idempotency-key': newKey() },
    );
  expect((await answer('Заказ оплачен 1 декабря')).body['disputes'][0]).toMatchObject({ answer: 'Заказ оплачен 1 декабря', answered_by: 'Ольга' }); // prettier-ignore
  expect((await answer('Ещё раз')).body).toMatchObject({ code: 'not_possible' });
  const work = { db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => shop.clock.now, signal: AbortSignal.timeout(60_000) }; // prettier-ignore
  await tellAnswer.handle(work, { id: asked.id });
  await tellAnswer.handle(work, { id: asked.id });
  const { rows } = await shop.db.execute(sql`select user_id, title, text, path from notifications`);
  expect(rows).toEqual([{ user_id: people.C, title: 'Ответ о бонусе за ноябрь 2026', text: 'Заказ оплачен 1 декабря', path: `/user/account/${PERIOD}` }]); // prettier-ignore
  expect((await monthOf('C')).dispute).toMatchObject({ state: 'answered', answer: 'Заказ оплачен 1 декабря' });
  // Whoever was answered may ask again.
  expect(await dispute('А возврат от 30 ноября?')).toMatchObject({ status: 'success' });
});
