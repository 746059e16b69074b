import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { makeNetwork } from '#server/demo/network/make-network.ts';
import { growNetwork, volumesOf } from '#server/demo/network/grow.ts';
import { isIntact } from '#server/features/plan/closing/close-period.commands.ts';
import { checkTree } from '#server/features/plan/check-tree.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';
import { openTestDb } from '#tests/support/open-shop.ts';

// A generated network: docs/operations.md#generated-network.
const WANTED = { people: 300, seed: 'test', months: 4, open: 202611 };
let open: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());

it('is the same for the same seed, another for another', () => {
  const [one, again, other] = [growNetwork(WANTED), growNetwork(WANTED), growNetwork({ ...WANTED, seed: 'x' })];
  expect(again).toEqual(one);
  expect(other.sponsors).not.toEqual(one.sponsors);
  expect(volumesOf(again, 'test', 202611)).toEqual(volumesOf(one, 'test', 202611));
  expect(one.sponsors.every((sponsor, at) => sponsor < at)).toBe(true);
});
/** Indexes, keys and triggers of every table but the partitions of months. */
const definitionsOf = async () =>
  (
    await open.db.execute(sql`
      select indexdef as text from pg_indexes where schemaname = 'public' and tablename !~ '^period_people_'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '^period_people_'
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ '^period_people_'
      order by 1`)
  ).rows;

it('stands right in the structure, with points of every month and records of those that are over', async () => {
  const said: string[] = [];
  const before = await definitionsOf();
  const firstId = await makeNetwork({ ...open, say: (text) => said.push(text) }, WANTED);
  expect(said).toContain('Товаров в базе нет: 202611 без заказов, только баллы');
  // A closed month takes nobody in; beside it there may be another network in the open one.
  await expect(makeNetwork({ ...open, say: () => {} }, { ...WANTED, people: 50 })).rejects.toThrow('часть месяцев уже закрыта'); // prettier-ignore
  await insertCatalogue(open.db, generateCatalogue(3));
  const second = await makeNetwork({ ...open, say: () => {} }, { ...WANTED, people: 50, months: 1 });
  expect(second).toBe(firstId + WANTED.people);
  // Indexes and keys that were off the tables meanwhile are what they were.
  expect(await definitionsOf()).toEqual(before);
  expect(await checkTree(open.db)).toMatchObject({ faults: [] });
  const { rows } = await open.db.execute<{ period: number; n: number }>(sql`select period, count(*)::int as n from points_events group by period order by period`); // prettier-ignore
  expect(rows.map(({ period }) => period)).toEqual([202608, 202609, 202610, 202611]);
  const closed = await open.db.execute<{ id: number; people: number }>(sql`select id, people from periods where state = 'closed' order by id`); // prettier-ignore
  expect(closed.rows).toEqual([202608, 202609, 202610].map((id) => ({ id, people: WANTED.people })));
  for (const { id } of closed.rows) expect(await isIntact(open.db, id)).toBe(true);
  // The second one has orders: their lines are the points.
  const { rows: bought } = await open.db.execute(sql`
    select count(distinct o.id)::int > 5 as many, bool_and(o.goods_kop = l.kop and o.balls_half = l.half and l.half = e.half and l.n = o.items_count) as fits
    from orders o
      join (select order_id, sum(price_kop * quantity) as kop, sum(balls_half * quantity) as half, count(*) as n from order_lines group by 1) l on l.order_id = o.id
      join (select order_id, sum(half) as half from points_events group by 1) e on e.order_id = o.id`);
  expect(bought).toEqual([{ many: true, fits: true }]);
});
