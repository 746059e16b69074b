import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstOpenPeriod, nextPeriod } from '#server/features/desk-users/periods.rules.ts';
import { act, cardOf, type Desk, journalOf, openDeskOf, runJobs } from '#tests/desk-users/desk-users-people.ts';
import { addPerson, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/rights.md#sponsor.

let shop: TestShop;
let desk: Desk;
const november = new Date('2026-11-21T09:00:00Z');
const december = new Date('2026-12-04T00:10:00+03:00');
beforeAll(async () => {
  shop = await openShop();
  desk = await openDeskOf(shop);
});
beforeEach(() => {
  shop.clock.now = november;
});
afterAll(() => shop.close());

let last = 4_000_000;
type Cons = { id: number; number: string };
async function consultant(sponsorId: number | null = null, more = {}): Promise<Cons> {
  last += 1;
  const id = await addPerson(shop, { role: 'cons', consId: last, name: `Консультант ${last}`, sponsorId, ...more });
  return { id, number: `0${last}` };
}
const move = (who: Cons | { id: number }, to: Cons | { number: string }) =>
  act(desk, 'sponsor', who.id, { sponsor: to.number });
const sponsorOf = async (id: number): Promise<number | null> => {
  const { rows } = await shop.db.execute<{ sponsor_id: number | null }>(
    sql`select sponsor_id from users where id = ${id}`,
  );
  return rows[0]?.sponsor_id ?? null;
};
/** Points of the whole structure, in halves, as a closed month has them. */
async function groupsOf(period: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await shop.db.execute<{ user_id: number; half: number }>(
    sql`select user_id, group_half::int as half from period_people where period = ${period}`,
  );
  return ids.map((id) => rows.find((row) => row.user_id === id)?.half ?? -1);
}
/** The night on which November is closed. */
const begin = async () => {
  shop.clock.now = december;
  await runJobs(shop, 'plan.close-periods');
};

describe('another sponsor', () => {
  it('is shown with everybody who goes along, waits for the next month, and holds from then on', async () => {
    const [from, to] = [await consultant(), await consultant()];
    const who = await consultant(from.id);
    await addPerson(shop, { sponsorId: who.id, name: 'Клиент' });
    const below = await consultant(who.id);
    await consultant(below.id);
    const preview = (
      await call(desk.browser, 'POST', '/api/desk/users/preview-sponsor', { user_id: who.id, sponsor: to.number })
    ).body;
    expect(preview).toMatchObject({ to: { id: to.id }, period: 202_612, moves: { people: 4, consultants: 3 } });
    expect(preview.moves.first[0]).toMatchObject({ id: who.id });
    const asked = await move(who, to);
    expect(asked.body).toMatchObject({ sponsor: { id: from.id }, move: { to: { id: to.id }, period: 202_612 } });
    await runJobs(shop, 'plan.close-periods');
    expect(await sponsorOf(who.id)).toBe(from.id);
    await begin();
    expect([await sponsorOf(who.id), await sponsorOf(below.id)]).toEqual([to.id, who.id]);
    expect((await cardOf(desk, who.id)).move).toBeNull();
    expect((await journalOf(shop, who.id))[0]?.after).toEqual({
      Спонсор: `Консультант ${Number(to.number)}, ${to.number}, с декабрь 2026 г.`,
    });
    await runJobs(shop, 'plan.close-periods');
    expect(await sponsorOf(who.id)).toBe(to.id);
  });

  it('leaves the month before as it was earned: its snapshot has the old structure, the open month the new one', async () => {
    const [from, to] = [await consultant(), await consultant()];
    const who = await consultant(from.id);
    for (const period of [202_611, 202_612])
      await shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, return_id)
        values (${period}, ${who.id}, 200, 500000, 'order', nextval(pg_get_serial_sequence('users', 'id')))`);
    await move(who, to);
    // December has begun, November may still be corrected: nobody has moved.
    shop.clock.now = new Date('2026-12-03T23:59:59.999+03:00');
    await runJobs(shop, 'plan.close-periods');
    expect([await sponsorOf(who.id), (await cardOf(desk, who.id)).move]).toMatchObject([from.id, { period: 202_612 }]);
    await begin();
    expect([await sponsorOf(who.id), (await cardOf(desk, who.id)).move]).toEqual([to.id, null]);
    expect(await groupsOf(202_611, [from.id, to.id])).toEqual([200, 0]);
    shop.clock.now = new Date('2027-01-04T00:10:00+03:00');
    await runJobs(shop, 'plan.close-periods');
    expect(await groupsOf(202_612, [from.id, to.id])).toEqual([0, 200]);
  });

  it('two months that were missed are closed with the moves between them', async () => {
    const [from, to] = [await consultant(), await consultant()];
    const who = await consultant(from.id);
    for (const period of [202_701, 202_702])
      await shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, return_id)
        values (${period}, ${who.id}, 200, 500000, 'order', nextval(pg_get_serial_sequence('users', 'id')))`);
    shop.clock.now = new Date('2027-01-20T09:00:00Z');
    await move(who, to);
    shop.clock.now = new Date('2027-03-09T00:10:00+03:00');
    await runJobs(shop, 'plan.close-periods');
    expect(await groupsOf(202_701, [from.id, to.id])).toEqual([200, 0]);
    expect(await groupsOf(202_702, [from.id, to.id])).toEqual([0, 200]);
  });

  it('is refused in words: oneself, one’s own structure, the same, nobody, inactive, no number', async () => {
    const top = await consultant();
    const who = await consultant(top.id);
    const below = await consultant((await consultant(who.id)).id);
    const gone = await consultant(null, { active: false });
    const words = async (number: string) => (await move(who, { number })).body.errors?.sponsor?.[0] as string;
    expect(await words(who.number)).toContain('самому себе');
    expect(await words(below.number)).toContain('круг');
    expect(await words(top.number)).toContain('и так стоит');
    for (const number of [gone.number, '09999999', '0'])
      expect(await words(number)).toContain('нет, или он не действует');
    for (const number of ['123456789', '-1', 'abc', '', '1e3'])
      expect((await move(who, { number })).body.code).toBe('validation');
    expect((await cardOf(desk, who.id)).move).toBeNull();
  });

  it('two that would close a circle together: the second is refused, and so is cancelling what another one rests on', async () => {
    const [top, other] = [await consultant(), await consultant()];
    const a = await consultant(top.id);
    const b = await consultant(a.id);
    expect((await move(b, other)).body.code).toBeUndefined();
    // Under b, who will not stand under a any more.
    expect((await move(a, b)).body.code).toBeUndefined();
    expect((await act(desk, 'cancel-sponsor', b.id, {})).body.code).toBe('not_possible');
    expect((await move(b, top)).body.code).toBe('not_possible');
    expect((await act(desk, 'cancel-sponsor', a.id, {})).body.move).toBeNull();
    expect((await act(desk, 'cancel-sponsor', a.id, {})).body.code).toBe('person_changed');
    expect((await act(desk, 'cancel-sponsor', b.id, {})).body.move).toBeNull();
    await begin();
    expect([await sponsorOf(a.id), await sponsorOf(b.id)]).toEqual([top.id, a.id]);
  });

  it('asked for by two at the same moment, each under the other: one of them', async () => {
    const [a, b] = [await consultant(), await consultant()];
    const both = await Promise.all([move(a, b), move(b, a)]);
    expect(both.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['done', 'validation']);
    await begin();
    const sponsors = [await sponsorOf(a.id), await sponsorOf(b.id)];
    expect(sponsors.filter((id) => id !== null)).toHaveLength(1);
  });

  it('that would close a circle in spite of all is left when its time has come', async () => {
    const a = await consultant();
    const b = await consultant(a.id);
    await shop.db.execute(sql`insert into sponsor_moves (user_id, to_id, period, asked_by, reason, asked_at)
      values (${a.id}, ${b.id}, 202612, ${desk.id}, 'мимо проверки', now())`);
    await begin();
    expect([await sponsorOf(a.id), (await cardOf(desk, a.id)).move]).toEqual([null, null]);
  });
});

it('months begin and end in Moscow', () => {
  expect(nextPeriod(new Date('2026-12-31T20:59:59Z'))).toBe(202_701);
  expect(nextPeriod(new Date('2026-12-31T21:00:00Z'))).toBe(202_702);
  // The last one is open for corrections until the 3rd, 23:59:59.999: the job that closes it goes by the same rule.
  expect(firstOpenPeriod(new Date('2026-12-03T20:59:59.999Z'))).toBe(202_611);
  expect(firstOpenPeriod(new Date('2026-12-03T21:00:00Z'))).toBe(202_612);
  expect(firstOpenPeriod(new Date('2027-01-03T12:00:00Z'))).toBe(202_612);
});
