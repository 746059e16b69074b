import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDb } from '#server/db/open.ts';
import type { ImportOptions } from '#server/features/import/import-args.rules.ts';
import { importFeed } from '#server/features/import/import-feed.ts';
import { exitCodeOf } from '#server/features/import/report.rules.ts';
import { openTestDb } from '#tests/support/open-shop.ts';
import { feed, feedFolder, FIRST_OFFER_LINE, offer } from '#tests/import/feed-fixture.ts';

let open: Awaited<ReturnType<typeof openTestDb>>;
const disk = feedFolder();
let lines: string[] = [];
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(async () => {
  await open.close();
  disk.remove();
});
beforeEach(async () => {
  lines = [];
  await open.db.execute(
    sql`truncate products, categories, category_sources, product_sources, picture_originals, product_pictures, price_history, catalogue_pointer, catalogue_revisions, catalogue_files restart identity cascade`,
  );
});

const now = new Date('2026-11-21T09:00:00Z');
const say = { line: (text: string) => lines.push(text.replace(/^.*feed\.yml\.xml/, 'feed')), progress: () => {} };
function run(text: string | Buffer, more: Partial<ImportOptions> = {}) {
  const options: ImportOptions = {
    file: disk.write(text),
    isDryRun: false,
    source: null,
    consRatioMilli: null,
    hideMissing: false,
    ...more,
  };
  return importFeed(options, {
    open,
    say,
    now: () => now,
    net: {
      resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
      isAllowed: () => false,
    },
  });
}
const rows = async (query: ReturnType<typeof sql>) => (await open.db.execute(query)).rows;
const productRows = () =>
  rows(
    sql`select p.*, s.offer_id, s.withheld from products p join product_sources s on s.product_id = p.id order by p.id`,
  );
/** Everything an import could change, to prove that nothing did. */
const fingerprint = async () =>
  JSON.stringify([
    await rows(sql`select * from products order by id`),
    await rows(sql`select * from categories order by id`),
    await rows(sql`select * from product_sources order by offer_id`),
    await rows(sql`select * from product_pictures order by 1, 2`),
    await rows(sql`select * from price_history order by id`),
    await rows(sql`select * from catalogue_revisions`),
    await rows(sql`select last_value, is_called from products_id_seq`),
    await rows(sql`select last_value, is_called from categories_id_seq`),
  ]);
const manifest = async () =>
  JSON.parse(String((await rows(sql`select manifest from catalogue_revisions order by id desc limit 1`))[0]?.manifest));

describe('a first import', () => {
  it('makes categories, products, a drawn picture and a published catalogue', async () => {
    const more =
      '<vendor>Завод</vendor><vendorCode>A-1</vendorCode><oldprice>600</oldprice><weight>0.25</weight><param name="Размер" unit="RU">52</param><description>Чай\nтравяной</description>';
    const report = await run(
      feed(
        [
          offer({ id: 'a', more, attributes: 'available="true" group_id="g1"' }),
          offer({ id: 'b', categoryId: '11', attributes: 'available="false"' }),
        ],
        {
          categories:
            '<category id="11" parentId="999999999999999999">Травяной чай</category><category id="999999999999999999">Чай</category><category id="10">Чай</category>',
        },
      ),
    );
    expect(report).toMatchObject({
      source: 'shop.example',
      offers: { added: 2, changed: 0, unchanged: 0, refused: 0 },
      categories: { added: 3 },
      pictures: { placeholders: 2 },
    });
    expect(exitCodeOf(report)).toBe(0);
    const [a, b] = await productRows();
    expect(a).toMatchObject({
      code: '100000',
      slug: 'tovar-a-100000',
      article: 'A-1',
      actual_price: 49000,
      actual_cons_price: 49000,
      balls_half: 0,
      old_price: 60000,
      weight_grams: 250,
      stock_qty: 100,
      variant_group: 'shop.example:g1',
      params: [{ name: 'Размер', value: '52 RU' }],
      description_html: '<p>Чай<br>травяной</p>',
      published: true,
      is_bad: false,
    });
    expect(b).toMatchObject({ code: '100001', stock_qty: 0, weight_grams: 0 });
    const categories = await rows(
      sql`select c.title, c.slug, p.title as parent from categories c left join categories p on p.id = c.parent_id order by c.id`,
    );
    expect(categories).toEqual([
      { title: 'Чай', slug: 'chaj', parent: null },
      { title: 'Чай', slug: expect.stringMatching(/^chaj-\d+$/), parent: null },
      { title: 'Травяной чай', slug: 'travyanoj-chaj', parent: 'Чай' },
    ]);
    expect((await manifest()).total).toBe(2);
    expect(report.notes.weight).toBe(1);
  });
  it('takes the consultant ratio, vendor.model titles, stock from outlets and counts', async () => {
    await run(
      feed([
        offer({
          id: 'v',
          attributes: 'type="vendor.model"',
          name: '',
          more: '<typePrefix>Крем</typePrefix><vendor>Роса</vendor><model>X 5</model><count>7</count>',
        }),
        offer({
          id: 'o',
          attributes: 'available="false"',
          more: '<outlets><outlet id="1" instock="2"/><outlet id="2" instock="3"/></outlets>',
        }),
      ]),
      { consRatioMilli: 770 },
    );
    expect(await productRows()).toMatchObject([
      { title: 'Крем Роса X 5', actual_cons_price: 38000, balls_half: 15, stock_qty: 7 },
      { stock_qty: 5 },
    ]);
  });
  it('continues after the highest six-digit code and leaves five-digit ones alone', async () => {
    await open.db.execute(sql`insert into categories (id, title, slug) values (1, 'д', 'd')`);
    await open.db.execute(
      sql`insert into products (code, slug, title, category_id, actual_price, actual_cons_price) values ('10101', 'x', 'x', 1, 1, 1), ('100041', 'y', 'y', 1, 1, 1), ('999998', 'z', 'z', 1, 1, 1)`,
    );
    await run(feed([offer({ id: '1' }), offer({ id: '2' }), offer({ id: '3' })]));
    expect((await productRows()).map((row) => row.code)).toEqual(['999999', '100000', '100001']);
  });
});

describe('a second import', () => {
  it('changes nothing when nothing changed, and tells so', async () => {
    const text = feed([offer({ id: '1' }), offer({ id: '2' })]);
    await run(text);
    const revision = (await manifest()).rev;
    const before = await productRows();
    const report = await run(text);
    expect(report.offers).toEqual({ added: 0, changed: 0, unchanged: 2, refused: 0 });
    expect(await productRows()).toEqual(before);
    expect((await manifest()).rev).toBe(revision);
    expect(await rows(sql`select count(*)::int as n from price_history`)).toEqual([{ n: 2 }]);
  });
  it('changes what changed: never the code, the slug or what the owner added', async () => {
    await run(feed([offer({ id: '1', name: 'Старое' }), offer({ id: '2' })]));
    await open.db.execute(sql`update products set labels = '{Хит}', subtitle = 'Наш' where code = '100000'`);
    const report = await run(
      feed([offer({ id: '1', name: 'Новое имя', price: '500' }), offer({ id: '2' }), offer({ id: '3' })], {
        categories: '<category id="10">Чаи</category>',
      }),
    );
    expect(report).toMatchObject({
      offers: { added: 1, changed: 1, unchanged: 1, refused: 0 },
      categories: { added: 0, changed: 1 },
    });
    expect((await productRows())[0]).toMatchObject({
      code: '100000',
      slug: 'staroe-100000',
      title: 'Новое имя',
      actual_price: 50000,
      labels: ['Хит'],
      subtitle: 'Наш',
    });
    expect(await rows(sql`select actual_price from price_history where product_id = 1 order by id`)).toEqual([
      { actual_price: 49000 },
      { actual_price: 50000 },
    ]);
    expect(await rows(sql`select title, slug from categories where slug = 'chaj'`)).toEqual([
      { title: 'Чаи', slug: 'chaj' },
    ]);
  });
  it('keeps suppliers apart', async () => {
    await run(feed([offer({ id: '1' })]));
    const report = await run(feed([offer({ id: '1', name: 'Другой' })], { url: 'https://other.example' }));
    expect(report).toMatchObject({ source: 'other.example', missing: 0, offers: { added: 1 } });
    // The offers of one feed are never «missing» from the other's, whatever their ids.
    const more = feed([offer({ id: '2' }), offer({ id: '3' })], { url: 'https://other.example' });
    expect(await run(more, { hideMissing: true })).toMatchObject({ missing: 1, hidden: 1, offers: { added: 2 } });
    expect((await productRows()).map((row) => row.published)).toEqual([true, false, true, true]);
    expect(await run(feed([offer({ id: '1' })]), { hideMissing: true })).toMatchObject({ missing: 0, hidden: 0 });
    expect((await productRows()).map((row) => row.published)).toEqual([true, false, true, true]);
  });
  it('takes a struck price only when it is above the price, and notes the others', async () => {
    const old = (id: string, roubles: string) => offer({ id, price: '490', more: `<oldprice>${roubles}</oldprice>` });
    const report = await run(
      feed([old('1', '590'), old('2', '490'), old('3', '489.99'), old('4', '0'), old('5', 'x')]),
    );
    expect((await productRows()).map((row) => row.old_price)).toEqual([59000, null, null, null, null]);
    expect(report.notes).toMatchObject({ 'old-price': 4 });
  });
  it('counts missing offers, hides them only when asked, shows them again', async () => {
    const both = feed([offer({ id: '1' }), offer({ id: '2' })]);
    await run(both);
    expect(await run(feed([offer({ id: '1' })]))).toMatchObject({ missing: 1, hidden: 0 });
    expect((await productRows()).map((row) => row.published)).toEqual([true, true]);
    expect(await run(feed([offer({ id: '1' })]), { hideMissing: true })).toMatchObject({ missing: 1, hidden: 1 });
    expect((await productRows()).map((row) => row.published)).toEqual([true, false]);
    expect((await manifest()).total).toBe(1);
    expect(await run(both)).toMatchObject({ offers: { unchanged: 1, changed: 1 }, missing: 0 });
    expect((await productRows()).map((row) => row.published)).toEqual([true, true]);
  });
  it('does not call a refused offer missing, and keeps it as it was', async () => {
    await run(feed([offer({ id: '1' }), offer({ id: '2' })]));
    const report = await run(feed([offer({ id: '1' }), offer({ id: '2', price: 'сто' })]), { hideMissing: true });
    expect(report).toMatchObject({ missing: 0, hidden: 0, offers: { refused: 1, unchanged: 1 } });
    expect((await productRows())[1]).toMatchObject({ published: true, actual_price: 49000 });
  });
  it('never shows again what the owner hid by hand', async () => {
    await run(feed([offer({ id: '1' })]));
    await open.db.execute(sql`update products set published = false`);
    await run(feed([offer({ id: '1', price: '777' })]));
    expect((await productRows())[0]).toMatchObject({ published: false, actual_price: 77700 });
  });
});

describe('supplements', () => {
  const LEGAL = [
    'СГР',
    'Состав',
    'Противопоказания',
    'Срок годности',
    'Условия хранения',
    'Адрес производителя',
    'Объём',
  ]
    .map((name) => `<param name="${name}">есть ${name}</param>`)
    .join('');
  const description = '<description>Источник магния.</description><vendor>Завод</vendor>';
  it('is stored unpublished and reported until the legal fields are there', async () => {
    const first = await run(
      feed([offer({ id: '1', more: '<param name="БАД">да</param>' }), offer({ id: '2', more: description + LEGAL })]),
    );
    expect(first).toMatchObject({ withheld: 1, offers: { added: 2 } });
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^feed:${FIRST_OFFER_LINE}: предложение «1» — БАД записан, но не показан: не хватает \\(СГР, производитель, .*условия хранения\\)$`,
        ),
      ),
    ]);
    expect(await productRows()).toMatchObject([
      { is_bad: true, published: false, withheld: 'compliance' },
      { is_bad: true, published: true, sgr: { number: 'есть СГР' } },
    ]);
    expect((await manifest()).total).toBe(1);
    const second = await run(
      feed([offer({ id: '1', more: description + LEGAL }), offer({ id: '2', more: description + LEGAL })]),
    );
    expect(second).toMatchObject({ withheld: 0, offers: { changed: 1, unchanged: 1 } });
    expect((await productRows())[0]).toMatchObject({ published: true, withheld: null });
  });
});

describe('what is refused', () => {
  it('is told with file, line and reason, the rest is taken, the exit code is 2', async () => {
    const report = await run(
      feed(
        [
          offer({ id: '1' }),
          offer({ id: '2', price: '-1' }),
          offer({ id: '1', name: 'Двойник' }),
          offer({ id: '4', categoryId: '77' }),
          offer({ id: '5', currency: 'EUR' }),
        ],
        { categories: '<category id="10">Чай</category><category id="10">Ещё</category>' },
      ),
    );
    expect(lines).toEqual([
      `feed:${FIRST_OFFER_LINE + 1}: предложение «2» — цена меньше нуля: «-1»`,
      `feed:${FIRST_OFFER_LINE + 2}: предложение «1» — такой id уже есть в строке ${FIRST_OFFER_LINE}`,
      `feed:${FIRST_OFFER_LINE + 4}: предложение «5» — валюта «EUR», а магазин торгует в рублях`,
      'feed:4: категория «10»: такой id уже есть в строке 4',
      `feed:${FIRST_OFFER_LINE + 3}: предложение «4» — нет категории «77»`,
    ]);
    expect(report).toMatchObject({ offers: { added: 1, refused: 4 }, categories: { added: 1, refused: 1 } });
    expect(exitCodeOf(report)).toBe(2);
    expect((await productRows()).map((row) => row.title)).toEqual(['Товар 1']);
  });
  it.each([
    [
      'a file cut off after thousands of offers',
      () => feed(Array.from({ length: 2000 }, (_, at) => offer({ id: String(at) }))).slice(0, -100),
      /оборван/,
    ],
    ['an entity bomb', () => feed([offer()], { doctype: '<!DOCTYPE yml_catalog [<!ENTITY a "b">]>' }), /ENTITY/],
    ['a feed without offers', () => feed([]), /ни одного предложения/],
    ['a feed without a shop address', () => feed([offer()], { url: '' }), /--source/],
  ])('%s: nothing is written', async (_what, text, message) => {
    await run(feed([offer({ id: 'before' })]));
    const before = await fingerprint();
    await expect(run(text(), { hideMissing: true })).rejects.toMatchObject({
      name: 'FeedError',
      message: expect.stringMatching(message),
    });
    expect(await fingerprint()).toBe(before);
  });
  it('an empty, absent or odd file', async () => {
    await expect(run('')).rejects.toThrow('пуст');
    const options = { isDryRun: false, source: null, consRatioMilli: null, hideMissing: false };
    await expect(importFeed({ ...options, file: `${disk.folder}/no.xml` }, { open, say })).rejects.toThrow(
      'нет или он недоступен',
    );
    await expect(importFeed({ ...options, file: disk.folder }, { open, say })).rejects.toThrow('не файл');
  });
  it('a second import while one runs', async () => {
    const other = await open.pool.connect();
    await other.query('select pg_advisory_lock(7110)');
    await expect(run(feed([offer()]))).rejects.toThrow('Другой импорт ещё идёт');
    other.release(true);
  });
});

it('a dry run counts the same and writes nothing, not even a sequence', async () => {
  await run(feed([offer({ id: '1' }), offer({ id: '2' }), offer({ id: '3' })]));
  const before = await fingerprint();
  const text = feed(
    [
      offer({ id: '1', price: '5' }),
      offer({ id: '2', more: '<picture>http://pics.example/1.jpg</picture>' }),
      offer({ id: '4' }),
      offer({ id: '5', price: 'x' }),
    ],
    { categories: '<category id="10">Чай</category><category id="12">Новая</category>' },
  );
  const dry = await run(text, { isDryRun: true, hideMissing: true });
  expect(await fingerprint()).toBe(before);
  expect(dry.pictures.toLoad).toBe(1);
  const real = await run(text, { hideMissing: true });
  for (const part of ['offers', 'categories', 'missing', 'hidden', 'withheld', 'notes', 'source'] as const)
    expect(dry[part]).toEqual(real[part]);
});

it('a crash in the middle of writing leaves the shop as it was, and a rerun completes', async () => {
  await run(feed([offer({ id: '1' })]));
  const before = await fingerprint();
  const text = feed(Array.from({ length: 1500 }, (_, at) => offer({ id: String(at) })));
  // The connection is cut from outside while the second thousand is being written.
  const killer = openDb(open.url, { max: 1 });
  let cut: Promise<unknown> = Promise.resolve();
  const cutting = {
    line: () => {},
    progress: (words: string) => {
      if (words.startsWith('запись 66'))
        cut = killer.pool.query(
          `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and l.objid = 7110 and d.datname = current_database()`,
        );
    },
  };
  const options: ImportOptions = {
    file: disk.write(text),
    isDryRun: false,
    source: null,
    consRatioMilli: null,
    hideMissing: false,
  };
  await expect(importFeed(options, { open, say: cutting, now: () => now })).rejects.toThrow(
    /terminat|Connection|query/i,
  );
  await cut;
  await killer.close();
  const after = JSON.parse(await fingerprint()) as unknown[];
  // Sequences move on by their nature; all rows are as before.
  expect(after.slice(0, 6)).toEqual((JSON.parse(before) as unknown[]).slice(0, 6));
  expect((await run(text)).offers).toEqual({ added: 1499, changed: 0, unchanged: 1, refused: 0 });
});
