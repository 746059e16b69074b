import { Provider } from 'jotai';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { HelloNotice } from '#src/features/cart/HelloNotice.tsx';
import { helloAtom } from '#src/features/cart/hello.atoms.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// The newcomer's bonus as the cart's screen tells it (docs/product/delivery.md#hello).
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const words = (tab: Tab) =>
  renderToStaticMarkup(
    <Provider store={tab}>
      <HelloNotice />
    </Provider>,
  ).replaceAll(/<[^>]+>/g, '');

it('a newcomer hears what is left, also of gestures made without a signal, and that it is earned', async () => {
  const product = await addProduct(shop, { actualPrice: 100_000, stockQty: 50 });
  const own = phone(shop);
  const tab = await own.openTab();
  await enterShop(tab, await addLogin(shop, { registeredAt: shop.clock.now }));
  tab.set(changeCartAtom, { productId: product, delta: 2 });
  await until(() => expect(tab.get(helloAtom)).toEqual({ amount: 50_000, required: 300_000, left: 100_000 }));
  expect(words(tab)).toBe('До приветственного бонуса 500\u00a0₽ осталось 1\u00a0000\u00a0₽');

  own.net.isOn = false;
  tab.set(changeCartAtom, { productId: product, delta: 1 });
  await until(() => expect(tab.get(helloAtom)?.left).toBe(0));
  expect(words(tab)).toBe('Бонус 500\u00a0₽ будет начислен после получения\u00a0заказа');
});

it('says nothing to whoever cannot earn it', async () => {
  const own = phone(shop);
  const tab = await own.openTab();
  tab.set(changeCartAtom, { productId: await addProduct(shop), delta: 1 });
  await until(() => expect(own.changes()).toHaveLength(1));
  expect(tab.get(helloAtom)).toBeNull();
  expect(words(tab)).toBe('');
});
