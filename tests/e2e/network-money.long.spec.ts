import type { Browser, Page } from '@playwright/test';
import { chooseCentre, choosePayment, fillPlace, go, openCheckout } from '#tests/e2e/support/checkout.ts';
import { periodWords } from '#contract/period-words.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { codeTo } from '#tests/e2e/support/codes.ts';
import { clockAt, openShopProcess, type ShopProcess } from '#tests/e2e/support/shop-process.ts';
import { expect, logIn, type Role, test as base, warmUp } from '#tests/e2e/support/test.ts';

// The way of the network's money from an order to an order, through a month: docs/product/network.md, docs/product/money.md#transfers.
// The month is ours; then the shop's clock is moved, and nobody waits for a month.

const MONTH = periodOf(new Date());
const NEXT = shiftPeriod(MONTH, 1);
/** From the 10th on a month is posted. */
const POSTED = new Date(Date.UTC(Math.floor(NEXT / 100), (NEXT % 100) - 1, 10, 9));
/** «Ноябрь 2026», as a heading. */
const NAME = periodWords(MONTH).replace(/^./, (first) => first.toUpperCase());

const test = base.extend<object, { shop: ShopProcess }>({
  // A shop of its own: a month that was closed is closed for everybody.
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShopProcess();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** «1 250,50 ₽», «52,5 балла» → 1250.5, 52.5 */
const numberIn = (text: string): number =>
  Number((/−?[\d\s\u00a0]+(?:,\d+)?/.exec(text)?.[0] ?? '').replaceAll(/[\s\u00a0]/g, '').replace(',', '.').replace('−', '-')); // prettier-ignore
/** ГО of the open month as «Бизнес» shows it. */
const groupOf = async (page: Page): Promise<number> =>
  numberIn(await page.getByRole('region', { name: 'Объёмы периода' }).getByRole('definition').nth(1).innerText());
/** Roubles on an account, as the shop has just told them and the screen shows them; its copy of before may stand there for a moment. */
async function onAccount(page: Page, type: keyof typeof ACCOUNTS): Promise<number> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/user/accounts'));
  await page.goto('/user/account');
  const { accounts } = (await (await answered).json()) as { accounts: { account_type: number; amount: number }[] };
  const roubles = accounts.find((one) => one.account_type === ACCOUNTS[type])!.amount / 100;
  const shown = roubles.toLocaleString('ru-RU', { minimumFractionDigits: 2 });
  await expect(page.getByRole('region', { name: new RegExp(`, ${type}$`) })).toContainText(`${shown} ₽`);
  return roubles;
}
const ACCOUNTS = { ЛС: 0, КС: 1 } as const;

/** The client's account is put three lines below Мария: a client of a consultant of her second line. */
async function putBelow(shop: ShopProcess): Promise<{ first: string; second: string }> {
  const [found] = await shop.sql<{ id: number; first: string; second: string }>(`
    select below.user_id as id, l1.name as first, l2.name as second from tree me join users cons on cons.id = me.user_id
      join tree below on substring(below.path for length(me.path)) = me.path and length(below.path) = length(me.path) + 8
      join users l2 on l2.id = below.user_id and l2.active and l2.email like 'user%'
      join users l1 on l1.id = l2.sponsor_id and l1.email like 'user%'
    where cons.email = 'cons@rostok.test'
      and not exists (select from points_events e where e.user_id in (l1.id, l2.id) and e.period = ${MONTH})
    order by below.user_id limit 1`);
  await shop.sql(`update users set sponsor_id = $1 where email = 'client@rostok.test'`, [found!.id]);
  return found!;
}
/** As the schedule of the jobs does every night. */
async function closeMonths(shop: ShopProcess): Promise<void> {
  await shop.sql(`insert into pgboss.job (name, data) values ('plan.close-periods', '{}')`);
  await expect
    .poll(() => shop.sql(`select id from periods where id = ${MONTH} and state = 'closed'`), { timeout: 120_000 })
    .toHaveLength(1);
}
/** Months before are not what is looked at here: two people of the staff have let them go, and the nightly job has posted them. */
async function postOlder(shop: ShopProcess): Promise<void> {
  await shop.sql(`insert into period_approvals (period, user_id, sha256, at) select p.id, u.id, p.sha256, now() from periods p, users u
    where p.id < ${MONTH} and p.state = 'closed' and u.email in ('admin@rostok.test', 'accountant@rostok.test')`);
  await shop.sql(`insert into pgboss.job (name, data) values ('plan.post-bonuses', '{}')`);
  await expect.poll(() => paidAmong(shop, `id < ${MONTH}`), { timeout: 120_000 }).toBe(true);
}
const paidAmong = async (shop: ShopProcess, where: string): Promise<boolean> =>
  (await shop.sql<{ all: boolean }>(`select bool_and(state = 'paid') as all from periods where ${where}`))[0]!.all;

test('an order three lines below becomes a bonus, the bonus a transfer, and the transfer a part of an order', async ({
  page: mine,
  browser,
  baseURL,
  shop,
}) => {
  test.setTimeout(600_000);
  const opened: Page[] = [];
  const as = async (role: Role): Promise<Page> => {
    const page = await pageOf(browser, baseURL!);
    opened.push(page);
    await logIn(page, role);
    return page;
  };
  const { first, second } = await putBelow(shop);
  let before = 0;
  let order = { id: 0, points: 0 };

  await test.step('the order raises my volume', async () => {
    await logIn(mine, 'cons');
    await mine.goto('/user/business');
    await expect(mine.getByRole('region', { name: 'Объёмы периода' })).toBeVisible();
    before = await groupOf(mine);
    const client = await as('client');
    await openCheckout(client);
    await go(client, 'К доставке').click();
    await fillPlace(client, 'Новосибирск');
    await chooseCentre(client);
    await choosePayment(client, 'Банковской картой');
    await go(client, /^Оплатить/).click();
    await client.getByRole('button', { name: 'Оплатить' }).click();
    await expect(client.getByText('Оплата получена. Спасибо!')).toBeVisible();
    const [row] = await shop.sql<{ id: number; points: number }>(`
      select o.id, o.balls_half / 2.0 as points from orders o join users u on u.id = o.user_id
      where u.email = 'client@rostok.test' order by o.id desc limit 1`);
    order = { id: row!.id, points: Number(row!.points) };
    expect(order.points).toBeGreaterThan(0);
    await expect(async () => {
      await mine.reload();
      expect(await groupOf(mine)).toBe(before + order.points);
    }).toPass();
  });

  await test.step('career and forecast open in airplane mode with their date, and still count', async () => {
    await warmUp(mine);
    await expect.poll(() => hasRooms(mine)).toBe(true);
    await mine.goto('/user/career');
    const ladder = mine.getByRole('region', { name: 'Лестница' });
    await expect(ladder).toBeVisible();
    await mine.context().setOffline(true);
    await mine.reload();
    await expect(ladder).toBeVisible();
    await expect(mine.getByRole('main').getByText(/^данные (на|от)/)).toBeVisible();
    const whatIf = mine.getByRole('region', { name: 'Что, если' });
    const income = async () => numberIn(await whatIf.getByRole('status').getByText('₽').first().innerText());
    const now = await income();
    await whatIf.getByRole('slider', { name: 'Структура добавит' }).fill('400');
    expect(await income()).toBeGreaterThan(now);
    await expect(mine.getByText('Доход зависит от личных усилий и не гарантирован.')).toBeVisible();
    expect(await violationsOn(mine)).toEqual([]);
    await mine.goto('/user/business');
    expect(await groupOf(mine)).toBe(before + order.points);
    await expect(mine.getByRole('region', { name: `Прогноз за ${periodWords(MONTH)}` })).toContainText('₽');
    await expect(mine.getByRole('main').getByText(/^данные (на|от)/)).toBeVisible();
    await mine.context().setOffline(false);
  });

  let commission = 0;
  await test.step('the month closes, and two people of the staff let it be posted', async () => {
    await shop.deploy('dist', clockAt(POSTED));
    await closeMonths(shop);
    await postOlder(shop);
    commission = await onAccount(mine, 'КС');
    for (const role of ['admin', 'accountant'] as const) {
      const desk = await as(role);
      await desk.goto(`/desk/finance/${MONTH}`);
      await desk.getByRole('button', { name: 'Согласовать начисление' }).click();
      const sheet = desk.getByRole('dialog', { name: `Согласовать: ${NAME}` });
      await sheet.getByRole('textbox', { name: 'Причина' }).fill('Сверила с оборотом месяца');
      await sheet.getByRole('button', { name: 'Согласовать' }).click();
      await expect(desk.getByText('Согласовано', { exact: true })).toBeVisible();
    }
  });

  await test.step('the bonus is on КС, and its derivation goes down to the order', async () => {
    await expect.poll(() => paidAmong(shop, `id = ${MONTH}`), { timeout: 120_000 }).toBe(true);
    await mine.goto('/user/account');
    const months = mine.getByRole('region', { name: 'Бонусы' }).getByRole('listitem');
    const month = months.filter({ hasText: NAME });
    await expect(month).toContainText(`На КС с ${dayOf(POSTED)}`);
    const bonus = numberIn(await month.getByText('₽').first().innerText());
    expect(bonus).toBeGreaterThan(0);
    expect(await onAccount(mine, 'КС')).toBeCloseTo(commission + bonus, 2);
    await mine.getByRole('link', { name: NAME }).click();
    await expect(h1(mine, NAME)).toBeVisible();
    const row = mine.getByRole('listitem').filter({ hasText: second }).first();
    await expect(row).toContainText(`Сжатие: ${first} — без активности`);
    await row.getByText('Из чего объём').first().click();
    await expect(row).toContainText(`заказ № ${grouped(order.id)}`);
    expect(await violationsOn(mine)).toEqual([]);
  });

  await test.step('from КС to the own ЛС, and on to a newcomer by a code', async () => {
    const had = await onAccount(mine, 'ЛС');
    await mine.goto('/user/transfers');
    const form = mine.getByRole('region', { name: 'Новый перевод' });
    await form.getByRole('button', { name: 'С КС на свой ЛС' }).click();
    await form.getByRole('textbox', { name: 'Сумма, ₽' }).fill('50,50');
    await form.getByRole('button', { name: 'Перевести' }).click();
    await expect(form.getByRole('heading', { name: '50,50 ₽ переведены' })).toBeVisible();
    await form.getByRole('button', { name: 'Ещё перевод' }).click();
    await form.getByRole('button', { name: 'Консультанту' }).click();
    await form.getByRole('searchbox', { name: 'Кому: имя или рег. номер' }).fill('Дёмин');
    await form.getByRole('button', { name: /Олег Дёмин/ }).click();
    await form.getByRole('textbox', { name: 'Сумма, ₽' }).fill('600');
    await form.getByRole('button', { name: 'Получить код' }).click();
    const code = form.getByRole('textbox', { name: 'Код из сообщения' });
    await expect(code).toBeFocused();
    const [me] = await shop.sql<{ phone: string }>(`select phone from users where email = 'cons@rostok.test'`);
    await code.fill(await codeTo(shop, me!.phone, 'для перевода'));
    await expect(form.getByRole('heading', { name: '600 ₽ переведены' })).toBeVisible();
    expect(await violationsOn(mine)).toEqual([]);
    expect(await onAccount(mine, 'ЛС')).toBeCloseTo(had + 50.5 - 600, 2);
  });

  await test.step('the newcomer pays a part of an order with it', async () => {
    const newcomer = await as('newcomer');
    await newcomer.goto('/user/notifications');
    await expect(newcomer.getByRole('main')).toContainText('Вам перевели 600,00 ₽');
    expect(await onAccount(newcomer, 'ЛС')).toBe(600);
    await openCheckout(newcomer);
    await go(newcomer, 'К доставке').click();
    await fillPlace(newcomer, 'Новосибирск');
    await chooseCentre(newcomer);
    await newcomer.getByRole('textbox', { name: 'На товары, Личный, ЛС' }).fill('600');
    await newcomer.keyboard.press('Tab');
    await expect(newcomer.getByRole('complementary', { name: 'Ваш заказ' })).toContainText('−600');
    await choosePayment(newcomer, 'Банковской картой');
    await go(newcomer, /^Оплатить/).click();
    await newcomer.getByRole('button', { name: 'Оплатить' }).click();
    await expect(newcomer.getByText('Оплата получена. Спасибо!')).toBeVisible();
    await expect(newcomer.getByRole('region', { name: 'Товары' })).toContainText('С личного счёта');
    expect(await onAccount(newcomer, 'ЛС')).toBe(0);
  });
  await Promise.all(opened.map((page) => page.close()));
});

const dayOf = (at: Date): string => at.toLocaleDateString('ru-RU', { day: 'numeric', month: 'long' });
const pageOf = (browser: Browser, baseURL: string): Promise<Page> => browser.newPage({ baseURL, locale: 'ru-RU' });
/** All files of the rooms are on this phone. */
const hasRooms = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const cache = await caches.open('surface-consultant');
    const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const [list] = kept.filter((path) => path.endsWith('.json'));
    const files = list ? ((await (await cache.match(list))?.json()) as { url: string }[]) : [];
    return files.length > 0 && files.every(({ url }) => kept.includes(`/${url}`));
  });
const grouped = (id: number): string => String(id).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
