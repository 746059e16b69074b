import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDialogAtom, dialogAtom, toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { sendNotifyAtom } from '#src/features/notify/notify.atoms.ts';
import { wordsOf } from '#src/features/sync/words.rules.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { flushAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { leave, loggedIn } from '#tests/sync/on-the-phone.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// What somebody has typed is not gone with the dialog that tells of its refusal (docs/product/offline.md#refusals).
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('a refused form stays readable after its dialog is closed; a refused piece of the cart does not', async () => {
  const { own, tab } = await loggedIn(shop);
  own.net.isOn = false;
  const onSale = await addProduct(shop);
  const sent = await tab.set(sendNotifyAtom, {
    productId: onSale,
    email: 'somebody@else.test',
    phone: '',
    consent: true,
    consentAt: shop.clock.now.toISOString(),
  });
  expect(sent).toEqual({ kind: 'done', message: 'Отправим при появлении связи' });
  own.net.isOn = true;
  await tab.set(flushAtom, 'resumed');
  await until(() => expect(tab.get(dialogAtom)?.text).toContain('Товар уже в наличии'));
  expect(tab.get(dialogAtom)?.text).toMatch(/Что вы ввели, сохранено на странице «Синхронизация»\.$/);
  tab.set(closeDialogAtom);
  const [entry] = tab.get(syncAtom).rejected;
  expect(wordsOf(tab.get(lookAtom), entry!.record, String)).toBe('сообщить о\u00a0поступлении: somebody@else.test');

  tab.set(changeCartAtom, { productId: await addProduct(shop, { stockQty: 0 }), delta: 1 });
  await until(() => expect(tab.get(dialogAtom)?.text).toContain('Товара нет в наличии'));
  expect(tab.get(syncAtom).rejected).toHaveLength(2);
  tab.set(closeDialogAtom);
  await until(() => expect(tab.get(syncAtom).rejected).toHaveLength(1));
  expect(tab.get(syncAtom).rejected[0]!.record.kind).toBe('form.send');
  await leave(tab);
});

it('a form sent without a signal tells of its letter when it arrives', async () => {
  const { own, tab } = await loggedIn(shop);
  own.net.isOn = false;
  await tab.set(sendNotifyAtom, {
    productId: await addProduct(shop, { stockQty: 0 }),
    email: 'later@else.test',
    phone: '',
    consent: true,
    consentAt: shop.clock.now.toISOString(),
  });
  own.net.isOn = true;
  await tab.set(flushAtom, 'resumed');
  await until(() => expect(tab.get(syncAtom).pending).toEqual([]));
  await until(() => expect(tab.get(toastsAtom).at(-1)?.text).toContain('Мы отправили письмо на later@else.test'));
  await leave(tab);
});
