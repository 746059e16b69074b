import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Career, NetworkNow } from '#contract/network.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { titleHistory } from '#server/features/plan/career/career.rules.ts';
import { whatIf } from '#src/features/career/words.ts';
import { addConsultant, browserOf, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// GET /api/network/career: what the device counts «что, если» from, beside what the shop says of now (docs/product/plan.md#forecast).
let shop: TestShop;
let house: number;
beforeAll(async () => {
  shop = await openShop();
  house = await addConsultant(shop, { consId: HOUSE_CONS_ID, name: 'Росток' });
});
afterAll(() => shop.close());

const give = (userId: number, points: number) =>
  shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, return_id)
    values (202611, ${userId}, ${points * 2}, ${points * 5000}, 'order', nextval(pg_get_serial_sequence('users', 'id')))`);
const ask = async (userId: number, path: string) => (await call(await browserOf(shop, { userId }), 'GET', path)).body;

it('the forecast of the device with nothing changed is the shop’s own, to the kopeck', async () => {
  const me = await addConsultant(shop, { sponsorId: house, statusId: 4 });
  await give(me, 80);
  for (const points of [420, 210, 10]) {
    const below = await addConsultant(shop, { sponsorId: me });
    await give(below, points);
    await give(await addConsultant(shop, { sponsorId: below }), points + 100);
  }
  const now = await until(async () => {
    const body = NetworkNow.parse(await ask(me, '/api/network/now'));
    expect(body.group).toBe(80 + 640 + 940);
    return body;
  });
  const career = Career.parse(await ask(me, '/api/network/career'));
  expect(career).toMatchObject({ own_half: 160, group_half: 3320, rung: 5, title: 4, is_preliminary: false });
  expect(career.counts.activeInLine1).toBe(2);
  expect(career.below).toMatchObject({
    looseHalf: 20,
    legs: [{ inLine1: true }, { inLine1: true }, { inLine1: false }],
  });
  const told = whatIf(career, { ownHalf: 160, addedHalf: 0 });
  expect([told.bonusKop, told.ownKop, told.differenceKop]).toEqual([now.forecast.bonus, now.forecast.own, 0]);
  expect(whatIf(career, { ownHalf: 58, addedHalf: 0 })).toMatchObject({ sumKop: 0, isActive: false });
  expect(JSON.stringify(career)).not.toMatch(/name|phone/);
});

it('whoever stands in no structure is told so, and a client has no career', async () => {
  const alone = await addConsultant(shop, { sponsorId: house });
  await until(async () =>
    expect((await ask(alone, '/api/network/career'))['below']).toEqual({ legs: [], looseHalf: 0, rest: [] }),
  );
});

it('tells in which month each title was reached first, and what the account had before', () => {
  const months = [1, 2, 4, 3, 4, 5, 1].map((title, at) => ({ period: 202601 + at, title }));
  expect(titleHistory(months, 5)).toEqual([
    { title: 5, period: 202606 },
    { title: 4, period: 202603 },
    { title: 2, period: 202602 },
  ]);
  expect(titleHistory(months.slice(0, 2), 7)[0]).toEqual({ title: 7, period: null });
  expect(titleHistory([], 1)).toEqual([]);
});
