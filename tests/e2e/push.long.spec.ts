import { pushesTo, shownBy as shown } from '#tests/e2e/support/pushes.ts';
import { expect, test, warmUp } from '#tests/e2e/support/test.ts';

// A push arrives in the worker and is shown (docs/product/notifications.md#push). That it is encrypted for the browser and read by RFC 8291,
// tests/notifications shows; here the browser hands it over as its own push service would, after it has decrypted it.

test('a push is shown by the worker, a newer one of the order takes its place, an unreadable one is shown too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/katalog');
  await warmUp(page);
  const push = await pushesTo(page);
  const note = { path: '/user/orders/30033', tag: 'order-30033' };
  await push(JSON.stringify({ title: 'Заказ № 30 033 отправлен', ...note }));
  const first = { title: 'Заказ № 30 033 отправлен', body: 'Подробности — в кабинете', ...note };
  await expect.poll(() => shown(page)).toEqual([first]);
  await push(JSON.stringify({ title: 'Заказ № 30 033 ждёт вас', ...note }));
  await expect.poll(() => shown(page)).toEqual([{ ...first, title: 'Заказ № 30 033 ждёт вас' }]);
  // Three pushes that show nothing cost an app of iOS its right: whatever came, something is shown.
  await push('не JSON');
  await expect
    .poll(async () => (await shown(page)).map(({ title, path }) => [title, path]).toSorted())
    .toEqual([
      ['Есть новости о ваших заказах', '/user/notifications'],
      ['Заказ № 30 033 ждёт вас', '/user/orders/30033'],
    ]);
});
