import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { card, LIKE_ANOTHER } from '#tests/e2e/support/pages.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

const PUBLIC = [
  '/katalog',
  '/katalog/vitaminy',
  '/katalog?q=ъъъъъъ',
  '/katalog?preview=magnij-b6-tihij-vecher-10201',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/eshop',
  '/cart',
  '/user/favorites',
  '/login',
  '/register',
  '/password/reset',
  '/login?return=/user',
  '/cookie',
  '/kompaniya',
  '/kompaniya/dokumenty',
  '/kompaniya/privacy-policy',
  '/kompaniya/soglasie',
  '/kompaniya/soglasie-reklama',
  '/kompaniya/dogovor-konsultanta',
  '/kompaniya/rekvizity',
  '/kompaniya/oferta',
  '/kompaniya/vozvrat',
  '/kompaniya/dostavka-i-oplata',
  '/punkty?city=3&way=11',
  '/faq',
  '/contacts',
  '/user/form-style',
  '/user/notify',
  '/net-takoy',
  '/katalog?sponsorId=abc',
];
const PERSONAL = [
  '/checkout',
  '/user/orders',
  '/user/addresses',
  '/user/consents',
  '/user/notifications',
  '/user/addresses?edit=new',
  '/user/profile?edit=name',
  '/user/become',
  '/optovik/apply',
  '/user/settings',
  '/katalog',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/cart',
  '/user/favorites',
  '/user',
];

for (const [name, width, height] of [
  ['phone', 360, 780],
  ['tablet', 834, 1112],
  ['desktop', 1440, 900],
] as const) {
  // A phone stands for the rest at every change (docs/decisions/181-what-stands-where.md).
  test(
    `axe finds nothing${name === 'phone' ? ', and 320 pixels are enough' : ''}: ${name}`,
    { tag: name === 'phone' ? [] : '@long' },
    async ({ page, consoleGuard }) => {
      consoleGuard.allow(/404/);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const check = async (label: string) => {
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        await page.waitForTimeout(350);
        expect(await violationsOn(page), label).toEqual([]);
        // The other theme changes colours and nothing else.
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        expect(await violationsOn(page, ['color-contrast', 'link-in-text-block']), `${label}, dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        if (name === 'phone') await expectReflow(page, label);
      };
      for (const route of PUBLIC.filter((one) => name !== 'phone' || !LIKE_ANOTHER.includes(one))) {
        await page.goto(route);
        await check(route);
      }
      await logIn(page, 'cons');
      for (const route of PERSONAL) {
        await page.goto(route);
        await check(`cons ${route}`);
      }
      await page.context().setOffline(true);
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await check('cons /user offline');
      await page.context().setOffline(false);
    },
  );
}

/** At 320 pixels nothing has to be scrolled sideways (WCAG 1.4.10). */
async function expectReflow(page: Page, label: string): Promise<void> {
  const phone = page.viewportSize()!; // Set above.
  await page.setViewportSize({ width: 320, height: 640 });
  // After two frames whatever listens to the width has drawn itself.
  const aside = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5)
      .map((one) => `${one.nodeName}.${one.className} to ${one.getBoundingClientRect().right} px`);
  });
  expect(aside, `${label} at 320 pixels`).toEqual([]);
  await page.setViewportSize(phone);
}

test('every flow by keyboard: search, open, add, remove', async ({ page }) => {
  await page.goto('/katalog');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toContainText(/содержанию|содержимому|основному/i);
  await page.keyboard.press('/');
  await expect(
    page.getByRole('searchbox', { name: 'Поиск по каталогу' }).filter({ visible: true }).first(),
  ).toBeFocused();
  await page.keyboard.type('10201');
  await page.keyboard.press('Enter');
  const magnesium = card(page, 'Магний B6 «Тихий вечер»');
  await magnesium.getByRole('button', { name: 'В корзину' }).focus();
  await page.keyboard.press('Enter');
  const plus = magnesium.getByRole('button', { name: 'Добавить' });
  await expect(plus).toBeVisible();
  await plus.focus();
  await page.keyboard.press('Enter');
  await expect(magnesium.getByRole('group', { name: 'Количество' })).toContainText('2');
});
