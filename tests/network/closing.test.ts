import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { closePeriod, isIntact } from '#server/features/plan/closing/close-period.commands.ts';
import { closesAt, isDue, stateOf } from '#server/features/plan/closing/due.rules.ts';
import { findPeriod, findUnclosed } from '#server/features/plan/closing/periods.queries.ts';
import { checkClosedNightly, closePeriods } from '#server/features/plan/plan.jobs.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { orderPaid } from '#server/features/orders/orders.commands.ts';
import { openGates } from '#server/gates/gates.ts';
import { addConsultant, addProduct, type Browser, browserOf, call, change } from '#tests/cart/shop-people.ts';
import { causeOf } from '#tests/network/people.ts';
import { place, placingBody } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Closing a month: docs/product/network.md#periods.
const NOVEMBER = 202611;
const IN_NOVEMBER = new Date('2026-11-30T20:59:59.999Z');
const DUE = new Date('2026-12-03T21:00:00Z');
let shop: TestShop;
let people: Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H', number>;
let product: number;
beforeAll(async () => {
  shop = await openShop();
  product = await addProduct(shop, { ballsHalf: 200, stockQty: 1000 });
  const house = await addConsultant(shop, { consId: HOUSE_CONS_ID });
  const below = (sponsorId: number) => addConsultant(shop, { sponsorId });
  const A = await below(house);
  const [B, C, D] = [await below(A), await below(A), await below(A)];
  people = { A, B, C, D, E: await below(B), F: await below(B), G: await below(C), H: await below(D) };
});
afterAll(() => shop.close());

/** The golden example of docs/product/plan.md, in a month. */
async function golden(period: number): Promise<void> {
  const points = { A: 100, B: 80, C: 40, D: 10, E: 420, F: 210, G: 160, H: 120 };
  for (const [name, own] of Object.entries(points))
    await shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, return_id)
      values (${period}, ${people[name as keyof typeof people]}, ${own * 2}, ${own * 5000}, 'order', nextval(pg_get_serial_sequence('users', 'id')))`);
}
const close = (period: number, now = DUE) => closePeriod(shop.db, period, { now });
const bonusesOf = async (period: number): Promise<Record<string, number>> => {
  const { rows } = await shop.db.execute<{ user_id: number; kop: number }>(
    sql`select user_id, bonus_kop::int as kop from period_people where period = ${period}`,
  );
  return Object.fromEntries(Object.entries(people).map(([name, id]) => [name, rows.find((row) => row.user_id === id)?.kop ?? -1])); // prettier-ignore
};
const ownOf = async (userId: number): Promise<Record<number, number>> => {
  const { rows } = await shop.db.execute<{ period: number; half: number }>(
    sql`select period, sum(half)::int as half from points_events where user_id = ${userId} group by period`,
  );
  return Object.fromEntries(rows.map((row) => [row.period, row.half]));
};
/** An order that somebody has placed, and the provider's word that it was paid at a moment. */
async function ordered(userId: number): Promise<{ browser: Browser; id: number }> {
  const browser = await browserOf(shop, { userId });
  await change(browser, product, 1);
  const { body } = await place(browser, await placingBody(browser));
  return { browser, id: body.exp_id };
}
const paid = (orderId: number, capturedAt: Date, now: Date) =>
  shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    await tx.execute(
      sql`update payments set status = 'succeeded', provider = 'sandbox', external_id = 'late-' || id, captured_kop = amount_kop, paid_at = now() where order_id = ${orderId}`,
    );
    const money = { code: order!.paymentType, amountKop: order!.dueKop };
    return orderPaid(tx, { orderId, capturedAt, now, money, actor: 'webhook:sandbox' });
  });
const GOLDEN = { A: 140_850, B: 153_000, C: 9000, D: 0, E: 151_200, F: 47_250, G: 36_000, H: 27_000 };

it('knows when: open in its month, for corrections until the 3rd 23:59:59.999 in Moscow, over the turn of the year too', () => {
  expect(closesAt(202612).toISOString()).toBe('2027-01-03T21:00:00.000Z');
  expect([isDue(NOVEMBER, new Date(DUE.getTime() - 1)), isDue(NOVEMBER, DUE)]).toEqual([false, true]);
  expect([stateOf(NOVEMBER, NOVEMBER, null), stateOf(NOVEMBER, 202612, null), stateOf(NOVEMBER, 202612, 'closed')]).toEqual(['open', 'correcting', 'closed']); // prettier-ignore
});

describe('a month that is closed', () => {
  it('is not closed early, and is written down once, to the kopeck', async () => {
    await golden(202601);
    expect(await close(202601, new Date('2026-02-03T20:59:59.999Z'))).toBe('early');
    expect(await findPeriod(shop.db, 202601)).toBeUndefined();
    const both = await Promise.all([close(202601), close(202601)]);
    expect(both.toSorted()).toEqual(['already', 'closed']);
    expect(await close(202601)).toBe('already');
    expect(await bonusesOf(202601)).toEqual(GOLDEN);
    expect(await findPeriod(shop.db, 202601)).toMatchObject({ state: 'closed', people: 9, ownHalf: 2280, bonusKop: 564_300, leaderKop: 0, closedAt: DUE }); // prettier-ignore
    expect(await isIntact(shop.db, 202601)).toBe(true);
  });

  it('cannot be changed by anybody, and who gets round the walls is found out', async () => {
    await golden(202602);
    await close(202602);
    const part = sql`period_people_202602`;
    for (const statement of [
      sql`update period_people set bonus_kop = 1 where period = 202602`,
      sql`delete from ${part}`,
      sql`truncate ${part}`,
      sql`insert into period_people select period, user_id + 1000000, pos + 1000000, parent_pos, own_half, group_half, amount_kop, status, percent, title, bonus_kop, leader_kop from period_people where period = 202602`,
      sql`update periods set bonus_kop = 1 where id = 202602`,
      sql`update periods set state = 'closing' where id = 202602`,
      sql`delete from periods where id = 202602`,
    ])
      expect(await causeOf(shop.db.execute(statement))).toContain('a closed period is never changed');
    expect(await bonusesOf(202602)).toEqual(GOLDEN);

    await shop.db.execute(sql`alter table period_people disable trigger period_people_keep`);
    await shop.db.execute(
      sql`update period_people set bonus_kop = bonus_kop + 1 where period = 202602 and user_id = ${people.A}`,
    );
    await shop.db.execute(sql`alter table period_people enable trigger period_people_keep`);
    expect([await isIntact(shop.db, 202601), await isIntact(shop.db, 202602)]).toEqual([true, false]);
    const work = { db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => DUE, signal: AbortSignal.timeout(60_000) }; // prettier-ignore
    await expect(checkClosedNightly.handle(work, {})).rejects.toThrow('closed periods were changed: 202602');
  });

  it('is finished by the next call when the first was killed, and waits for an order that is just being paid', async () => {
    await golden(202603);
    await shop.db.execute(sql`insert into periods (id, state) values (202603, 'closing')`);
    const late = await shop.pool.connect();
    try {
      await late.query('begin');
      await late.query("insert into points_events (period, user_id, half, amount_kop, kind) values (202603, $1, 2, 100, 'order')", [people.H]); // prettier-ignore
      const closing = close(202603);
      await until(async () => {
        const { rows } = await shop.db.execute(sql`select to_regclass('period_people_202603') as there`);
        expect(rows).toEqual([{ there: 'period_people_202603' }]);
      });
      expect((await findPeriod(shop.db, 202603))?.state).toBe('closing');
      await late.query('commit');
      expect(await closing).toBe('closed');
    } finally {
      late.release();
    }
    expect(await findPeriod(shop.db, 202603)).toMatchObject({ people: 9, ownHalf: 2282 });
  });

  it('is closed by the job with every other that is due, the oldest first, and the current one is not', async () => {
    await golden(202604);
    await golden(202605);
    await golden(NOVEMBER);
    expect(await findUnclosed(shop.db, NOVEMBER)).toEqual([202604, 202605]);
    const work = { db: shop.db, jobs: shop.jobs, gates: openGates(shop.db, shop.env), env: shop.env, now: () => new Date('2026-12-03T20:59:00Z'), signal: AbortSignal.timeout(60_000) }; // prettier-ignore
    await closePeriods.handle(work, {});
    expect([await bonusesOf(202604), await bonusesOf(202605)]).toEqual([GOLDEN, GOLDEN]);
    // November may be corrected for one more minute.
    expect(await findUnclosed(shop.db, 202612)).toEqual([NOVEMBER]);
  });
});

describe('orders around the closing', () => {
  it('belong to the month of the money while that is not closed, else to the month in which the shop learns of it', async () => {
    const buyer = await addConsultant(shop, { sponsorId: people.A });
    const [first, second, third] = [await ordered(buyer), await ordered(buyer), await ordered(buyer)];
    await paid(first.id, IN_NOVEMBER, IN_NOVEMBER);
    // Told on the 2nd of December: November is open for corrections.
    await paid(second.id, IN_NOVEMBER, new Date('2026-12-02T10:00:00Z'));
    expect(await ownOf(buyer)).toEqual({ [NOVEMBER]: 400 });
    expect(await close(NOVEMBER)).toBe('closed');
    await paid(third.id, IN_NOVEMBER, DUE);
    expect(await ownOf(buyer)).toEqual({ [NOVEMBER]: 400, 202612: 200 });
    const midnight = await ordered(buyer);
    await paid(midnight.id, new Date('2026-11-30T21:00:00Z'), DUE);
    expect((await ownOf(buyer))[202612]).toBe(400);

    // What comes back of a closed month leaves its snapshot and the open month as they are, and is known to be late.
    await call(first.browser, 'POST', '/user/order/cancel', { exp_id: first.id, refund_to: 'ls' });
    await call(third.browser, 'POST', '/user/order/cancel', { exp_id: third.id, refund_to: 'ls' });
    const { rows } = await shop.db.execute(
      sql`select kind, period, half from points_events where user_id = ${buyer} and half < 0 order by id`,
    );
    expect(rows).toEqual([
      { kind: 'late_return', period: NOVEMBER, half: -200 },
      { kind: 'return', period: 202612, half: -200 },
    ]);
    const { rows: kept } = await shop.db.execute(
      sql`select own_half from period_people where period = ${NOVEMBER} and user_id = ${buyer}`,
    );
    expect([kept, await isIntact(shop.db, NOVEMBER)]).toEqual([[{ own_half: 400 }], true]);
  });
});
