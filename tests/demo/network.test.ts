import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { chanceOf } from '#server/demo/chance.ts';
import { type DemoProduct, linesFor } from '#server/demo/network/plan-months.ts';
import { seedAccounts } from '#server/demo/seed-accounts.ts';
import { seedNetwork } from '#server/demo/seed-network.ts';
import { placeTransfers, whenOf } from '#server/demo/seed-transfers.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { addConsultant, addPerson, addProduct } from '#tests/cart/shop-people.ts';
import { openShop, testEnv, type TestShop } from '#tests/support/open-shop.ts';

// Closed months of the demo network: docs/product/demo.md#network. A small network; the whole seed is tested beside.
let shop: TestShop;
// On the 21st of November October is paid; five months are June to October.
const MONTHS = [202606, 202607, 202608, 202609, 202610];
const NOW = new Date('2026-11-20T21:00:00Z');
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await shop.pool.query(text, values)).rows as T[];
const seed = () => seedNetwork(shop.db, { env: testEnv({ SEED_MONTHS: '5' }), now: NOW, note: () => {} });

beforeAll(async () => {
  shop = await openShop();
  for (const ballsHalf of [7, 15, 21, 61]) await addProduct(shop, { ballsHalf, isDemo: true });
  const demo = { isDemo: true, registeredAt: new Date('2025-01-01T00:00:00Z') };
  for (const name of ['Ольга', 'Наталья']) await addPerson(shop, { ...demo, role: 'staff', name });
  let sponsorId = await addConsultant(shop, { ...demo, consId: HOUSE_CONS_ID });
  // Nobody stands below these two.
  for (const key of ['user17', 'user301'])
    await addConsultant(shop, { ...demo, sponsorId, email: `${key}@example.test` });
  for (const key of ['punkt', 'readonly', 'inactive'])
    sponsorId = await addConsultant(shop, { ...demo, sponsorId, email: `${key}@rostok.test` });
  // Of the consultant whose accounts the demo shows, with a first line of its own.
  const top = await addConsultant(shop, { ...demo, sponsorId, email: 'director@rostok.test' });
  const cons = await addConsultant(shop, { ...demo, sponsorId: top, email: 'cons@rostok.test', phone: '+79000000002' });
  await addConsultant(shop, { ...demo, sponsorId: cons, email: 'newcomer@rostok.test' });
  for (let i = 0; i < 24; i += 1) await addConsultant(shop, { ...demo, sponsorId: cons });
  for (let i = 0; i < 30; i += 1) sponsorId = await addConsultant(shop, { ...demo, sponsorId: sponsorId - (i % 3) });
  await seed();
  const asked = { env: testEnv({ SEED_MONTHS: '5' }), now: NOW, note: () => {} };
  await shop.db.transaction(await seedAccounts(shop.db, asked));
  await shop.db.transaction((tx) => placeTransfers(tx, asked));
});
afterAll(() => shop.close());

describe('the months of the demo network', () => {
  it('are closed and paid, each with two approvals, and the ledger adds up', async () => {
    const months = await rows<{ id: number; state: string; approvals: number }>(`
      select p.id, p.state, (select count(*)::int from period_approvals a where a.period = p.id) as approvals
      from periods p order by p.id`);
    expect(months.map(({ id, state, approvals }) => [id, state, approvals])).toEqual(
      MONTHS.map((id) => [id, 'paid', 2]),
    );
    expect(damagedIn(await checkLedger(shop.db, NOW))).toEqual([]);
  });

  it('leave the newcomer without an order: the cart is on its way to the hello bonus', async () => {
    expect(await rows(`select o.id from orders o join users u on u.id = o.user_id where u.email = 'newcomer@rostok.test'`)).toEqual([]); // prettier-ignore
  });

  it('have their edges: exactly 30.0 points, 29.5, four months of silence', async () => {
    const own = async (key: string): Promise<number[]> =>
      (await rows<{ half: number }>(`select p.own_half as half from period_people p join users u on u.id = p.user_id
        where u.email = $1 order by p.period`, [`${key}@rostok.test`])).map(({ half }) => half); // prettier-ignore
    expect(await own('punkt')).toEqual([60, 60, 60, 60, 60]);
    expect(await own('readonly')).toEqual([59, 59, 59, 59, 59]);
    expect((await own('inactive')).slice(1)).toEqual([0, 0, 0, 0]);
  });

  it('have first statuses in the last closed month and in the one before', async () => {
    const first = await rows(`select p.period, u.email from period_people p join users u on u.id = p.user_id
      where u.email like 'user%' and p.title = 2 and not exists (select from period_people b
        where b.user_id = p.user_id and b.period < p.period and b.title >= 2) order by p.period`);
    expect(first).toEqual([
      { period: 202609, email: 'user301@example.test' },
      { period: 202610, email: 'user17@example.test' },
    ]);
  });

  it('are orders of one to six lines whose points are the volumes', async () => {
    const [one] = await rows<{ least: number; most: number; orders: number }>(`
      select min(n)::int as least, max(n)::int as most, count(*)::int as orders
      from (select o.id, count(*) as n from orders o join order_lines l on l.order_id = o.id group by o.id) x`);
    expect(one!.orders).toBeGreaterThan(20);
    expect([one!.least >= 1, one!.most <= 6]).toEqual([true, true]);
    const wrong = await rows(`select o.id from orders o join points_events e on e.order_id = o.id
      group by o.id having sum(e.half) <> o.balls_half`);
    expect(wrong).toEqual([]);
  });

  it('go on in the open month until today, and nothing of it is from tomorrow', async () => {
    const [open] = await rows<{ people: number; active: number; late: number }>(`
      select count(distinct o.user_id)::int as people, (count(distinct o.user_id) filter (where o.balls_half >= 60))::int as active,
        (count(*) filter (where o.paid_at >= $1 or o.status_at > $1))::int as late
      from orders o join points_events e on e.order_id = o.id where e.period = 202611`, [NOW]); // prettier-ignore
    expect(open!.people).toBeGreaterThan(10);
    expect(open!.active).toBeGreaterThan(5);
    expect(open!.late).toBe(0);
    expect(await rows(`select id from periods where id = 202611`)).toEqual([]);
  });

  it('leave a history of 01000157 that is explained line by line, in the order of its days', async () => {
    const history = await rows<{ type: number; kind: string; kop: number; after: number; at: Date }>(`
      select a.type, t.kind, e.amount_kop::int as kop, e.balance_after::int as after, t.at
      from ledger_entries e join ledger_tx t on t.id = e.tx_id join accounts a on a.id = e.account_id join users u on u.id = a.owner_id
      where u.email = 'cons@rostok.test' order by a.type, t.at, e.id`);
    const ks = history.filter(({ type }) => type === 1);
    expect(ks.filter(({ kind }) => kind === 'commission')).toHaveLength(MONTHS.length);
    expect(new Set(ks.map(({ kind }) => kind))).toEqual(new Set(['commission', 'order_spend', 'transfer']));
    for (const type of [0, 1]) {
      let before = 0;
      for (const one of history.filter((row) => row.type === type)) {
        expect(one.after).toBe(before + one.kop);
        before = one.after;
      }
      expect(before).toBe(type === 0 ? 125_000 : 348_050);
    }
    expect(history.filter(({ kind, kop }) => kind === 'opening' && kop < 0)).toEqual([]);
    expect(damagedIn(await checkLedger(shop.db, NOW))).toEqual([]);
  });

  it('are there once, however often a shop starts', async () => {
    const count = async () => (await rows<{ n: number }>(`select count(*)::int as n from orders`))[0]!.n;
    const before = await count();
    await seed();
    expect(await count()).toBe(before);
  });
});

it('finds lines that come to exactly so many half-points', () => {
  const product = (id: number, half: number): DemoProduct =>
    ({ id, half, code: '', title: '', priceKop: 1, consKop: 1, grams: 1, vatKind: 'standard', isBad: false }); // prettier-ignore
  const products = [product(1, 7), product(2, 15), product(3, 21), product(4, 61)];
  for (const half of [30, 59, 60, 61, 110, 233, 1200]) {
    const lines = linesFor(half, products, chanceOf(`lines ${half}`));
    expect(lines.reduce((sum, { product: { half: each }, quantity }) => sum + each * quantity, 0)).toBe(half);
  }
  // Nothing comes to 5: as near as it gets without more.
  expect(linesFor(5, products, chanceOf('five'))).toEqual([]);
});

it.each([null, '2026-11-10T01:00:00Z', '2026-11-18T01:00:00Z', '2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z'])(
  'asks for the codes of its transfers an hour apart at least and before today, whenever the last bonus came: %s',
  (last) => {
    const { handed, over } = whenOf(NOW, last === null ? null : new Date(last));
    const hour = 3_600_000;
    expect(Math.abs(handed.getTime() - over.getTime())).toBeGreaterThanOrEqual(hour);
    expect(Math.max(handed.getTime(), over.getTime())).toBeLessThanOrEqual(NOW.getTime() - hour);
  },
);
