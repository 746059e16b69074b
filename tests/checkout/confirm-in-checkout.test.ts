import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftAtom, openCheckoutAtom, sumsAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { placeOrder } from '#src/features/checkout/place-order.ts';
import { quote } from '#src/features/checkout/quote.ts';
import { changeCartAtom, pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { drainCartAtom } from '#src/features/cart/drain.atoms.ts';
import { confirmAtom, registerAtom, sendCodeAtom } from '#src/features/session/registration.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import { addLogin, phone, type Tab } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// An account confirms its address in the middle of an order (docs/product/checkout.md#steps): phone, shop and database.

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
beforeAll(async () => {
  shop = await openShop();
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
  box = openCodeBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

let last = 0;
/** Somebody who has registered a moment ago, with two pieces in the cart and a checkout that is filled in. */
async function newcomer(email: string) {
  last += 1;
  const product = await addProduct(shop, { actualPrice: 50_000, stockQty: 20 });
  const own = phone(shop);
  const tab = await own.openTab();
  await tab.set(registerAtom, {
    type: 'client',
    first_name: 'Наталья',
    last_name: 'Верещагина',
    phone: `+7913555${String(last).padStart(4, '0')}`,
    email,
    city_id: 3,
    confirm_by: 'email',
    password: 'росток и лён',
    consents: { personal: true, offer: true },
  });
  tab.set(changeCartAtom, { productId: product, delta: 2 });
  await tab.set(drainCartAtom);
  await tab.set(pullCartAtom);
  await until(() => expect(tab.get(sumsAtom).goods).toBe(100_000));
  await fill(tab);
  return { own, tab, product, id: Number(tab.get(sessionAtom).uid) };
}
async function fill(tab: Tab) {
  await tab.set(openCheckoutAtom);
  tab.set(writeDraftAtom, {
    recipient: { name: 'Наталья Верещагина', phone: '+79135551234', email: 'natalya@mail.test' },
    where: 'Новосибирск',
    place: {
      city: 'Новосибирск',
      region: 'Новосибирская область',
      lat: 55.03,
      lon: 82.92,
      address: { country_id: 1, city_id: 3, index: null },
    },
    way: { type: 8, mode: 'door' },
    payment: 1,
    comment: 'Позвоните заранее',
    step: 'payment',
  });
  await quote(tab.get, tab.set);
}
const place = (tab: Tab) => placeOrder(tab.get, tab.set, { consent: true, carrier: true });
const ordersOf = (id: number) => shop.db.select().from(orders).where(eq(orders.userId, id));
/** What the form says to a code. */
const said = (tab: Tab, code: string) =>
  tab.set(confirmAtom, code).then(
    () => 'ok',
    (error: unknown) => failureText(failureOf(error)),
  );
const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

it('is refused before the code; with it the order is made at once, of what was filled in before', async () => {
  const email = 'in-checkout@mail.test';
  const { tab, id } = await newcomer(email);
  const before = tab.get(draftAtom);
  expect(await place(tab)).toMatchObject({ kind: 'failed' });
  expect(await ordersOf(id)).toEqual([]);

  const code = await box.codeTo(email);
  expect(await said(tab, wrongOf(code))).toBe('Код не подошёл. Осталось 4\u00a0попытки');
  expect(tab.get(sessionAtom).user.role).toBe('user');
  expect(await said(tab, code)).toBe('ok');
  expect(tab.get(sessionAtom).user).toMatchObject({ id, role: 'client' });
  expect(tab.get(draftAtom)).toEqual(before);

  expect(await place(tab)).toMatchObject({ kind: 'placed' });
  expect(await ordersOf(id)).toMatchObject([{ goodsKop: 100_000, comment: 'Позвоните заранее', itemsCount: 2 }]);
  expect(tab.get(draftAtom)).toBeNull();
});

it('an address that somebody has is told after its code, which is spent; another address goes on with the same order', async () => {
  const { login } = await addLogin(shop);
  const { tab, id } = await newcomer(login);
  const before = tab.get(draftAtom);
  const code = await box.codeTo(login);
  expect(await said(tab, code)).toBe('Такой адрес уже зарегистрирован');
  expect(await said(tab, code)).toBe('Код больше не действует. Попросите новый');

  await tab.set(sendCodeAtom, { email: 'another-one@mail.test' });
  expect(await said(tab, await box.codeTo('another-one@mail.test'))).toBe('ok');
  expect(tab.get(draftAtom)).toEqual(before);
  expect(await place(tab)).toMatchObject({ kind: 'placed' });
  expect(await ordersOf(id)).toHaveLength(1);
});

it('the draft and the code outlive a reload: a new page goes on where the old one was', async () => {
  const email = 'after-reload@mail.test';
  const { own, tab, id } = await newcomer(email);
  const before = tab.get(draftAtom);
  await until(() => expect(JSON.stringify(own.stores.all())).toContain('Позвоните заранее'));
  const code = await box.codeTo(email);
  const later = await own.openTab();
  await later.set(openCheckoutAtom);
  expect(later.get(draftAtom)).toEqual(before);
  expect(await said(later, code)).toBe('ok');
  expect((await shop.db.select().from(users).where(eq(users.id, id)))[0]?.role).toBe('client');
  await quote(later.get, later.set);
  expect(await place(later)).toMatchObject({ kind: 'placed' });
});
