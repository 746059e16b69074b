import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bonusUnits } from '#contract/plan/shares.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { type Followed, followView, readView } from '#server/features/plan/volumes/follow.ts';
import { readNews } from '#server/features/plan/volumes/volumes.queries.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  type Browser,
  browserOf,
  call,
  change,
} from '#tests/cart/shop-people.ts';
import { groupsByRecursion, peopleOf } from '#tests/network/oracles.ts';
import { payByCard, place, placingBody } from '#tests/orders/order-people.ts';
import { walkNetwork } from '#tests/plan/walk.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// The copy of the open period in memory against the tables: docs/decisions/332.
const PERIOD = 202611;
let shop: TestShop;
let goods: number[];
beforeAll(async () => {
  shop = await openShop();
  goods = [
    await addProduct(shop, { ballsHalf: 15, stockQty: 90_000 }),
    await addProduct(shop, { ballsHalf: 59, stockQty: 90_000 }),
    await addProduct(shop, { ballsHalf: 9001, stockQty: 90_000 }),
  ];
});
afterAll(() => shop.close());

type World = { house: number; people: number[]; paid: { browser: Browser; id: number }[]; followed: Followed };
async function newWorld(): Promise<World> {
  // What a month pays is guarded; a new world has none.
  await shop.db.execute(sql`alter table late_returns disable trigger user`);
  await shop.db.execute(sql`truncate late_returns, points_events`);
  await shop.db.execute(sql`alter table late_returns enable trigger user`);
  await shop.db.execute(sql`update users set sponsor_id = null, cons_id = null, role = 'client', active = false`);
  await shop.db.execute(sql`truncate tree, tree_breaks`);
  const house = await addConsultant(shop, { consId: HOUSE_CONS_ID, name: 'Росток' });
  const first = await addConsultant(shop, { sponsorId: house });
  const world: World = { house, people: [first], paid: [], followed: await readView(shop.db, PERIOD) };
  await catchUp(world);
  return world;
}

/** A paid order of a consultant, or of a client whose points are the consultant's. */
async function order(world: World, userId: number, lines: readonly [number, number][]): Promise<void> {
  const browser = await browserOf(shop, { userId });
  for (const [product, pieces] of lines) await change(browser, product, pieces);
  const { body } = await place(browser, await placingBody(browser));
  expect(await payByCard(shop, body.exp_id)).toBe('paid');
  world.paid.push({ browser, id: body.exp_id });
}
/** Some pieces of a paid order leave it, or all of it. */
async function giveBack({ paid }: World, which: number, whole: boolean): Promise<void> {
  const [one] = paid.splice(which % paid.length, 1);
  const shown = (await call(one!.browser, 'GET', `/api/order/${one!.id}`)).body.order;
  const [line] = shown.items;
  if (whole || line.quantity === 1)
    await call(one!.browser, 'POST', '/user/order/cancel', { exp_id: one!.id, refund_to: 'ls' });
  else {
    const wanted = {
      exp_id: one!.id,
      version: 1,
      lines: [{ line_id: line.line_id, quantity: line.quantity - 1 }],
      refund_to: 'ls',
    };
    const { body } = await call(one!.browser, 'POST', '/api/order/preview-change', wanted);
    await call(one!.browser, 'POST', '/api/order/change', { ...wanted, expected_due: body.change.due.to });
  }
}

const step = fc.record({
  kind: fc.constantFrom('order', 'order', 'order', 'client', 'back', 'join', 'join', 'move', 'move'),
  who: fc.nat(),
  whom: fc.nat(),
  pieces: fc.integer({ min: 1, max: 4 }),
});
type Step = { kind: string; who: number; whom: number; pieces: number };
async function take(world: World, { kind, who, whom, pieces }: Step): Promise<void> {
  const { people, paid } = world;
  const one = people[who % people.length]!;
  if (kind === 'order') await order(world, one, [[goods[whom % 3]!, pieces], [goods[(whom + 1) % 3]!, 1]]); // prettier-ignore
  else if (kind === 'client') await order(world, await addPerson(shop, { sponsorId: one }), [[goods[whom % 3]!, pieces]]);
  else if (kind === 'back' && paid.length > 0) await giveBack(world, who, whom % 2 === 0);
  else if (kind === 'join') people.push(await addConsultant(shop, { sponsorId: one }));
  else if (kind === 'move')
    // A circle is refused and changes nothing.
    await shop.db.execute(sql`update users set sponsor_id = ${people[whom % people.length]!} where id = ${one}`).catch(() => undefined); // prettier-ignore
}

/**
 * Brings the copy up to this moment. Transactions of the other test databases on this server hold its horizon back too, so it may take
 * several readings.
 */
async function catchUp(world: World, period = PERIOD): Promise<void> {
  const { rows } = await shop.db.execute<{ next: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  );
  await until(async () => {
    world.followed = await followView(shop.db, world.followed, period);
    expect(BigInt(world.followed.horizon) >= BigInt(rows[0]!.next)).toBe(true);
  });
}

/** Engine in memory = walking every point = recursion in the database. */
async function compare({ followed: { view }, house }: World): Promise<void> {
  const people = await peopleOf(shop.db, PERIOD);
  const walked = walkNetwork(people, house);
  const ids = [...view.period.tree.ids];
  const groups = await groupsByRecursion(shop.db, PERIOD);
  expect(ids.toSorted((a, b) => a - b)).toEqual(people.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(Object.fromEntries(ids.map((id, at) => [id, view.period.group[at]]))).toEqual(groups);
  expect(groups).toEqual(Object.fromEntries(walked.group));
  const units = bonusUnits(view.period);
  expect(Object.fromEntries(ids.map((id, at) => [id, units[at]]))).toEqual(Object.fromEntries(walked.units));
}

it('engine, walk and recursion agree after every order, return, newcomer and move', async () => {
  const seen = { units: 0, breaks: 0, grown: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 18 }), async (steps) => {
      const world = await newWorld();
      for (const one of steps) {
        const before = world.followed.view;
        await take(world, one);
        await catchUp(world);
        const { view } = world.followed;
        await compare(world);
        seen.units += bonusUnits(view.period).some((units) => units > 0) ? 1 : 0;
        seen.breaks += one.kind === 'move' && view !== before ? 1 : 0;
        seen.grown += view.period.tree.ids.length > before.period.tree.ids.length ? 1 : 0;
      }
      // All that there is had been read: reading it whole must give the same.
      const whole = await readView(shop.db, PERIOD);
      expect([...world.followed.view.period.tree.ids]).toEqual([...whole.view.period.tree.ids]);
    }),
    // The same steps at every run: what they must have met is counted below.
    { numRuns: 3, seed: 20261123 },
  );
  expect(Math.min(seen.units, seen.breaks, seen.grown)).toBeGreaterThan(0);
}, 300_000);

it('loses nothing that commits late and counts nothing twice', async () => {
  const world = await newWorld();
  const [first] = world.people;
  const late = await shop.pool.connect();
  try {
    await late.query('begin');
    await late.query(
      'insert into points_events (period, user_id, half, amount_kop, kind) values ($1, $2, 7, 100, $3)',
      [PERIOD, first, 'order'],
    );
    await shop.db.execute(
      sql`insert into points_events (period, user_id, half, amount_kop, kind, return_id) values (${PERIOD}, ${first!}, 20, 300, 'order', 1)`,
    );
    const own = () => world.followed.view.period.own[world.followed.view.places[first!]!];
    world.followed = await followView(shop.db, world.followed, PERIOD);
    // The later one has committed, but an earlier transaction still runs: both wait.
    expect(own()).toBe(0);
    await late.query('commit');
    for (let again = 0; again < 3; again += 1) {
      await catchUp(world);
      expect([own(), world.followed.view.amountKop[world.followed.view.places[first!]!]]).toEqual([27, 400]);
    }
    const quiet = world.followed.view;
    world.followed = await followView(shop.db, world.followed, PERIOD);
    expect(world.followed.view).toBe(quiet);
  } finally {
    late.release();
  }
});

it('begins anew with the month, and keeps points of who stands nowhere in sight', async () => {
  const world = await newWorld();
  await shop.db.execute(
    sql`insert into points_events (period, user_id, half, amount_kop, kind) values (${PERIOD}, ${world.people[0]!}, 80, 1, 'order'), (${PERIOD}, 2147483647, 5, 1, 'return')`,
  );
  await catchUp(world);
  expect([world.followed.view.period.group[0], world.followed.view.outsideHalf]).toEqual([80, 5]);
  const next = await followView(shop.db, world.followed, 202612);
  expect([next.view.id, next.view.version, next.view.period.group[0]]).toEqual([
    202612,
    world.followed.view.version + 1,
    0,
  ]);
  expect((await readNews(shop.db, { period: 202612, since: next.horizon })).people).toEqual([]);
});
