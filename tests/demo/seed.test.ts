import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureKey } from '#contract/catalogue-pack.ts';
import { runSeed } from '#server/demo/seed.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { openTestDb, testEnv } from '#tests/support/open-shop.ts';

type Opened = Awaited<ReturnType<typeof openTestDb>>;
let open: Opened;
const lines: string[] = [];
let published = 0;
// The drawn files are shared with other tests that seed: the folder is a cache by content.
const env = testEnv();
const seed = (into: Opened, of = env) =>
  runSeed({
    open: into,
    env: of,
    log: (line) => lines.push(line),
    publish: async () => {
      published += 1;
    },
  });
const rows = async <T>(text: string, values: unknown[] = [], from = open): Promise<T[]> =>
  (await from.pool.query(text, values)).rows as T[];
const one = async (text: string): Promise<number> => Number((await rows<{ n: string }>(text))[0]?.n);

beforeAll(async () => {
  open = await openTestDb();
  await seed(open);
}, 600_000);
afterAll(() => open.close());

/** Everything but the clock of the run itself. */
const TABLES = [
  'cities',
  'categories',
  'products',
  'price_history',
  'picture_originals',
  'product_pictures',
  'users',
  'carts',
  'cart_items',
  'favourites',
  'pickup_points',
  'accounts',
  'ledger_tx',
  'ledger_entries',
  'grants',
];
const digests = async (of: Opened): Promise<Record<string, string>> => {
  const result: Record<string, string> = {};
  for (const table of TABLES) {
    const all = await rows<{ t: string }>(`select t::text from ${table} t order by 1`, [], of);
    expect(all.length).toBeGreaterThan(0);
    result[table] = createHash('sha256')
      .update(all.map((row) => row.t).join('\n'))
      .digest('hex');
  }
  return result;
};

describe('address books', () => {
  it('have one by default each, with the index of its city', async () => {
    const books = await rows<{ who: string; titles: string[]; fallback: string }>(`
      select split_part(u.email, '@', 1) as who, array_agg(a.title order by a.id) as titles,
        string_agg(a.title, ',') filter (where a.is_default) as fallback
      from delivery_addresses a join users u on u.id = a.user_id group by 1 order by 1`);
    expect(books).toEqual([
      { who: 'client', titles: ['Дом', 'Мама'], fallback: 'Дом' },
      { who: 'cons', titles: ['Дом', 'Работа'], fallback: 'Дом' },
      { who: 'optovik', titles: ['Склад'], fallback: 'Склад' },
      { who: 'punkt', titles: ['Пункт выдачи'], fallback: 'Пункт выдачи' },
    ]);
    const mother = await rows(`select post_index, city, city_id from delivery_addresses where title = 'Мама'`);
    expect(mother).toEqual([{ post_index: '656000', city: 'Барнаул', city_id: 19 }]);
  });
});

describe('the steps', () => {
  it('are told with counts, run once, and publish only when something was written', async () => {
    expect(lines.join('\n')).toMatch(/товары — 200, из них БАД — 71/);
    const [before, told] = [published, lines.length];
    await seed(open);
    expect([published, lines.length]).toEqual([before, told]);
    expect(await one('select count(*) n from seed_steps')).toBe(19);
  });
  it('run one at a time when two nodes start together, give the same bytes, and go on where a crash stopped them', async () => {
    const twins = await openTestDb();
    try {
      await Promise.all([seed(twins), seed(twins)]);
      expect(await digests(twins)).toEqual(await digests(open));
      // As if the last step had never been committed.
      await twins.pool.query(
        `delete from seed_steps where name = '006-carts'; delete from carts; delete from favourites`,
      );
      await seed(twins);
      expect(await digests(twins)).toMatchObject({
        users: (await digests(open)).users,
        favourites: (await digests(open)).favourites,
      });
    } finally {
      await twins.close();
    }
  }, 600_000);
  it('place the orders of the demo people by the live commands, paid to the kopeck, and leave the shelves full', async () => {
    const statuses = await rows<{ email: string; status: number; n: number }>(
      `select email, status, count(*)::int n from orders o join users u on u.id = o.user_id where email in ('client@rostok.test', 'cons@rostok.test')
       group by 1, 2 order by 1, 2`,
    );
    const of = (key: string) =>
      Object.fromEntries(
        statuses.filter(({ email }) => email === `${key}@rostok.test`).map(({ status, n }) => [status, n]),
      );
    expect([of('client'), of('cons')]).toEqual([
      { 1: 1, 4: 1, 6: 1 },
      { 1: 1, 3: 1, 4: 1, 5: 1, 6: 27, 7: 1, 8: 2 },
    ]);
    expect(await one('select count(*) n from orders where status = 5 and issue_code is not null')).toBe(11);
    expect(await one('select count(*) n from orders where paid_at is not null and paid_kop <> due_kop')).toBe(0);
    expect(await one('select count(*) n from stock_news')).toBe(0);
    expect(await one('select count(*) n from products where stock_qty < 0')).toBe(0);
    expect(await one('select count(distinct period) n from points_events')).toBeGreaterThan(12);
  });
  it('take the courses, whose products are all in the shop', async () => {
    expect(await one('select count(*) n from courses')).toBe(6);
    expect(await one('select count(*) n from lessons where published')).toBe(38);
    const unknown =
      'select distinct code as t from lessons l, unnest(l.products) code where code not in (select p.code from products p where p.published)';
    expect(await rows(unknown)).toEqual([]);
  });
  it('bring accounts to where they are to stand, and a second run of it adds nothing', async () => {
    const money = () =>
      rows<{ email: string; type: number; kop: number }>(
        `select email, type, balance_kop::int as kop from accounts a join users u on u.id = a.owner_id order by email, type`,
      );
    const stand = [
      { email: 'cons@rostok.test', type: 0, kop: 125_000 },
      { email: 'cons@rostok.test', type: 1, kop: 348_050 },
      { email: 'cons@rostok.test', type: 2, kop: 70_000 },
      { email: 'director@rostok.test', type: 0, kop: -35_000 },
      // Who got the transfer, and the client whose paid order was cancelled.
      { email: 'user182@example.test', type: 0, kop: 100_000 },
      { email: 'user341@example.test', type: 0, kop: 180_000 },
    ];
    expect(await money()).toEqual(stand);
    await open.pool.query(`delete from seed_steps where name = '020-accounts'`);
    await seed(open);
    expect(await money()).toEqual(stand);
    const burning = await rows(
      `select left_kop::int as kop, expires_at::text as until from grants order by expires_at`,
    );
    expect(burning).toEqual([
      { kop: 20_000, until: '2026-11-22 20:59:59+00' },
      { kop: 50_000, until: '2027-02-12 20:59:59+00' },
    ]);
    expect(damagedIn(await checkLedger(open.db, new Date(env.seedNow ?? 0)))).toEqual([]);
  });
  it('have transfers that are done and over, nothing of them set aside, and an order that was paid and cancelled', async () => {
    const transfers = await rows(`select t.state, t.amount_kop::int as kop, u.email from transfers t
      join users u on u.id = t.owner_id order by t.id`);
    const email = 'cons@rostok.test';
    // Data of a fixed day: the one that waits on the day of a first start is over too.
    expect(transfers).toEqual([
      { state: 'done', kop: 100_000, email },
      { state: 'expired', kop: 50_000, email },
      { state: 'expired', kop: 15_000, email },
    ]);
    expect(await rows(`select id from accounts where held_kop <> 0 and type = 0`)).toEqual([]);
    const cancelled = await rows(`select paid_kop, refunded_kop from orders where status = 7 and paid_at is not null`);
    expect(cancelled).toEqual([{ paid_kop: 180_000, refunded_kop: 180_000 }]);
  });
  it('do nothing with SEED=none', async () => {
    const empty = await openTestDb();
    await seed(empty, testEnv({ SEED: 'none' }));
    expect((await rows<{ n: string }>('select count(*) n from products', [], empty))[0]?.n).toBe('0');
    await empty.close();
  });
  it('stand beside an import that was there first; on another day they give other bytes', async () => {
    const used = await openTestDb();
    try {
      await used.pool.query(`insert into categories (title, slug) values ('Чай и напитки', 'chaj-i-napitki')`);
      await used.pool.query(
        `insert into products (code, slug, title, category_id, actual_price, actual_cons_price) values ('100000', 'x-100000', 'Своё', 1000, 100, 100)`,
      );
      await seed(used, testEnv({ SEED_NOW: '2026-12-20T21:00:00Z' }));
      expect((await digests(used)).products).not.toBe((await digests(open)).products);
      expect((await digests(used)).price_history).not.toBe((await digests(open)).price_history);
      expect(await rows('select slug from categories where id = 3', [], used)).toEqual([{ slug: 'chaj-i-napitki-3' }]);
      // The sequence went on behind the ids of the seed.
      const next = await rows<{ id: number }>(
        `insert into products (code, slug, title, category_id, actual_price, actual_cons_price) values ('100001', 'y', 'Ещё', 1000, 1, 1) returning id`,
        [],
        used,
      );
      expect(next[0]?.id).toBe(202);
    } finally {
      await used.close();
    }
  }, 600_000);
});

describe('pictures', () => {
  it('are one for each product, 240 px cut-outs under 8 kB, with a thumbhash of at most 30 bytes', async () => {
    const all = await rows<{
      sha256: string;
      thumbhash: string;
      code: string;
      is_bad: boolean;
      spec: { bad: boolean; category: number };
    }>(
      'select o.sha256, o.thumbhash, o.spec, p.code, p.is_bad from products p join product_pictures pp on pp.product_id = p.id join picture_originals o using (sha256) where pp.position = 0 order by p.code',
    );
    expect(all).toHaveLength(200);
    expect(new Set(all.map((row) => row.sha256)).size).toBe(200);
    for (const row of all) {
      expect(Buffer.from(row.thumbhash, 'base64').length).toBeLessThanOrEqual(30);
      expect(row.thumbhash).not.toBe('');
      // The legal line is on the pack of a supplement and on no other.
      expect([row.code, row.spec.bad]).toEqual([row.code, row.is_bad]);
      const file = join(env.dataDir, 'pictures', pictureKey(row.sha256), '240.webp');
      expect(statSync(file).size).toBeLessThanOrEqual(8 * 1024);
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      expect([row.code, info.width, info.height, info.channels]).toEqual([row.code, 240, 240, 4]);
      const alpha = (x: number, y: number) => data[(y * 240 + x) * 4 + 3] ?? 0;
      // Nothing of the pack is cut off at an edge: what touches it is the tail of a shadow at most.
      let edge = 0;
      for (let i = 0; i < 240; i += 1) edge = Math.max(edge, alpha(i, 0), alpha(i, 239), alpha(0, i), alpha(239, i));
      expect([row.code, edge < 48]).toEqual([row.code, true]);
      expect(alpha(120, 150)).toBeGreaterThan(250);
    }
  });
  it('have a label and a size beside the pack, stored undrawn', async () => {
    const views = await rows<{ position: number; view: string; thumbhash: string; n: string }>(
      `select pp.position, o.spec->>'view' view, o.thumbhash, count(*) n from product_pictures pp
       join picture_originals o using (sha256) where pp.position > 0 group by 1, 2, 3 order by 1`,
    );
    expect(views.map(({ position, view, thumbhash, n }) => [position, view, thumbhash, Number(n)])).toEqual([
      [1, 'label', '', 200],
      [2, 'scale', '', 200],
    ]);
  });
});

describe('people', () => {
  it('make one house account, five roots, 320 consultants at most eight lines deep, 620 clients', async () => {
    const tree = `with recursive t as (select id, cons_id, sponsor_id, 0 depth from users where cons_id = 1000001
      union all select u.id, u.cons_id, u.sponsor_id, t.depth + 1 from users u join t on u.sponsor_id = t.id where u.role = 'cons')`;
    expect(await one(`${tree} select count(*) n from t`)).toBe(326);
    expect(await one(`${tree} select count(*) n from t where depth = 1`)).toBe(5);
    expect(await one(`${tree} select max(depth) n from t`)).toBeLessThanOrEqual(8);
    expect(await one(`select count(*) n from users where role = 'client'`)).toBe(620);
    expect(await one('select count(*) n from users where sponsor_id is null')).toBe(3);
    expect(await one(`select count(*) n from users c join users s on s.id = c.sponsor_id where s.role <> 'cons'`)).toBe(
      0,
    );
  });
  it.each([
    ['cons@rostok.test', 60],
    ['director@rostok.test', 240],
  ])('%s has a branch of %i', async (email, size) => {
    const branch = await one(
      `with recursive t as (select id from users where email = '${email}' union all select u.id from users u join t on u.sponsor_id = t.id where u.role = 'cons') select count(*) - 1 n from t`,
    );
    expect(branch).toBe(size);
  });
  it('can log in with the demo password, each in the right role, and nobody else can', async () => {
    const accounts = await rows<Record<string, unknown> & { email: string; password_hash: string }>(
      'select * from users where password_hash is not null order by id',
    );
    const facts = Object.fromEntries(accounts.map((row) => [row.email, row]));
    expect(Object.keys(facts).sort()).toEqual(
      [
        'accountant',
        'admin',
        'client',
        'cons',
        'director',
        'inactive',
        'newcomer',
        'newuser',
        'optovik',
        'punkt',
        'readonly',
      ].map((key) => `${key}@rostok.test`),
    );
    for (const account of accounts) {
      expect(await verify(account.password_hash, 'rostok-demo')).toBe(true);
      expect(await verify(account.password_hash, 'rostok-Demo')).toBe(false);
      expect(account).toMatchObject({ is_demo: true, active: true });
    }
    expect(facts['cons@rostok.test']).toMatchObject({
      role: 'cons',
      name: 'Мария Соколова',
      cons_id: 1000157,
      readonly: false,
      status_id: 5,
    });
    expect(facts['director@rostok.test']).toMatchObject({ name: 'Ирина Белова', cons_id: 1000012, status_id: 7 });
    expect(facts['newcomer@rostok.test']).toMatchObject({ name: 'Олег Дёмин', cons_id: 1000934 });
    expect(facts['inactive@rostok.test']).toMatchObject({ name: 'Лидия Громова', cons_id: 1000411 });
    expect(facts['client@rostok.test']).toMatchObject({
      role: 'client',
      name: 'Анна Полякова',
      phone: '+79000000001',
      cons_id: null,
      sponsor_id: facts['cons@rostok.test']?.id,
    });
    expect(facts['optovik@rostok.test']).toMatchObject({ role: 'optovik', name: 'ООО «Лавка здоровья»' });
    expect(facts['punkt@rostok.test']).toMatchObject({ role: 'cons', is_punkt_vydachi: true, name: 'Сергей Ким' });
    expect(facts['readonly@rostok.test']).toMatchObject({ role: 'cons', readonly: true, name: 'Вера Ланская' });
    expect(facts['newuser@rostok.test']).toMatchObject({ role: 'user' });
    expect(facts['admin@rostok.test']).toMatchObject({ role: 'staff' });
  });
  it('came after their sponsor, but for the one client who was moved; numbers rise with the day', async () => {
    expect(
      await one(
        `select count(*) n from users u join users s on s.id = u.sponsor_id where u.registered_at < s.registered_at`,
      ),
    ).toBe(1);
    const numbers = await rows<{ n: number }>(
      `select cons_id % 1000000 n from users where cons_id is not null order by registered_at, cons_id % 1000000`,
    );
    expect(numbers.map((row) => row.n)).toEqual(numbers.map((row) => row.n).toSorted((a, b) => a - b));
    expect(numbers.at(-1)?.n).toBe(934);
    expect(
      await one(`select count(*) n from users u join cities c on c.id = u.city_id where u.country_id <> c.country_id`),
    ).toBe(0);
    expect(
      await one(`select count(*) n from users where cons_id is not null and cons_id / 1000000 <> country_id`),
    ).toBe(0);
  });
  it('hold the edge cases: birthday today and on 29 February, hidden contacts, ended agreements, an inactive sponsor', async () => {
    // SEED_NOW is midnight in Moscow, 21 November.
    expect(
      await one(`select count(*) n from users where role = 'cons' and to_char(birthday, 'MM-DD') = '11-21'`),
    ).toBeGreaterThanOrEqual(1);
    expect(await one(`select count(*) n from users where to_char(birthday, 'MM-DD') = '02-29'`)).toBeGreaterThanOrEqual(
      1,
    );
    expect(await one(`select count(*) n from users where role = 'cons' and not show_contacts`)).toBeGreaterThan(30);
    // «Кому позвонить сегодня»: somebody may be called, somebody may not.
    const firstLine = (shows: string) =>
      one(`select count(*) n from users u join users s on s.id = u.sponsor_id where s.email = 'cons@rostok.test' and u.role = 'cons'
        and ${shows} (select from consents c where c.user_id = u.id and c.purpose = 'sponsor_contacts' and c.withdrawn_at is null)`);
    expect(await firstLine('exists')).toBeGreaterThan(0);
    expect(await firstLine('not exists')).toBeGreaterThan(0);
    expect(await one(`select count(*) n from users where not active`)).toBe(3);
    expect(
      await one(
        `select count(*) n from users u join users s on s.id = u.sponsor_id where s.email = 'inactive@rostok.test' and u.role = 'cons'`,
      ),
    ).toBeGreaterThanOrEqual(1);
    // A client who was moved: here before the present sponsor came.
    expect(
      await one(
        `select count(*) n from users u join users s on s.id = u.sponsor_id where u.role = 'client' and u.registered_at < s.registered_at`,
      ),
    ).toBeGreaterThanOrEqual(1);
    expect(
      await one(
        `select count(*) n from orders o join users u on u.id = o.user_id where u.email = 'cons@rostok.test' and o.status = 8`,
      ),
    ).toBe(2);
    expect(await one(`select count(*) n from users where phone !~ '^\\+7900000\\d{4}$'`)).toBe(0);
    expect(await one(`select count(*) n from users where email !~ '@(rostok|example)\\.test$'`)).toBe(0);
  });
});

describe('carts and favourites', () => {
  it('hold 2 100 ₽ and six hearts of the client, three lots of the wholesale buyer', async () => {
    const sum = (email: string, kind: string) =>
      `select sum(i.quantity * p.actual_price) n from cart_items i join carts c on c.id = i.cart_id join users u on u.id = c.user_id join products p on p.id = i.product_id where u.email = '${email}' and c.kind = '${kind}'`;
    expect(await one(sum('client@rostok.test', 'retail'))).toBe(210_000);
    expect(
      await one(
        `select count(*) n from favourites f join users u on u.id = f.user_id where u.email = 'client@rostok.test'`,
      ),
    ).toBe(6);
    expect(await one(`select favourites_version n from users where email = 'client@rostok.test'`)).toBe(6);
    expect(
      await one(`select count(*) n from cart_items i join carts c on c.id = i.cart_id where c.kind = 'wholesale'`),
    ).toBe(3);
    expect(
      await one(
        'select count(*) n from cart_items i join products p on p.id = i.product_id where i.quantity > least(p.stock_qty, 99)',
      ),
    ).toBe(0);
    expect(
      await one(
        'select count(*) n from cart_items i join products p on p.id = i.product_id where i.price_seen <> case i.price_type when 1 then p.actual_cons_price else p.actual_price end',
      ),
    ).toBe(0);
    expect(await one('select count(*) n from carts')).toBe(4);
  });
});
