import { openDb } from '#server/db/open.ts';
import { setPrice, setPublished, setStock } from '#server/features/catalogue/catalogue.commands.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, type Role } from '#tests/e2e/support/test.ts';
import type { ShopProcess } from '#tests/e2e/support/shop-process.ts';

const PASSWORD = 'rostok-demo';

/** An account of this test alone: an empty cart and no hearts, whatever other tests do with the demo accounts. */
export type Person = { id: number; owner: string; email: string; role: Role };
export type LabProduct = { id: number; code: string; title: string; slug: string; price: number; stock: number };

let made = 0;

/** The demo account of this role once more, under an e-mail of its own. */
export async function makePerson(shop: ShopProcess, role: Role): Promise<Person> {
  made += 1;
  const email = `${role}-${process.pid}-${made}@lab.test`;
  const [row] = await shop.sql<{ id: number }>(
    `insert into users (role, name, last_name, first_name, middle_name, email, password_hash, cons_id,
                        is_punkt_vydachi, readonly, sponsor_id, status_id, city_id, is_demo)
     select role, name, last_name, first_name, middle_name, $2, password_hash,
            case when cons_id is null then null else (select max(cons_id) + 1 from users) end,
            is_punkt_vydachi, readonly, sponsor_id, status_id, city_id, is_demo
     from users where email = $1 returning id`,
    [`${role}@rostok.test`, email],
  );
  if (!row) throw new Error(`no demo account «${role}»`);
  return { id: row.id, owner: String(row.id), email, role };
}

/** As a person would: the form. */
export async function logInAs(page: Page, person: Pick<Person, 'email'>): Promise<void> {
  await page.goto('/login');
  // Whose session has ended elsewhere is first taken for logged in, and led here again.
  await page.waitForLoadState('networkidle');
  await page.getByRole('textbox', { name: 'Телефон или e-mail' }).fill(person.email);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Кабинет' }).first()).toBeVisible();
}

/**
 * Behind the back of every open page the cookie becomes another person's, as if another tab had just logged in. Asked at the
 * shop itself, for the phone may be without a signal; cookies know hosts and no ports.
 */
export async function switchCookie(
  context: BrowserContext,
  shop: Pick<ShopProcess, 'url'>,
  origin: string,
  person: Pick<Person, 'email'>,
): Promise<void> {
  const answer = await context.request.post(`${shop.url}/api/login`, {
    headers: { 'X-Requested-With': 'rostok', Origin: origin },
    data: { login: person.email, password: PASSWORD },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Products on sale with plenty in stock, in the order of their codes: enough for a test to take each of them once. */
export async function productsOnSale<N extends number>(shop: ShopProcess, count: N): Promise<Tuple<N>> {
  const rows = await shop.sql<LabProduct>(
    `select id, code, title, slug, actual_price::int as price, stock_qty as stock
     from products where published and stock_qty >= 30 order by code limit $1`,
    [count],
  );
  expect(rows).toHaveLength(count);
  return rows as Tuple<N>;
}
/** What the shop's owner does meanwhile (`npm run product`), published at once. Kopecks. */
export async function changeProduct(
  shop: ShopProcess,
  { id: productId }: Pick<LabProduct, 'id'>,
  change: { price?: number; stock?: number; published?: boolean },
): Promise<void> {
  const { db, jobs, close } = openDb(shop.databaseUrl, { max: 1 });
  const of = { productId, now: new Date(), jobs };
  try {
    await db.transaction(async (tx) => {
      if (change.price !== undefined) await setPrice(tx, { ...of, price: change.price });
      if (change.stock !== undefined) await setStock(tx, { ...of, stock: change.stock });
      if (change.published !== undefined) await setPublished(tx, { ...of, published: change.published });
    });
  } finally {
    await close();
  }
}
/** What stands on the first screen of the catalogue, with more in stock than any test takes. */
export async function firstOnScreen(shop: ShopProcess): Promise<LabProduct[]> {
  const rows = await shop.sql<LabProduct>(
    `select id, code, title, slug, actual_price::int as price, stock_qty as stock
     from products where published order by created_at desc, id limit 8`,
  );
  return rows.filter((one) => one.stock >= 20);
}
type Tuple<N extends number, T extends LabProduct[] = []> = number extends N
  ? LabProduct[]
  : T['length'] extends N
    ? T
    : Tuple<N, [...T, LabProduct]>;
