import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { type Desk, openDeskOf } from '#tests/desk-users/desk-users-people.ts';
import { addProduct, type Answer, browserOf, call } from '#tests/cart/shop-people.ts';
import { newKey } from '#tests/platform/calls.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/desk.md#products. Contents: 1 the list, 2 publishing, 3 old prices, 4 supplements, 5 two at once, 6 pictures

let shop: TestShop;
let desk: Desk;
const start = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  shop = await openShop();
  desk = await openDeskOf(shop);
  await publishCatalogue(shop, start);
});
beforeEach(() => {
  shop.clock.now = start;
});
afterAll(() => shop.close());

type Fields = Record<string, unknown>;
const find = async (body: object): Promise<Answer['body']> =>
  (await call(desk.browser, 'POST', '/api/desk/products', body)).body;
const open = async (id: number): Promise<Answer['body']> =>
  (await call(desk.browser, 'GET', `/api/desk/products/${id}`)).body;
const publish = (changes: object[], key = newKey()): Promise<Answer> =>
  call(desk.browser, 'POST', '/api/desk/products/publish', { changes, reason: 'Проверка' }, { 'idempotency-key': key });
/** A change of what stands there now. */
async function change(id: number, set: Fields): Promise<{ id: number; was: Fields; set: Fields }> {
  const { product } = await open(id);
  return { id, was: Object.fromEntries(Object.keys(set).map((name) => [name, product[name]])), set };
}
const revisions = async (): Promise<number> =>
  Number((await shop.db.execute<{ n: string }>(sql`select count(*) n from catalogue_revisions`)).rows[0]!.n);
const sold = async (id: number, price: number, days: number): Promise<void> => {
  const since = new Date(start.getTime() - days * 86_400_000).toISOString();
  await shop.db.execute(
    sql`insert into price_history (product_id, actual_price, actual_cons_price, since) values (${id}, ${price}, ${price}, ${since})`,
  );
};
const publicPrice = async (id: number): Promise<unknown> =>
  (await call(await browserOf(shop), 'POST', '/eshop/produkt/data', { id })).body['product']?.actual_price;

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
describe('the list', () => {
  it('is found by title, code and article, with a sign of LIKE taken as it is', async () => {
    const id = await addProduct(shop, { title: 'Чай «100 % листа»', code: 'T-100', article: 'ART_7' });
    for (const q of ['100 % ЛИСТА', 't-100', 'art_7']) expect((await find({ q })).products).toMatchObject([{ id }]);
    expect((await find({ q: 'artX7' })).total).toBe(0);
  });
  it('shows what is hidden, sold out, struck out; sorts and pages', async () => {
    const hidden = await addProduct(shop, { title: 'Спрятанный', published: false });
    const out = await addProduct(shop, { title: 'Распроданный', stockQty: 0 });
    const struck = await addProduct(shop, { title: 'Со скидкой', actualPrice: 100, oldPrice: 200 });
    const ids = async (body: object) => (await find(body)).products.map((row: { id: number }) => row.id);
    expect(await ids({ show: 'hidden' })).toEqual([hidden]);
    expect(await ids({ show: 'out' })).toEqual([out]);
    expect(await ids({ show: 'struck' })).toEqual([struck]);
    const prices = (await find({ sort: 'price', desc: true })).products.map((row: { price: number }) => row.price);
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => b - a));
    expect(await find({ page: 100_000 })).toMatchObject({ products: [], page: 100_000 });
  });
});

// ── 2 Publishing ────────────────────────────────────────────────────────────────────────────────
describe('publishing', () => {
  it('writes several products in one revision, with the history of prices, points and the journal; a repeat does nothing', async () => {
    const a = await addProduct(shop, { title: 'Первый', actualPrice: 50_000, actualConsPrice: 38_000 });
    const b = await addProduct(shop, { title: 'Второй', stockQty: 3 });
    const before = await revisions();
    const key = newKey();
    const changes = [
      await change(a, { price: 49_000, cons_price: 25_000, title: 'Первый, новый' }),
      await change(b, { stock: 0 }),
    ];
    const done = await publish(changes, key);
    expect(done.body).toMatchObject({
      status: 'success',
      products: [
        { id: a, price: 49_000 },
        { id: b, stock: 0 },
      ],
    });
    expect(await revisions()).toBe(before + 1);
    expect(await publicPrice(a)).toBe(49_000);
    const { rows } = await shop.db.execute(sql`select balls_half, title from products where id = ${a}`);
    expect(rows).toEqual([{ balls_half: 10, title: 'Первый, новый' }]);
    const { prices, journal } = await open(a);
    expect(prices[0]).toMatchObject({ price: 49_000, cons_price: 25_000, since: start.toISOString() });
    expect(journal).toMatchObject([
      {
        act: 'deskPublishProducts',
        target: 'Первый, новый',
        before: { Название: 'Первый', Цена: '500\u00a0₽' },
        after: { Название: 'Первый, новый', Цена: '490\u00a0₽' },
      },
    ]);
    expect((await publish(changes, key)).replayed).toBe(true);
    expect((await open(a)).journal).toHaveLength(1);
  });
  it('what nobody changed leaves no line and no revision', async () => {
    const id = await addProduct(shop, { title: 'Прежний' });
    await publish([await change(id, { subtitle: 'раз' })]);
    const before = await revisions();
    await publish([await change(id, { subtitle: 'раз' })]);
    expect([await revisions(), (await open(id)).journal.length]).toEqual([before, 1]);
  });
  it('all or nothing: one fault holds everything back, in words at its field', async () => {
    const a = await addProduct(shop, { title: 'Хороший', actualPrice: 10_000, actualConsPrice: 8000 });
    const b = await addProduct(shop, { title: 'Плохой', actualPrice: 10_000, actualConsPrice: 8000 });
    const answer = await publish([await change(a, { price: 9000 }), await change(b, { cons_price: 11_000 })]);
    expect(answer.body).toMatchObject({ code: 'validation', details: { [b]: { cons_price: expect.stringContaining('выше цены клиента') } } }); // prettier-ignore
    expect((await open(a)).product.price).toBe(10_000);
  });
  it.each([
    [{ title: '  ' }],
    [{ price: -1 }],
    [{ price: 100.5 }],
    [{ price: 100_000_001 }],
    [{ stock: -1 }],
    [{ stock: 1.5 }],
    [{ labels: ['Чужая'] }],
    [{ title: 'я'.repeat(201) }],
    [{ sgr: { number: '1', date: '', url: 'javascript:alert(1)' } }],
  ])('%j is refused and nothing changes', async (set) => {
    const id = await addProduct(shop, { title: 'Стойкий' });
    const answer = await publish([{ id, was: {}, set }]);
    const { product } = await open(id);
    expect(product.title).toBe('Стойкий');
    expect(answer.body).toMatchObject({ status: 'error', code: 'validation' });
  });
  it('a script in a description is taken out, and an unknown or doubled product is refused', async () => {
    const id = await addProduct(shop);
    await publish([await change(id, { description_html: '<p onclick="x()">Да</p><script>alert(1)</script>' })]);
    expect((await open(id)).product.description_html).toBe('<p>Да</p>');
    expect((await publish([{ id: 2_000_000_000, was: {}, set: { stock: 1 } }])).http).toBe(404);
    const twice = { id, was: { stock: 1 }, set: { stock: 1 } };
    expect((await publish([twice, twice])).http).toBe(404);
    expect((await call(desk.browser, 'GET', '/api/desk/products/9999999999')).http).toBe(404);
  });
});

// ── 3 Old prices ────────────────────────────────────────────────────────────────────────────────
describe('a crossed-out price', () => {
  it('needs 14 days at that price, and ends with a rise up to it', async () => {
    const id = await addProduct(shop, { actualPrice: 40_000, actualConsPrice: 30_000 });
    const refused = await publish([await change(id, { old_price: 50_000 })]);
    expect(refused.body.details[id].old_price).toContain('14 дней');
    await sold(id, 50_000, 30);
    await sold(id, 40_000, 10);
    expect((await open(id)).may_strike).toEqual([50_000]);
    const other = await publish([await change(id, { old_price: 45_000 })]);
    expect(other.body.details[id].old_price).toContain('Можно: 500\u00a0₽');
    expect((await publish([await change(id, { old_price: 50_000 })])).body.products).toMatchObject([
      { old_price: 50_000 },
    ]);
    expect((await publish([await change(id, { price: 50_000 })])).body.products).toMatchObject([{ old_price: null }]);
    expect((await open(id)).journal[0].after).toEqual({ Цена: '500\u00a0₽', 'Зачёркнутая цена': null });
  });
  it('never stands below the price', async () => {
    const id = await addProduct(shop, { actualPrice: 40_000, actualConsPrice: 30_000 });
    await sold(id, 30_000, 60);
    await sold(id, 40_000, 20);
    const answer = await publish([await change(id, { old_price: 30_000 })]);
    expect(answer.body.details[id].old_price).toBe('Зачёркнутая цена должна быть выше цены');
  });
});

// ── 4 Supplements ───────────────────────────────────────────────────────────────────────────────
describe('a supplement', () => {
  const WHOLE = {
    sgr: { number: 'RU.77.99.88', date: '', url: '' },
    maker: { name: 'Росток', address: 'Пермь', country: 'Россия' },
    composition: ['магний'],
    volume: '60 г',
    description_html: '<p>Магний.</p>',
    contraindications: 'Нет',
    shelf_life: '2 года',
    storage: 'В сухом месте',
  };
  it('is shown only with what the law wants, and says what is missing', async () => {
    const id = await addProduct(shop, { title: 'Магний', isBad: true, published: false });
    expect((await find({ show: 'withheld' })).products).toMatchObject([{ id }]);
    const refused = await publish([await change(id, { published: true })]);
    expect(refused.body.details[id].published).toContain('СГР, производитель');
    expect((await open(id)).product.missing).toContain('состав');
    const done = await publish([await change(id, { ...WHOLE, published: true })]);
    expect(done.body.products).toMatchObject([{ id, published: true, missing: [] }]);
    const emptied = await publish([await change(id, { storage: '' })]);
    expect(emptied.body.details[id].storage).toContain('условия хранения');
  });
  it('whatever becomes one while it is shown is asked for the same', async () => {
    const id = await addProduct(shop, { title: 'Чай' });
    const answer = await publish([await change(id, { is_bad: true })]);
    expect(answer.body.details[id].published).toContain('СГР');
  });
});

// ── 5 Two at once ───────────────────────────────────────────────────────────────────────────────
describe('a row that somebody else has changed', () => {
  it('asks, field by field: another field is no quarrel, the same value is none either', async () => {
    const id = await addProduct(shop, { title: 'Общий', actualPrice: 10_000, actualConsPrice: 5000, stockQty: 5 });
    const mine = await change(id, { price: 9000 });
    await publish([await change(id, { stock: 7 })]);
    const theirs = await change(id, { price: 8000 });
    expect((await publish([mine])).body.status).toBe('success');
    const refused = await publish([theirs]);
    expect(refused.body).toMatchObject({
      code: 'product_changed',
      details: [{ id, title: 'Общий', now: { price: 9000 } }],
    });
    expect((await publish([{ ...theirs, was: refused.body.details[0].now }])).body.products).toMatchObject([{ price: 8000, stock: 7 }]); // prettier-ignore
    expect((await publish([{ ...mine, set: { price: 8000 } }])).body.status).toBe('success');
  });
  it('two publications of the same rows in another order end, one after the other', async () => {
    const a = await addProduct(shop, { stockQty: 1 });
    const b = await addProduct(shop, { stockQty: 1 });
    const both = [await change(a, { stock: 5 }), await change(b, { stock: 5 })];
    const answers = await Promise.all([publish(both), publish(both.toReversed())]);
    expect(answers.map(({ body }) => body.status)).toEqual(['success', 'success']);
  });
});

// ── 6 Pictures ──────────────────────────────────────────────────────────────────────────────────
describe('pictures', () => {
  const png = async (red: number): Promise<string> =>
    (await sharp({ create: { width: 32, height: 32, channels: 3, background: { r: red, g: 0, b: 0 } } }).png().toBuffer()).toString('base64'); // prettier-ignore
  const add = (id: number, photo: string) =>
    call(desk.browser, 'POST', '/api/desk/products/pictures/add', { product_id: id, photo }, { 'idempotency-key': newKey() }); // prettier-ignore
  const order = (id: number, was: string[], pictures: string[]) =>
    call(desk.browser, 'POST', '/api/desk/products/pictures', { product_id: id, was, pictures }, { 'idempotency-key': newKey() }); // prettier-ignore
  const hashes = (body: Answer['body']): string[] => body['pictures'].map((one: { sha256: string }) => one.sha256);

  it('are added, put in another order and taken away; the page of the product has them', async () => {
    const id = await addProduct(shop);
    await add(id, await png(10));
    const two = await add(id, await png(200));
    const [first, second] = hashes(two.body);
    expect(two.body['pictures'][1].url).toContain(second!.slice(0, 16));
    expect(hashes((await order(id, [first!, second!], [second!, first!])).body)).toEqual([second, first]);
    expect((await order(id, [first!, second!], [first!])).body.code).toBe('product_changed');
    expect(hashes((await order(id, [second!, first!], [first!])).body)).toEqual([first]);
    expect((await order(id, [first!], [])).body.code).toBe('validation');
    expect((await order(id, [first!], [second!])).body.code).toBe('validation');
  });
  it('no picture, a drawing that is a program, the same twice: refused in words', async () => {
    const id = await addProduct(shop);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString('base64');
    for (const bad of [svg, Buffer.from('GIF89a').toString('base64')])
      expect((await add(id, bad)).body.errors.photo[0]).toContain('не открылся');
    await add(id, await png(30));
    expect((await add(id, await png(30))).body.errors.photo[0]).toContain('уже есть');
    expect((await add(2_000_000_000, await png(1))).http).toBe(404);
  });
});

// ── 7 Its place in the catalogue ────────────────────────────────────────────────────────────────
describe('category and variants', () => {
  const publicOf = async (id: number) => (await call(await browserOf(shop), 'POST', '/eshop/produkt/data', { id })).body['product']; // prettier-ignore
  // Nodes are told of a publication by the database, a moment later.
  const PATIENT = { timeout: 15_000 };
  const shownWith = async (id: number): Promise<number[]> =>
    ((await publicOf(id))?.variants ?? []).map((one: { id: number }) => one.id).filter((one: number) => one !== id);
  it('move with one publication, stand in the journal by name, and a category that is not there is refused', async () => {
    await shop.db.execute(sql`insert into categories (id, parent_id, title, slug) values (901, 101, 'Минералы', 'mineraly') on conflict do nothing`); // prettier-ignore
    const id = await addProduct(shop, { title: 'Цинк' });
    expect((await open(id)).categories).toContainEqual({ id: 901, title: 'Витамины / Минералы' });
    const before = await revisions();
    expect((await publish([await change(id, { category_id: 901 })])).body.products).toMatchObject([{ category_id: 901, category: 'Минералы' }]); // prettier-ignore
    expect(await revisions()).toBeGreaterThan(before);
    await expect.poll(async () => (await publicOf(id))?.category_id, PATIENT).toBe(901);
    expect((await open(id)).journal[0]).toMatchObject({ before: { Раздел: 'Витамины' }, after: { Раздел: 'Витамины / Минералы' } }); // prettier-ignore
    const refused = (await publish([await change(id, { category_id: 999_999 })])).body;
    expect(refused).toMatchObject({ code: 'validation', details: { [id]: { category_id: 'Такого раздела нет' } } });
    expect((await open(id)).product.category_id).toBe(901);
  });
  it('two products become variants of each other in one publication, and one leaves again', async () => {
    const [a, b] = [await addProduct(shop, { title: 'Чай, 50 г' }), await addProduct(shop, { title: 'Чай, 100 г' })];
    const group = 'desk:t-50';
    await publish([await change(a, { variant_group: group }), await change(b, { variant_group: group })]);
    expect((await open(a)).variants).toMatchObject([{ id: b }]);
    await expect.poll(async () => shownWith(a), PATIENT).toContain(b);
    await publish([await change(b, { variant_group: null })]);
    expect((await open(a)).variants).toEqual([]);
    await expect.poll(async () => shownWith(a), PATIENT).toEqual([]);
    // A colleague has moved it meanwhile: it is asked.
    const stale = { id: a, was: { variant_group: 'other' }, set: { variant_group: null } };
    expect((await publish([stale])).body.code).toBe('product_changed');
  });
});
