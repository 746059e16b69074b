import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { openVolumes, type Volumes, VolumesError } from '#server/features/plan/volumes/volumes.ts';
import { addConsultant, addPerson, addProduct, browserOf, call, change } from '#tests/cart/shop-people.ts';
import { payByCard, place, placingBody } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// The open period as a consultant sees it, through the thread that keeps it: docs/product/network.md#now.
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
/** Waits for the answer: transactions of other test databases on this server may hold it back. */
const seeNow = (userId: number, expected: object) =>
  until(async () => {
    const body = await nowOf(userId);
    expect(body).toMatchObject(expected);
    return body;
  });
const nowOf = async (userId: number) => (await call(await browserOf(shop, { userId }), 'GET', '/api/network/now')).body;

/** A consultant with the branches of the second golden example: group volume and own volume of each head. */
async function manager(): Promise<number> {
  const me = await addConsultant(shop, { sponsorId: house });
  await give(me, 47.5);
  for (const [group, own] of [
    [842, 126.5],
    [610.5, 88],
    [318, 64.5],
    [204.5, 41],
    [112, 30],
    [64.5, 29.5],
    [52, 52],
    [45, 45],
    [44, 44],
  ] as const) {
    // prettier-ignore
    const head = await addConsultant(shop, { sponsorId: me });
    await give(head, own);
    if (group > own) await give(await addConsultant(shop, { sponsorId: head }), group - own);
  }
  return me;
}

describe('GET /api/network/now', () => {
  it('forecasts the second golden example to the kopeck', async () => {
    const me = await manager();
    await seeNow(me, { group: 2340 });
    expect(await nowOf(me)).toEqual({
      status: 'success',
      rung: { id: 5, name: 'Менеджер', percent: 14 },
      period: 202611,
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      server_time: shop.clock.now.toISOString(),
      own: 47.5,
      group: 2340,
      active: true,
      title: 1,
      next: { id: 6, name: 'Старший менеджер', percent: 17, missing: 660 },
      line1: { people: 9, active: 8 },
      structure: { people: 15, active: 14 },
      forecast: { bonus: 651_938, own: 29_925, branches: 622_013, leader: 0 },
    });
  });

  it('an order of a client three lines below raises my group volume when it is paid, and lowers it when it goes back', async () => {
    const product = await addProduct(shop, { ballsHalf: 61 });
    const me = await addConsultant(shop, { sponsorId: house });
    const below = await addConsultant(shop, { sponsorId: await addConsultant(shop, { sponsorId: me }) });
    const client = await browserOf(shop, { userId: await addPerson(shop, { sponsorId: below }) });
    await change(client, product, 2);
    const { body } = await place(client, await placingBody(client));
    await seeNow(me, { own: 0, group: 0 });
    await payByCard(shop, body.exp_id);
    await seeNow(me, { own: 0, group: 61, active: false, rung: { id: 1 } });
    await seeNow(below, { own: 61, group: 61, active: true });
    await call(client, 'POST', '/user/order/cancel', { exp_id: body.exp_id, refund_to: 'ls' });
    expect(await seeNow(me, { group: 0 })).toMatchObject({ own: 0, active: false });
  });

  it('shows one’s own numbers only, and the new month from nothing', async () => {
    const me = await manager();
    const stranger = await addConsultant(shop, { sponsorId: house });
    await seeNow(stranger, { group: 0, structure: { people: 0, active: 0 } });
    const at = shop.clock.now;
    shop.clock.now = new Date('2026-11-30T20:59:59.999Z');
    await seeNow(me, { period: 202611, group: 2340 });
    shop.clock.now = new Date('2026-11-30T21:00:00Z');
    expect(await seeNow(me, { period: 202612, group: 0 })).toMatchObject({ next: { id: 2, missing: 100 } });
    shop.clock.now = at;
  });
});

describe('the thread that keeps the period', () => {
  const told: string[] = [];
  const log = { warn: (_about: object, message: string) => void told.push(message) };

  const readBy = (volumes: Volumes, userId: number, groupHalf: number) =>
    until(async () => {
      const { value } = await volumes.ask('summary', { userId });
      expect(value?.person.groupHalf).toBe(groupHalf);
    });

  it('lets a list be paged to its end while news come', async () => {
    const me = await manager();
    const volumes = openVolumes({ url: shop.url, period: () => 202611, log });
    try {
      await readBy(volumes, me, 4680);
      const ask = { viewerId: me, structure: 0, by: 'group', isDescending: true, limit: 5 } as const;
      const first = await volumes.ask('page', ask);
      expect(first.value?.rows.map(({ groupHalf }) => groupHalf / 2)).toEqual([842, 610.5, 318, 204.5, 112]);
      expect(first.value?.totals).toMatchObject({ people: 9, active: 8 });
      const last = first.value!.rows.at(-1)!;
      await give(last.userId, 5000);
      const after = { value: last.groupHalf, place: last.place };
      const second = await volumes.ask('page', { ...ask, after, version: first.stamp.version });
      expect(second.value?.rows.map(({ groupHalf }) => groupHalf / 2)).toEqual([64.5, 52, 45, 44]);
      expect(second.stamp.version).toBe(first.stamp.version);
      await readBy(volumes, me, 14_680);
      const anew = await volumes.ask('page', ask);
      expect([anew.value?.rows[0]?.groupHalf, anew.stamp.version]).toEqual([10_224, first.stamp.version + 1]);
    } finally {
      await volumes.stop();
    }
  });

  it('tells whose bonuses a move would change, and refuses a circle in words', async () => {
    const me = await manager();
    const volumes = openVolumes({ url: shop.url, period: () => 202611, log });
    try {
      await readBy(volumes, me, 4680);
      const { value } = await volumes.ask('page', { viewerId: me, structure: 0, by: 'group', isDescending: true, limit: 2 }); // prettier-ignore
      const [big, other] = value!.rows.map(({ userId }) => userId);
      // 842 points of 11 % go under a head of 8 %, who reaches 11 % by them and takes nothing of them.
      const changes = (await volumes.ask('move', { userId: big!, toId: other! })).value;
      expect(changes).toEqual([
        { userId: me, fromKop: 651_938, toKop: expect.any(Number) },
        { userId: other, fromKop: expect.any(Number), toKop: expect.any(Number) },
      ]);
      // What the sponsor loses on the branch of 610.5 (8 to 11 %), that branch gains: 3 % of 610.5 points.
      expect(changes.map(({ fromKop, toKop }) => Math.round((toKop - fromKop) / 4500 / 0.03 * 10) / 10)).toEqual([-610.5, 610.5]); // prettier-ignore
      await expect(volumes.ask('move', { userId: me, toId: big! })).rejects.toThrow('В структуре круг: ');
      await expect(volumes.ask('move', { userId: me, toId: me })).rejects.toThrow('В структуре круг: ');
    } finally {
      await volumes.stop();
    }
  });

  it('says that it has nothing while the database is away, and no more when the shop closes', async () => {
    const broken = openVolumes({ url: shop.url.replace(/\/t_[^/]*$/, '/nowhere'), period: () => 202611, log });
    await expect(broken.ask('summary', { userId: 1 })).rejects.toThrow(VolumesError);
    await broken.stop();
    await expect(broken.ask('summary', { userId: 1 })).rejects.toThrow('the shop is closing');
  });
});
