import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '#server/features/import/desk-import.jobs.ts';
import { openGates } from '#server/gates/gates.ts';
import { addPerson, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { feed, offer } from '#tests/import/feed-fixture.ts';
import { newKey } from '#tests/platform/calls.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/desk.md#feeds.

let shop: TestShop;
let desk: Browser;
beforeAll(async () => {
  shop = await openShop();
  desk = await browserOf(shop, { userId: await addPerson(shop, { role: 'staff', name: 'Елена Юрьева' }) });
});
afterAll(() => shop.close());

const post = (path: string, body: object, key = newKey()): Promise<Answer> =>
  call(desk, 'POST', `/api/desk/imports/${path}`, body, { 'idempotency-key': key });
const packed = (text: string): string => gzipSync(text).toString('base64');
const start = async (text: string, more: object = {}): Promise<number> =>
  (await post('start', { name: 'лавка.xml', file: packed(text), ...more })).body.feed.id;
/** As the job would. */
const work = (importId: number) =>
  runImport.handle(
    {
      db: shop.db,
      jobs: shop.jobs,
      gates: openGates(shop.db, shop.env),
      env: shop.env,
      now: () => shop.clock.now,
      signal: new AbortController().signal,
    },
    { importId },
  );
const look = async (id: number): Promise<Answer['body']> =>
  (await call(desk, 'GET', `/api/desk/imports/${id}`)).body.feed;
const rowsOf = async (id: number, more: object = {}): Promise<Answer['body']> =>
  (await post('rows', { import_id: id, ...more })).body;
const counts = async () =>
  (
    await shop.db.execute<Record<string, number>>(sql`select (select count(*) from products)::int as products,
      (select count(*) from categories)::int as categories, (select count(*) from price_history)::int as prices,
      (select count(*) from product_sources)::int as sources`)
  ).rows[0];

describe('a feed at the desk', () => {
  it('is checked without a change, told row by row, then written in one go, journalled, its bytes forgotten', async () => {
    const before = await counts();
    const text = feed([offer({ id: '1' }), offer({ id: '2', price: '-1' }), offer({ id: '3', categoryId: '99' })]);
    const id = await start(text);
    expect((await look(id)).state).toBe('checking');
    await work(id);
    const checked = await look(id);
    expect(checked).toMatchObject({
      state: 'checked',
      report: { source: 'shop.example', offers: { added: 1, changed: 0, refused: 2 } },
      rows: { added: 1, changed: 0, refused: 2 },
    });
    expect(await counts()).toEqual(before);
    const { rows } = await rowsOf(id, { kind: 'refused' });
    expect(rows.map(({ line, offer_id: of, text: why }: Answer['body']) => [line, of, why])).toEqual([
      [7, '2', 'цена меньше нуля: «-1»'],
      [8, '3', 'нет категории «99»'],
    ]);
    expect((await rowsOf(id, { kind: 'added' })).rows[0]).toMatchObject({ title: 'Товар 1', category: 'Чай' });

    await post('apply', { import_id: id });
    await work(id);
    expect(await look(id)).toMatchObject({ state: 'done', report: { offers: { added: 1 } } });
    const after = await counts();
    expect([after?.['products'], after?.['categories']]).toEqual([
      Number(before?.['products']) + 1,
      Number(before?.['categories']) + 2,
    ]);
    const { rows: kept } = await shop.db.execute(sql`select packed is null as gone from feed_imports where id = ${id}`);
    expect(kept).toEqual([{ gone: true }]);
    const { rows: lines } = await shop.db.execute(
      sql`select act, target_type, after from audit_log where target_type = 'import' and target_id = ${id}`,
    );
    expect(lines).toMatchObject([{ act: 'deskApplyImport', after: { добавлено: '1', отклонено: '2' } }]);
  });
  it('names what changes: the price from and to, a variant, a supplement that is not shown', async () => {
    const grouped = offer({ id: '1', price: '520', attributes: 'available="true" group_id="7"' });
    const supplement = offer({ id: '9', more: '<param name="БАД">да</param>' });
    const id = await start(feed([grouped, supplement]));
    await work(id);
    expect((await rowsOf(id)).rows.filter(({ kind }: Answer['body']) => kind !== 'note')).toMatchObject([
      { kind: 'changed', text: 'цена 490\u00a0₽ → 520\u00a0₽, вариант группы «7»' },
      { kind: 'withheld', title: 'Товар 9' },
    ]);
  });
  it('the report is read page by page', async () => {
    const id = await start(feed(Array.from({ length: 130 }, (_, at) => offer({ id: `p${at}` }))));
    await work(id);
    const first = await rowsOf(id, { kind: 'added' });
    const second = await rowsOf(id, { kind: 'added', after: first.next });
    expect([first.rows.length, second.rows.length, second.next]).toEqual([100, 30, null]);
  });
  it('applied twice it is written once; a job that comes again changes nothing', async () => {
    const id = await start(feed([offer({ id: 'twice' })]));
    await work(id);
    await post('apply', { import_id: id });
    await work(id);
    const before = await counts();
    expect((await post('apply', { import_id: id })).body.feed.state).toBe('done');
    await work(id);
    expect(await counts()).toEqual(before);
  });
});

describe('what is wrong with it', () => {
  it('a broken file, a bomb, an address inside: said in words, nothing written', async () => {
    const before = await counts();
    const broken = await start('<yml_catalog><shop><offers>');
    await work(broken);
    expect(await look(broken)).toMatchObject({ state: 'failed' });
    expect((await look(broken)).error).toMatch(/XML испорчен/);
    const bomb = await post('start', { file: gzipSync(Buffer.alloc(129 * 1024 * 1024)).toString('base64') });
    await work(bomb.body.feed.id);
    expect((await look(bomb.body.feed.id)).error).toContain('слишком большой');
    const inside = (await post('start', { address: 'http://127.0.0.1:4105/feed.xml' })).body.feed.id;
    await work(inside);
    expect((await look(inside)).error).toContain('внутреннюю сеть');
    expect(await counts()).toEqual(before);
  });
  it('no file at all, no gzip, an address that is none: refused before it is stored', async () => {
    for (const body of [
      {},
      { file: 'AAAA' },
      { address: 'ftp://x' },
      { file: packed('x'), address: 'https://a.test/f' },
    ])
      expect((await post('start', body)).body.code).toBe('validation');
    expect((await post('start', { file: packed('x'), cons_ratio_milli: 1001 })).body.errors).toHaveProperty(
      'cons_ratio_milli',
    );
  });
  it('only what was checked is written; a stopped check writes nothing, whatever its job finds', async () => {
    const id = await start(feed([offer({ id: 'stopped' })]));
    expect((await post('apply', { import_id: id })).body.code).toBe('not_possible');
    expect((await post('cancel', { import_id: id })).body.feed.state).toBe('cancelled');
    await work(id);
    expect(await look(id)).toMatchObject({ state: 'cancelled', report: null });
    expect((await post('apply', { import_id: id })).body.code).toBe('not_possible');
  });
});
