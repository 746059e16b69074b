import { nav } from '#tests/e2e/support/pages.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

// docs/product/people.md#sponsor: a consultant's link on a phone, a start without a signal, the registration two days later.
test(
  'who came by a consultant’s link is that consultant’s when they register two days later',
  { tag: '@long' },
  async ({ page, context, shop }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const told = page.waitForResponse((answer) => answer.url().endsWith('/refvisit'));
    await page.goto('/katalog?sponsorId=1000157');
    expect(await (await told).json()).toMatchObject({ status: 'success', sponsor: { cons_id: '01000157' } });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect(page).toHaveURL(/sponsorId=01000157/);

    await context.setOffline(true);
    await page.goto('/katalog');
    await expect(page).toHaveURL(/sponsorId=01000157/);
    await context.setOffline(false);

    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await page.goto('/katalog');
    await nav(page).getByRole('link', { name: 'Войти' }).click();
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
    await expect(page.getByRole('region', { name: 'Ваш консультант' })).toContainText('01000157');
    const field = (name: string) => page.getByRole('textbox', { name });
    await field('Имя').fill('Вера');
    await field('Фамилия').fill('Ссылкина');
    await field('Телефон').pressSequentially('9132450157');
    await page.getByRole('combobox', { name: 'Город' }).fill('новосибирск');
    await field('Пароль').fill('росток и лён');
    await page.getByRole('checkbox', { name: 'согласие на обработку' }).check();
    await page.getByRole('checkbox', { name: 'публичную оферту' }).check();
    await page.getByRole('button', { name: 'Получить код' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Подтвердите адрес' })).toBeVisible();
    const rows = await shop.sql<{ cons_id: number }>(
      "select s.cons_id from users u join users s on s.id = u.sponsor_id where u.last_name = 'Ссылкина'",
    );
    expect(rows).toEqual([{ cons_id: 1_000_157 }]);
  },
);
