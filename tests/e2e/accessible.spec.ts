import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { card, LIKE_ANOTHER, STEADY } from '#tests/e2e/support/pages.ts';
import { expectSteady } from '#tests/e2e/support/steady.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// Two walks, on two workers.
test.describe.configure({ mode: 'parallel' });

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
  '/punkty',
  '/punkty?city=3&way=11',
  '/faq',
  '/contacts',
  '/user/settings',
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
  '/user/reports',
  '/user/reports/activity',
  '/user/business/structure',
  '/user/addresses?edit=new',
  '/user/profile?edit=name',
  '/user/become',
  '/user/transfers',
  '/user/deposit',
  '/user/career',
  '/optovik/apply',
  '/user/settings',
  '/katalog',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/cart',
  '/user/favorites',
  '/user/education',
  '/user/education/course/1',
  '/user/education/lesson/105',
  '/user/education/lesson/105/quiz',
  '/user',
];
/** What stands on a page when all of it has come, where the heading is there before. */
const READY: Readonly<Record<string, (page: Page) => Locator>> = {
  '/user/education': (page) => page.getByRole('article').first(),
  '/user/education/course/1': (page) => page.getByRole('main').getByRole('link', { name: 'Баллы и периоды' }),
  '/user/education/lesson/105': (page) => page.getByRole('checkbox').first(),
  '/user/education/lesson/105/quiz': (page) => page.getByRole('radio').first(),
};

for (const [name, width, height] of [
  ['phone', 360, 780],
  ['tablet', 834, 1112],
  ['desktop', 1440, 900],
] as const) {
  // A phone stands for the rest at every change (docs/decisions/181-what-stands-where.md).
  const isPhone = name === 'phone';
  const tag = isPhone ? [] : '@long';
  const more = isPhone ? ', nothing jumps and 320 pixels are enough' : '';
  const check = async (page: Page, label: string) => {
    await expectRested(page);
    expect(await violationsOn(page), label).toEqual([]);
    if (isPhone && STEADY.includes(label)) await expectSteady(page, label);
    // The other theme changes colours and nothing else.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await violationsOn(page, ['color-contrast', 'link-in-text-block']), `${label}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    if (isPhone) await expectReflow(page, label);
  };
  const open = async (page: Page) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  };

  test(`axe finds nothing${more}: ${name}, a guest`, { tag }, async ({ page, consoleGuard }) => {
    consoleGuard.allow(/404/);
    await open(page);
    for (const route of PUBLIC.filter((one) => !isPhone || !LIKE_ANOTHER.includes(one))) {
      await page.goto(route);
      // What follows is opened by a phone that has the catalogue (docs/decisions/187-ten-minutes.md: one that has not).
      if (route === '/katalog') await warmUp(page);
      await check(page, route);
    }
  });

  test(`axe finds nothing${more}: ${name}, a consultant`, { tag }, async ({ page }) => {
    await open(page);
    await logIn(page, 'cons');
    for (const route of PERSONAL) {
      await page.goto(route);
      await expect(READY[route]?.(page) ?? page.getByRole('main')).toBeVisible();
      await check(page, `cons ${route}`);
    }
    await page.context().setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await check(page, 'cons /user offline');
    await page.context().setOffline(false);
  });
}

/** The page stands as it will: what it asked for has come, and nothing moves or fades in any more. */
async function expectRested(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity),
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
  // The next page must not begin at 320 and grow.
  await page.waitForFunction((width) => innerWidth === width, phone.width);
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
