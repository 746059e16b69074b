import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { categories, products } from '#server/db/tables/catalogue.ts';
import { sessions, users } from '#server/db/tables/people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Contents: 1 products, 2 people and their browsers, 3 short calls

// ── 1 Products ──────────────────────────────────────────────────────────────────────────────────
type ProductRow = typeof products.$inferInsert;
/** A product with planted numbers: every consultant price and point of the tests is unmistakable. */
export async function addProduct(shop: Pick<TestShop, 'db'>, more: Partial<ProductRow> = {}): Promise<number> {
  await shop.db.insert(categories).values({ id: 101, title: 'Витамины', slug: 'vitaminy' }).onConflictDoNothing();
  const mark = randomUUID().slice(0, 8);
  const rows = await shop.db
    .insert(products)
    .values({
      code: mark,
      slug: `tovar-${mark}`,
      title: `Товар ${mark}`,
      categoryId: 101,
      actualPrice: 49000,
      actualConsPrice: 37731,
      ballsHalf: 15,
      weightGrams: 120,
      stockQty: 50,
      pack: '100 таблеток',
      form: 'таблетки',
      ...more,
    })
    .returning({ id: products.id });
  return rows[0]!.id;
}

// ── 2 People ────────────────────────────────────────────────────────────────────────────────────
export type Browser = ReturnType<typeof fetchFrom>;
export async function addPerson(shop: TestShop, more: Partial<typeof users.$inferInsert> = {}): Promise<number> {
  const rows = await shop.db
    .insert(users)
    .values({ role: 'client', name: 'Анна Петрова', ...more })
    .returning({ id: users.id });
  return rows[0]!.id;
}
let lastConsId = 2_000_000;
export const addConsultant = (shop: TestShop, more: Partial<typeof users.$inferInsert> = {}): Promise<number> => {
  lastConsId += 1;
  return addPerson(shop, { role: 'cons', consId: lastConsId, name: 'Мария Соколова', ...more });
};
/** Puts a session of this person or guest into the browser, as login would. */
export async function enter(
  shop: TestShop,
  browser: Browser,
  who: { userId?: number; guestId?: string },
): Promise<void> {
  const sid = randomBytes(32).toString('base64url');
  await shop.db.insert(sessions).values({
    idHash: createHash('sha256').update(sid).digest('hex'),
    userId: who.userId ?? null,
    guestId: who.guestId ?? null,
    seenAt: shop.clock.now,
    expiresAt: new Date(shop.clock.now.getTime() + 90 * 86_400_000),
  });
  browser.cookies.set('sid', sid);
}
export async function browserOf(
  shop: TestShop,
  who: { userId?: number; guestId?: string } = { guestId: randomUUID() },
): Promise<Browser> {
  const browser = fetchFrom(shop.app);
  await enter(shop, browser, who);
  return browser;
}

// ── 3 Short calls ───────────────────────────────────────────────────────────────────────────────
export type Answer = { http: number; replayed: boolean; body: Record<string, any> }; // oxlint-disable-line typescript/no-explicit-any
export async function call(
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await browser(path, {
    method,
    headers: {
      'x-requested-with': 'rostok',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    http: answer.status,
    replayed: answer.headers.get('idempotency-replayed') === 'true',
    // A file has no body to look into.
    body: answer.headers.has('content-disposition') ? {} : JSON.parse(await answer.text()),
  };
}
export const change = (
  browser: Browser,
  productId: number,
  delta: number,
  more: { headers?: Record<string, string>; seen_price?: number; base?: string } = {},
) =>
  call(
    browser,
    'POST',
    `${more.base ?? '/cart'}/change`,
    {
      items: [
        { product_id: productId, delta, ...(more.seen_price === undefined ? {} : { seen_price: more.seen_price }) },
      ],
    },
    more.headers,
  );
export const cartOf = async (browser: Browser, base = '/cart'): Promise<Answer['body']> =>
  (await call(browser, 'GET', `${base}/data`)).body;
export const quantities = (cart: Answer['body']): Record<number, number> =>
  Object.fromEntries(
    cart.groups
      .flatMap((group: Answer['body']) => group.items)
      .map((item: Answer['body']) => [item.product.id, item.quantity]),
  );
