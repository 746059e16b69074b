import { scanMark } from '#tests/e2e/support/scan-mark.ts';
import type { Browser, Page } from '@playwright/test';
import { choosePayment, chooseCentre, fillPlace, go, openCheckout } from '#tests/e2e/support/checkout.ts';
import { card } from '#tests/e2e/support/pages.ts';
import { pushesTo, shownBy, subscribeAt } from '#tests/e2e/support/pushes.ts';
import { openShopProcess } from '#tests/e2e/support/shop-process.ts';
import { expect, logIn, test as base, warmUp } from '#tests/e2e/support/test.ts';
import { newReceiver, openPushService, signerOf } from '#tests/notifications/push-service.ts';

// One order from the hands of a guest into the same hands, and a piece of it back: buyer, desk and two tablets of one point, each in a
// browser of its own (docs/product/desk.md, counter.md, returns.md, notifications.md).

type PushService = Awaited<ReturnType<typeof openPushService>>;
const test = base.extend<object, { service: PushService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await openPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  // A push service of the test's own: the shop calls no other one.
  shop: [
    async ({ service }, use) => {
      const shop = await openShopProcess({ env: { PUSH_HOSTS: service.host } });
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const spaced = (id: number): string => String(id).replace(/\B(?=(\d{3})+$)/g, ' ');
const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const GUEST = { name: 'Анна Полякова', phone: '9000000001' };
const MARKED = '10201';
const PLAIN = '40101';

test('an order is paid, packed by scanning, accepted and found at its point, handed over once, and a piece of it comes back', async ({
  browser,
  page: buyer,
  context,
  shop,
  service,
}) => {
  test.setTimeout(600_000);
  await context.grantPermissions(['notifications']);
  const titleOf = async (code: string) =>
    (await shop.sql<{ title: string }>('select title from products where code = $1', [code]))[0]?.title ?? '';
  const [markedTitle, plainTitle] = [await titleOf(MARKED), await titleOf(PLAIN)];
  const opened: Page[] = [];
  const inOwnBrowser = async (of: Browser, role: 'admin' | 'punkt'): Promise<Page> => {
    const own = await of.newContext({ baseURL: shop.url, viewport: { width: 834, height: 1112 } });
    const page = await own.newPage();
    opened.push(page);
    await logIn(page, role);
    return page;
  };

  // ── A guest orders and pays ──────────────────────────────────────────────────────────────────
  // What is not sent when a page is left waits for the next one, which then tells of it in the way of the hand.
  const inCart = async (code: string, pieces: number) =>
    expect
      .poll(async () => {
        const [row] = await shop.sql<{ n: number }>(
          `select i.quantity as n from cart_items i join products p on p.id = i.product_id join carts c on c.id = i.cart_id
           where p.code = $1 and c.guest_id is not null`,
          [code],
        );
        return row?.n;
      })
      .toBe(pieces);
  await buyer.goto(`/katalog?q=${MARKED}`);
  const magnesium = card(buyer, markedTitle);
  await magnesium.getByRole('button', { name: 'В корзину' }).click();
  await magnesium.getByRole('button', { name: 'Добавить' }).click();
  await inCart(MARKED, 2);
  await buyer.goto(`/katalog?q=${PLAIN}`);
  await card(buyer, plainTitle).getByRole('button', { name: 'В корзину' }).click();
  await inCart(PLAIN, 1);
  await openCheckout(buyer);
  await buyer.getByRole('textbox', { name: 'Имя и фамилия' }).fill(GUEST.name);
  await buyer.getByRole('textbox', { name: 'Телефон' }).pressSequentially(GUEST.phone);
  await go(buyer, 'К доставке').click();
  await fillPlace(buyer, 'Томск');
  await chooseCentre(buyer);
  await choosePayment(buyer, 'Банковской картой');
  await go(buyer, /^Оплатить/).click();
  await expect(h1(buyer, 'Тестовая оплата')).toBeVisible();
  await buyer.getByRole('button', { name: 'Оплатить' }).click();
  await expect(h1(buyer, 'Заказ принят')).toBeVisible();
  const [order] = await shop.sql<{ id: number }>('select id from orders order by id desc limit 1');
  if (!order) throw new Error('no order was placed');
  const { id } = order;
  const one = async <T>(sql: string): Promise<T> => (await shop.sql<{ value: T }>(sql))[0]?.value as T;
  const status = () => one<number>(`select status as value from orders where id = ${id}`);
  await expect.poll(status).toBe(2);

  // ── The same person keeps it in their cabinet, and wants to be told on this device ────────────
  await buyer
    .getByRole('region', { name: 'Войти или продолжить как гость' })
    .getByRole('link', { name: 'Войти' })
    .click();
  await buyer.getByRole('textbox', { name: 'Телефон или e-mail' }).fill('client@rostok.test');
  await buyer.getByLabel('Пароль', { exact: true }).fill('rostok-demo');
  await buyer.getByRole('button', { name: 'Войти', exact: true }).click();
  await buyer.getByRole('region', { name: 'Сохранить заказ' }).getByRole('button').click();
  await expect(buyer).toHaveURL(new RegExp(`/user/orders/${id}(\\?|$)`));
  await warmUp(buyer);
  const receiver = newReceiver(`http://${service.host}/push/1`);
  await subscribeAt(buyer, receiver.subscription);
  await buyer.goto('/user/notifications');
  const wish = buyer.getByRole('switch', { name: 'Показывать на этом устройстве' });
  await wish.click();
  await expect(wish).toBeChecked();
  await buyer.goto(`/user/orders/${id}`);
  const push = await pushesTo(buyer);
  const read = new Set<number>();
  const titles = () =>
    service.deliveries.map(({ body }) => plain((JSON.parse(receiver.read(body)) as { title: string }).title));
  /** One delivery of this title is read as the browser would read it, and handed to its worker. */
  const pushed = async (title: string): Promise<void> => {
    const nth = () => titles().findIndex((one, at) => one === title && !read.has(at));
    await expect.poll(() => (nth() < 0 ? titles() : title)).toBe(title);
    const at = nth();
    read.add(at);
    const delivery = service.deliveries[at]!; // It has just been found.
    expect(delivery.body.toString('latin1')).not.toContain(String(id));
    expect(signerOf(delivery).claims['aud']).toBe(`http://${service.host}`);
    await push(receiver.read(delivery.body));
    await expect.poll(async () => (await shownBy(buyer)).map((note) => plain(note.title))).toContain(title);
  };

  // ── The desk packs it by scanning and sends it to its point ──────────────────────────────────
  const desk = await inOwnBrowser(browser, 'admin');
  await desk.goto(`/desk/orders/${id}`);
  await desk.getByRole('button', { name: 'Взять в сборку' }).click();
  const parcel = desk.getByRole('article', { name: `Посылка P${id}-1` });
  const scanner = parcel.getByRole('textbox', { name: 'Код товара' });
  await scanner.focus();
  for (const code of [PLAIN, MARKED, MARKED]) {
    await desk.keyboard.type(code);
    await desk.keyboard.press('Enter');
  }
  await parcel.getByRole('button', { name: 'Закрыть посылку' }).click();
  await parcel.getByRole('button', { name: 'Отправить' }).click();
  await expect.poll(status).toBe(4);
  await pushed(`Заказ № ${spaced(id)} отправлен`);

  // ── The point opens its shift and accepts what has come ──────────────────────────────────────
  const [tablet, other] = [await inOwnBrowser(browser, 'punkt'), await inOwnBrowser(browser, 'punkt')];
  await tablet.goto('/punkt');
  await tablet.getByRole('button', { name: 'Открыть смену' }).click();
  await dialog(tablet, 'Открыть смену').getByRole('button', { name: 'Открыть смену' }).click();
  await expect(tablet.getByRole('button', { name: 'Закрыть смену' })).toBeVisible();
  await tablet.getByRole('link', { name: /^Поставки/ }).click();
  const label = tablet.getByRole('searchbox', { name: 'Этикетка посылки' });
  await label.focus();
  await tablet.keyboard.type('https://another.shop/q/1');
  await tablet.keyboard.press('Enter');
  await expect(tablet.getByText(/это не этикетка посылки/)).toBeVisible();
  // Twice, with a Russian layout: a scanner is a keyboard.
  for (const typed of [`З${id}-1`, `P${id}-1`]) {
    await label.focus();
    await tablet.keyboard.type(typed);
    await tablet.keyboard.press('Enter');
  }
  await expect(tablet.getByText(new RegExp(`P${id}-1 уже принята, ячейка`))).toBeVisible();
  await expect.poll(status).toBe(5);
  await pushed(`Заказ № ${spaced(id)} ждёт вас`);

  // ── In airplane mode it is found, and not handed over ────────────────────────────────────────
  await tablet.goto('/punkt');
  await expect(tablet.getByRole('button', { name: new RegExp(plain(GUEST.name)) }).first()).toBeVisible();
  await warmUp(tablet);
  await expect(tablet.getByRole('status').filter({ hasText: 'Открывается и без сети' })).toBeVisible();
  await tablet.context().setOffline(true);
  await tablet.reload();
  await expect(tablet.getByText(/Показаны данные/)).toBeVisible();
  const find = tablet.getByRole('searchbox', { name: 'Найти заказ' });
  await find.fill(String(id));
  await tablet.keyboard.press('Enter');
  const counterCard = tablet.getByRole('article', { name: new RegExp(`Заказ № ${spaced(id).replace(' ', '.')}`) });
  await expect(counterCard).toContainText(GUEST.name);
  await expect(counterCard).toContainText('Выдать можно только с сетью');
  await expect(counterCard).not.toContainText('9000000001');
  await tablet.context().setOffline(false);
  await tablet.evaluate(() => dispatchEvent(new Event('online')));

  // ── Two tablets at one parcel ────────────────────────────────────────────────────────────────
  const code = await one<string>(`select issue_code as value from orders where id = ${id}`);
  await buyer.reload();
  await expect(buyer.getByLabel(`Код на выдачу ${code}`)).toBeVisible();
  await other.goto(`/punkt/orders/${id}`);
  const atTablet = (page: Page) => {
    const box = page.getByRole('article', { name: /^Заказ №/ });
    return {
      box,
      field: page.getByRole('searchbox', { name: 'Найти заказ' }),
      code: box.getByRole('textbox', { name: 'Код выдачи' }),
      hand: box.getByRole('button', { name: 'Выдать заказ' }),
    };
  };
  const [first, second] = [atTablet(tablet), atTablet(other)];
  for (const [page, at] of [
    [tablet, first],
    [other, second],
  ] as const) {
    await expect(at.box.getByText('Отсканируйте коды «Честного знака»: осталось 2.')).toBeVisible();
    for (const serial of ['journeyA', 'journeyA', 'journeyB']) await scanMark(page, at.field, `${serial}${id}`);
    await expect(at.box.getByText('Честный знак: 2 из 2')).toBeVisible();
  }
  await first.code.fill(code === '0000' ? '1111' : '0000');
  await tablet.keyboard.press('Enter');
  await expect(first.box.getByText(/Осталось попыток: 4/)).toBeVisible();
  await first.code.fill(code);
  await second.code.fill(code);
  await Promise.all([first.hand.click(), second.hand.click()]);
  const done = (at: typeof first) => at.box.getByText(/^Выдан /);
  const late = (at: typeof first) =>
    at.box.getByText(/уже выдан в \d\d:\d\d, оператор|только что выдали с другого планшета/);
  await expect.poll(async () => (await done(first).count()) + (await done(second).count())).toBe(1);
  await expect.poll(async () => (await late(first).count()) + (await late(second).count())).toBe(1);
  expect(await status()).toBe(6);
  expect(
    await one<number>(
      `select count(*)::int as value from marking_codes m join order_lines l on l.id = m.line_id where l.order_id = ${id}`,
    ),
  ).toBe(2);
  await pushed(`Заказ № ${spaced(id)} получен`);

  // ── A piece comes back, over the same counter ────────────────────────────────────────────────
  await buyer.reload();
  await buyer.getByRole('link', { name: 'Оформить возврат' }).click();
  await buyer.getByRole('combobox', { name: `Сколько вернуть: ${plainTitle}` }).selectOption('1');
  await buyer.getByRole('combobox', { name: `Причина: ${plainTitle}` }).selectOption({ label: 'Товар с недостатком' });
  await buyer.getByRole('textbox', { name: 'Что случилось' }).fill('Не закрывается крышка');
  await buyer.getByRole('button', { name: 'Отправить магазину' }).click();
  // What a person does themselves is not pushed to them.
  await expect(buyer.getByRole('main').getByText(`R${id}-1`).first()).toBeVisible();
  await desk.goto('/desk/returns');
  await desk.getByRole('link', { name: `R${id}-1` }).click();
  await desk.getByRole('button', { name: 'Одобрить' }).click();
  await dialog(desk, /^Одобрить/)
    .getByRole('button', { name: 'Одобрить' })
    .click();
  await pushed(`Возврат R${id}-1 одобрен`);

  await tablet.goto('/punkt');
  await tablet.getByRole('link', { name: 'Возвраты' }).click();
  const back = tablet.getByRole('region', { name: `Возврат R${id}-1` });
  await expect(back).toContainText(plainTitle);
  await back.getByRole('button', { name: 'Принять товар' }).click();
  await expect(tablet.getByText(`R${id}-1: товар принят. Деньги вернёт хозяйство`)).toBeVisible();
  await pushed(`Возврат R${id}-1: товар у нас`);

  // ── Money back ───────────────────────────────────────────────────────────────────────────────
  await desk.reload();
  await desk.getByRole('button', { name: 'Вернуть деньги' }).click();
  const refund = dialog(desk, /^Вернуть деньги/);
  await refund.getByRole('textbox', { name: /Причина|Почему/ }).fill('Брак крышки');
  await refund.getByRole('button', { name: 'Вернуть деньги' }).click();
  await expect(refund).toBeHidden();
  await pushed(`Возврат R${id}-1: деньги возвращаем`);
  await pushed(`Деньги по заказу № ${spaced(id)} возвращены`);
  const price = await one<number>(
    `select price_kop::int as value from order_lines where order_id = ${id} and code = '${PLAIN}'`,
  );
  expect(await one<number>(`select refunded_kop::int as value from orders where id = ${id}`)).toBe(price);
  await buyer.goto(`/user/orders/${id}`);
  await expect(buyer.getByRole('region', { name: 'Возвраты' })).toContainText('Деньги возвращены');
  await expect(buyer.getByRole('region', { name: 'Чеки' }).getByRole('link')).toHaveCount(3);
  await Promise.all(opened.map((page) => page.context().close()));
});
