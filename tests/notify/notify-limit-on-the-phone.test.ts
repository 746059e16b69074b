import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendNotifyAtom } from '#src/features/notify/notify.atoms.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { leave, loggedIn } from '#tests/sync/on-the-phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// A form that is sent too often waits on the phone and says so; nothing of it is lost (docs/decisions/151).
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ CALL_LIMITS: 'notifyProduct.caller=1' });
});
afterAll(() => shop.close());

it('says that it goes later by itself, keeps it in the queue and tells no stale «when there is a network»', async () => {
  const { tab } = await loggedIn(shop);
  const wish = (productId: number) =>
    tab.set(sendNotifyAtom, {
      productId,
      email: 'buyer@example.test',
      phone: '',
      consent: true,
      consentAt: shop.clock.now.toISOString(),
    });
  expect(await wish(await addProduct(shop, { stockQty: 0 }))).toEqual({
    kind: 'confirm',
    message:
      'Мы отправили письмо на buyer@example.test. Подтвердите адрес по ссылке из него, и мы сообщим, когда товар появится',
  });
  expect(await wish(await addProduct(shop, { stockQty: 0 }))).toEqual({
    kind: 'done',
    message: 'Слишком много отправок подряд. Отправим чуть позже сами',
  });
  expect(tab.get(syncAtom).pending).toMatchObject([
    { kind: 'form.send', last: { class: 'busy', http: 429, code: 'too_many' } },
  ]);
  await leave(tab);
});
