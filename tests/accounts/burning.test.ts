import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findBurning, tellBurning } from '#server/features/burning/burning.jobs.ts';
import { burningWords } from '#server/features/burning/burning.rules.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { openGates } from '#server/gates/gates.ts';
import { give, inDays, NOW } from '#tests/accounts/ledger-people.ts';
import { addConsultant } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/money.md#gifts: seven days before a gift burns its owner is told, once.

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());
let last = 0;
let me: number;
beforeEach(async () => {
  shop.clock.now = NOW;
  me = await addConsultant(shop, { name: 'Мария Соколова', email: `b${(last += 1)}@mail.test` });
});

const work = () => ({ db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => shop.clock.now, signal: AbortSignal.timeout(60_000) }); // prettier-ignore
/** The hour's job, and what it has begun, as the runner would. */
async function hour(): Promise<void> {
  await findBurning.handle(work(), {});
  const { rows } = await shop.db.execute<{ id: string; data: { ownerId: number; day: string } }>(
    sql`delete from pgboss.job where name = ${tellBurning.name} and state = 'created' returning id, data`,
  );
  for (const { data } of rows) await tellBurning.handle(work(), data);
}
const told = async (id = me) =>
  (await shop.db.execute<{ title: string; text: string }>(sql`select title, text from notifications where user_id = ${id} order by id`)).rows; // prettier-ignore
const letters = async (n = last) =>
  (await shop.db.execute<{ subject: string }>(sql`select subject from mail_outbox where recipient = ${`b${n}@mail.test`}`)).rows; // prettier-ignore
const days = (n: number) => void (shop.clock.now = inDays(n));

it('says the sum, the day and the minute in words, in Moscow', () => {
  expect(burningWords({ amountKop: 50_000, firstAt: new Date('2027-02-11T21:05:00Z') })).toEqual({
    title: '12 февраля сгорят 500\u00a0₽ с бонусного счёта',
    text: 'На вашем БС есть 500\u00a0₽, которые сгорят 12 февраля в 00:05 по Москве. До этого ими можно оплатить до 30 % товаров.',
  });
});
it('of several gifts of a day it names the minute in which the first one burns, and by then an order may still take them all', async () => {
  const first = inDays(3);
  await give(shop.db, me, 5000, new Date(first.getTime() + 120_000));
  await give(shop.db, me, 20_000, first);
  await hour();
  const time = first.toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' });
  expect((await told()).map(({ text }) => text)).toEqual([expect.stringContaining(`в ${time} по Москве`)]);
  expect((await availableOf(shop.db, me, new Date(first.getTime() - 1)))[2].availableKop).toBe(25_000);
});

it('nothing is told eight days before; seven days before once, in inbox and letter, however often the hour comes', async () => {
  await give(shop.db, me, 20_000, inDays(8));
  await give(shop.db, me, 5000, inDays(8));
  await hour();
  expect(await told()).toEqual([]);
  days(1);
  await Promise.all([hour(), hour()]);
  await hour();
  expect((await told()).map(({ title }) => title)).toEqual(['29 ноября сгорят 250\u00a0₽ с бонусного счёта']);
  expect(await letters()).toHaveLength(1);
});

it('gifts of another day are another news; what was spent or burnt meanwhile is none', async () => {
  await give(shop.db, me, 10_000, inDays(2));
  await give(shop.db, me, 7000, inDays(4));
  await give(shop.db, me, 900, inDays(-1));
  await hour();
  expect((await told()).map(({ title }) => title.split(' ')[0])).toEqual(['23', '25']);
  const other = await addConsultant(shop, { name: 'Игорь Павлов' });
  await give(shop.db, other, 10_000, inDays(3));
  await findBurning.handle(work(), {});
  await shop.db.execute(sql`update grants set held_kop = left_kop where account_id in (select id from accounts where owner_id = ${other})`); // prettier-ignore
  await hour();
  expect(await told(other)).toEqual([]);
});

it('a gift that a refund has put off is told of again for its new day', async () => {
  await give(shop.db, me, 10_000, inDays(3));
  await hour();
  await shop.db.execute(sql`update grants set expires_at = ${inDays(14).toISOString()}::timestamptz where account_id in (select id from accounts where owner_id = ${me})`); // prettier-ignore
  await hour();
  expect(await told()).toHaveLength(1);
  days(8);
  await hour();
  expect(await told()).toHaveLength(2);
});
