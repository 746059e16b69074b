import { chromium } from 'playwright';
import { findChromium } from '#tests/support/find-chromium.ts';
const found = await findChromium();
if ('missing' in found) throw new Error(found.missing);
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
const list = (process.argv[2] ?? '').split(',');
const what = process.argv[3] ?? 'katalog';
for (const one of list) {
  const [w, h, scheme] = one.split('x');
  const context = await browser.newContext({
    baseURL: 'http://127.0.0.1:3188',
    viewport: { width: Number(w), height: Number(h) },
    colorScheme: scheme === 'd' ? 'dark' : 'light',
    serviceWorkers: 'block',
    ...(what === 'login' ? {} : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(9000);
  page.on(
    'console',
    (m) => ['error', 'warning'].includes(m.type()) && console.log('console', m.text().slice(0, 300), m.location().url),
  );
  page.on('pageerror', (e) => console.log('pageerror', e.stack));
  const shot = async (name: string, full = false) => {
    await page.waitForTimeout(900);
    await page.screenshot({ path: `/tmp/w/pr-shots/${w}${scheme}-${name}.png`, fullPage: full });
  };
  try {
    if (what.startsWith('katalog')) {
      await page.goto('/katalog?only=sale');
      await page.getByRole('article').first().waitFor();
      await page
        .getByRole('button', { name: 'Окей' })
        .click({ timeout: 2500 })
        .catch(() => {});
      await page.getByRole('button', { name: 'В корзину' }).first().click();
      await shot('katalog');
      if (Number(w) < 960) {
        await page.getByRole('button', { name: /Фильтры/ }).click();
        await shot('filters');
        await page.locator('dialog details summary').first().click();
        await page.locator('dialog').getByText('Без в составе').scrollIntoViewIfNeeded();
        await page.locator('dialog').getByText('Без в составе').click();
        await shot('filters2');
      } else {
        await page.goto('/katalog/vitaminy?bez=zhelatin');
        await page.getByText('Без в составе').scrollIntoViewIfNeeded();
        await shot('category');
      }
    } else {
      await page.goto('/produkt/magnij-b6-tikhij-vecher-10201'.replace('kh', 'h'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByRole('button', { name: 'Окей' })
        .click({ timeout: 2500 })
        .catch(() => {});
      await page.waitForTimeout(1500);
      await shot('produkt');
      await shot('produkt-long', true);
    }
  } catch (e) {
    console.log(String(e).slice(0, 400));
    await shot('failed');
  }
  await context.close();
}
await browser.close();
