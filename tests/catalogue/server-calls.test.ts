import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { titleKey } from '#contract/title-order.ts';
import { getEshopData, getProductData, listProducts, type ProductCard } from '#contract/catalogue.ts';
import { SORTS } from '#contract/tables.ts';
import { categories, products } from '#server/db/tables/catalogue.ts';
import { hideProduct, renameProduct, setStock } from '#server/features/catalogue/catalogue.commands.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { addConsultant, addPerson, enter } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { change, openCatalogueShop, post, settle } from '#tests/catalogue/server-shop.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
let consultant: Record<string, string>;
let client: Record<string, string>;
const CONS = 77_331_913;
const BALLS = 55_779_911;
beforeAll(async () => {
  shop = await openCatalogueShop(300);
  await shop.db.insert(categories).values([{ id: 1, title: 'Всё для здоровья', slug: 'zdorove', position: -1 }]);
  await shop.db.update(categories).set({ parentId: 1 }).where(eq(categories.id, 101));
  await shop.db.update(categories).set({ parentId: 1 }).where(eq(categories.id, 102));
  await shop.db.update(products).set({ actualConsPrice: CONS, ballsHalf: BALLS });
  const title = (id: number, text: string, more: object = {}) =>
    shop.db
      .update(products)
      .set({ title: text, ...more })
      .where(eq(products.id, id));
  await title(1, 'Ёлка Пушистая', { article: 'ART-77/б' });
  await title(2, 'Елка обычная');
  await title(3, 'Яблоко', { code: '10101' });
  await title(4, 'Арбуз');
  await publishCatalogue(shop, new Date());
  await settle(shop);
  const as = async (userId: number) => {
    const browser = fetchFrom(shop.app);
    await enter(shop, browser, { userId });
    return Object.fromEntries(browser.cookies);
  };
  consultant = await as(await addConsultant(shop));
  client = await as(await addPerson(shop, { role: 'client' }));
  await until(async () => {
    if ((await list({ q: 'арбуз' })).body.total !== 1) throw new Error('not yet');
  });
});
afterAll(() => shop.close());
const list = (body: unknown, cookies = {}) => post(shop, '/eshop/produkt/list', body, cookies);
const data = (body: unknown, cookies = {}) => post(shop, '/eshop/produkt/data', body, cookies);
const ids = (answer: { body: { items: ProductCard[] } }) => answer.body.items.map((item) => item.id);
const rows = () => shop.db.select().from(products).orderBy(products.id);

describe('POST /eshop/produkt/list', () => {
  it('answers the contract, 24 to a page, every product once over all pages', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 13; page += 1) {
      const { body } = await list({ page });
      expect(listProducts.reply.safeParse(body).success).toBe(true);
      expect([body.total, body.items.length]).toEqual([300, page === 13 ? 12 : 24]);
      seen.push(...ids({ body }));
    }
    expect(new Set(seen).size).toBe(300);
    expect((await list({ page: 14 })).body.items).toEqual([]);
  });

  it('sorts six ways, ties by id', async () => {
    const all = await rows();
    const by = (compare: (a: (typeof all)[number], b: (typeof all)[number]) => number) =>
      [...all]
        .sort((a, b) => compare(a, b) || a.id - b.id)
        .map((row) => row.id)
        .slice(0, 100);
    const sorted = async (sort: string, cookies = {}) => ids(await list({ sort, per_page: 100 }, cookies));
    expect(await sorted('created_at-desc')).toEqual(by((a, b) => b.createdAt.getTime() - a.createdAt.getTime()));
    expect(await sorted('actual_price-asc')).toEqual(by((a, b) => a.actualPrice - b.actualPrice));
    expect(await sorted('actual_price-desc')).toEqual(by((a, b) => b.actualPrice - a.actualPrice));
    expect(await sorted('actual_cons_price-asc', consultant)).toEqual(
      by((a, b) => a.actualConsPrice - b.actualConsPrice),
    );
    expect(await sorted('actual_cons_price-desc', consultant)).toEqual(
      by((a, b) => b.actualConsPrice - a.actualConsPrice),
    );
    const titles = (await list({ sort: 'title-asc', q: 'елка' })).body.items.map((item: ProductCard) => item.title);
    expect(titles).toEqual(['Елка обычная', 'Ёлка Пушистая']);
    const first = (await list({ sort: 'title-asc', per_page: 100 })).body.items.map((item: ProductCard) =>
      titleKey(item.title),
    );
    expect(first[0]).toBe('арбуз');
    expect(first).toEqual([...first].sort());
  });

  it("gives consultants' prices to their sessions only, and refuses guests the sorts that would tell them", async () => {
    const theirs = await list({}, consultant);
    expect(theirs.body.items[0]).toMatchObject({ actual_cons_price: CONS, balls: BALLS / 2 });
    for (const cookies of [{}, client, { sid: 'x'.repeat(43) }]) {
      const answer = await list({}, cookies);
      expect(
        answer.body.items.every((item: ProductCard) => item.actual_cons_price === null && item.balls === null),
      ).toBe(true);
      for (const sort of SORTS.filter((one) => one.includes('cons'))) {
        expect(await list({ sort }, cookies)).toEqual({
          http: 200,
          body: { status: 'error', code: 'sort_forbidden', message: 'Эта сортировка доступна консультантам' },
        });
      }
      for (const text of [
        JSON.stringify(answer.body),
        JSON.stringify(await data({ id: 5 }, cookies)),
        JSON.stringify(await data({ ids: [5, 6] }, cookies)),
        (await shop.app.inject({ url: '/api/eshop/data', cookies })).payload,
      ]) {
        for (const secret of [CONS, BALLS, BALLS / 2, CONS / 100]) expect(text.includes(String(secret))).toBe(false);
      }
    }
  });

  it('finds by words, prefixes, code and article, ё as е', async () => {
    expect(ids(await list({ q: 'ёлка пуш' }))).toEqual([1]);
    expect(ids(await list({ q: 'ЕЛКА' }))).toEqual(expect.arrayContaining([1, 2]));
    expect(ids(await list({ q: '10101' }))).toEqual([3]);
    expect(ids(await list({ q: 'art-77/Б' }))).toEqual([1]);
    expect((await list({ q: 'лка' })).body.total).toBe(0);
    expect((await list({ q: '  ' })).body.total).toBe(300);
    expect((await list({ q: '%_\\\'"' })).body.total).toBe(300);
    expect((await list({ q: 'a\u0000b' })).http).toBe(200);
  });

  it('filters, and counts every facet as if it alone were not chosen', async () => {
    const all = await rows();
    const form = 'капсулы';
    const price: [number, number] = [50_000, 90_000];
    const matches = all.filter(
      (row) => row.form === form && row.actualPrice >= price[0] && row.actualPrice <= price[1] && row.stockQty > 0,
    );
    const { body } = await list({ filters: { form, price, in_stock: true }, per_page: 100 });
    expect(ids({ body }).sort((a, b) => a - b)).toEqual(matches.map((row) => row.id));
    const withoutForm = all.filter(
      (row) => row.actualPrice >= price[0] && row.actualPrice <= price[1] && row.stockQty > 0,
    );
    expect(body.facets.forms.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(
      withoutForm.length,
    );
    expect(body.facets.in_stock).toBe(matches.length);
    const withoutPrice = all.filter((row) => row.form === form && row.stockQty > 0).map((row) => row.actualPrice);
    expect(body.facets.price).toEqual([Math.min(...withoutPrice), Math.max(...withoutPrice)]);
    expect((await list({ filters: { form: ['капсулы', 'таблетки'] } })).body.total).toBe(
      all.filter((row) => ['капсулы', 'таблетки'].includes(row.form)).length,
    );
    expect((await list({ filters: { is_bad: true } })).body.total).toBe(all.filter((row) => row.isBad).length);
    expect((await list({ filters: { price: [5, 1] } })).body).toMatchObject({ total: 0, items: [] });
    expect((await list({ q: 'такогонет' })).body).toMatchObject({
      total: 0,
      facets: { forms: [], in_stock: 0, price: [0, 0] },
    });
  });

  it("shows a parent category with its children's products, by slug and id", async () => {
    const expected = (await rows()).filter((row) => [101, 102].includes(row.categoryId)).length;
    for (const category of ['zdorove', 1, '1']) expect((await list({ category })).body.total).toBe(expected);
    expect((await list({ category: 'vitaminy' })).body.total).toBe(
      (await rows()).filter((row) => row.categoryId === 101).length,
    );
    for (const category of ['net-takoj', 999_999, '__proto__'])
      expect((await list({ category })).body).toMatchObject({
        status: 'error',
        code: 'not_found',
        message: 'Такой категории нет',
      });
    expect((await list({ category: '\u0000' })).body).toMatchObject({ code: 'validation' });
  });

  it('refuses bad input with the field', async () => {
    for (const [body, field] of [
      [{ page: 0 }, 'page'],
      [{ page: 1e9 }, 'page'],
      [{ page: '1' }, 'page'],
      [{ per_page: 101 }, 'per_page'],
      [{ per_page: -1 }, 'per_page'],
      [{ sort: 'id' }, 'sort'],
      [{ sort: '__proto__' }, 'sort'],
      [{ q: 'я'.repeat(100_000) }, 'q'],
      [{ q: 5 }, 'q'],
      [{ filters: { price: [1] } }, 'filters.price'],
      [{ filters: { price: ['a', 'b'] } }, 'filters.price.0'],
      [{ filters: [] }, 'filters'],
    ] as const) {
      const answer = await list(body);
      expect(answer).toMatchObject({ http: 200, body: { status: 'error', code: 'validation' } });
      expect([field, Object.keys(answer.body.errors).some((key) => key.startsWith(field))]).toEqual([field, true]);
    }
    const broken = await shop.app.inject({
      method: 'POST',
      url: '/eshop/produkt/list',
      payload: '{"page":',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'bad_request']);
    const big = await shop.app.inject({
      method: 'POST',
      url: '/eshop/produkt/list',
      payload: JSON.stringify({ q: 'x'.repeat(300_000) }),
      headers: { 'content-type': 'application/json' },
    });
    expect([big.statusCode, big.json().code]).toEqual([413, 'too_large']);
  });
});

describe('POST /eshop/produkt/data', () => {
  it('answers the whole product by id, slug and code', async () => {
    const [row] = await shop.db.select().from(products).where(eq(products.id, 3));
    const { body } = await data({ id: 3 });
    expect(getProductData.reply.safeParse(body).success).toBe(true);
    expect(body.product).toMatchObject({
      id: 3,
      code: '10101',
      description_html: row!.descriptionHtml,
      compliance: { not_medicine: row!.isBad },
      max_qty: Math.min(99, row!.stockQty),
    });
    expect(body.product.gallery[0]).toBe(body.product.image);
    expect(body.product.recommended_static.length).toBeGreaterThan(0);
    expect(body).not.toHaveProperty('comments');
    expect((await data({ slug: row!.slug })).body).toEqual(body);
    expect((await data({ code: ' 10101 ' })).body).toEqual(body);
    expect((await data({ id: 3, comments: true })).body.comments).toEqual({ items: [], total: 0 });
    expect((await data({ id: 3 }, consultant)).body.product).toMatchObject({
      actual_cons_price: CONS,
      balls: BALLS / 2,
    });
    expect((await data({ id: 3 })).body).toEqual(body);
  });

  it('answers cards in the asked order and leaves out unknown ones', async () => {
    const { body } = await data({ ids: [7, 5, 10 ** 9, 6, 7] });
    expect(body.products.map((card: ProductCard) => card.id)).toEqual([7, 5, 6, 7]);
    expect((await data({ ids: [] })).body).toEqual({ status: 'success', products: [] });
  });

  it('finds a product by an address of its past', async () => {
    const before = (await data({ id: 8 })).body.product.slug;
    await change(shop, (tx) =>
      renameProduct(tx, { productId: 8, now: new Date(), jobs: shop.jobs, slug: 'novyj-adres' }),
    );
    await until(async () => expect((await data({ id: 8 })).body.product.slug).toBe('novyj-adres'));
    expect((await data({ slug: before })).body.product).toMatchObject({ id: 8, slug: 'novyj-adres' });
  });

  it('a hidden product is gone from every call', async () => {
    const { code, slug } = (await data({ id: 9 })).body.product;
    await change(shop, (tx) => hideProduct(tx, { productId: 9, now: new Date(), jobs: shop.jobs }));
    await until(async () => expect((await data({ id: 9 })).body.code).toBe('not_found'));
    expect((await data({ code })).body).toMatchObject({ status: 'error', message: 'Товар с таким кодом не найден' });
    expect((await data({ slug })).body).toMatchObject({ status: 'error', message: 'Товар не найден' });
    expect((await data({ ids: [9] })).body.products).toEqual([]);
    expect((await list({ q: code })).body.total).toBe(0);
  });

  it('follows a change of stock that changes no file', async () => {
    await change(shop, (tx) => setStock(tx, { productId: 20, now: new Date(), jobs: shop.jobs, stock: 80 }));
    await until(async () => expect((await data({ id: 20 })).body.product.max_qty).toBe(80));
    await change(shop, (tx) => setStock(tx, { productId: 20, now: new Date(), jobs: shop.jobs, stock: 42 }));
    await until(async () => expect((await data({ id: 20 })).body.product.max_qty).toBe(42));
    await change(shop, (tx) => setStock(tx, { productId: 20, now: new Date(), jobs: shop.jobs, stock: 0 }));
    await until(async () =>
      expect((await data({ id: 20 })).body.product).toMatchObject({ max_qty: 0, in_stock: false }),
    );
  });

  it('refuses what names no product, in words', async () => {
    for (const id of [0, -1, 10 ** 9, 2 ** 53 - 1])
      expect((await data({ id })).body).toMatchObject({
        status: 'error',
        code: 'not_found',
        message: 'Товар не найден',
      });
    for (const body of [
      {},
      { comments: true },
      { id: '3' },
      { id: 1.5 },
      { id: 2 ** 60 },
      { ids: Array.from({ length: 201 }, (_, i) => i) },
      { ids: Array.from({ length: 30_000 }, (_, i) => i) },
      { slug: 'x'.repeat(201) },
      { slug: '\u0000' },
      { code: 7 },
      [],
    ]) {
      expect(await data(body)).toMatchObject({ http: 200, body: { status: 'error', code: 'validation' } });
    }
    for (const slug of ['../../etc/passwd', "' or 1=1 --", '__proto__'])
      expect((await data({ slug })).body).toMatchObject({ code: 'not_found' });
    const form = await shop.app.inject({
      method: 'POST',
      url: '/eshop/produkt/data',
      payload: 'id=3',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.statusCode, form.json().code]).toEqual([415, 'unsupported_type']);
  });
});

it('GET /api/eshop/data shows categories with counts, new ones and hits', async () => {
  const body = (await shop.app.inject('/api/eshop/data')).json();
  expect(getEshopData.reply.safeParse(body).success).toBe(true);
  const count = (id: number) => body.categories.find((node: { id: number }) => node.id === id).count;
  expect(count(1)).toBe(count(101) + count(102));
  expect(body.new).toHaveLength(12);
  expect(body.hits.every((card: ProductCard) => card.labels.includes('Хит'))).toBe(true);
});
