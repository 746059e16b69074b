import { chromium } from 'playwright';
import { findChromium } from '#tests/support/find-chromium.ts';
const found = await findChromium();
if ('missing' in found) throw new Error(found.missing);
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
const U = 'http://127.0.0.1:5216';
const login = await browser.newContext({ baseURL: U, serviceWorkers: 'block' });
const p0 = await login.newPage();
await p0.goto('/login');
await p0.getByRole('textbox', { name: 'Телефон или e-mail' }).fill('admin@rostok.test');
await p0.getByLabel('Пароль', { exact: true }).fill('rostok-demo');
await p0.getByRole('button', { name: 'Войти', exact: true }).click();
await p0.getByRole('link', { name: 'Кабинет' }).first().waitFor();
const state = await login.storageState();
for (const arg of process.argv.slice(2)) {
  const [path = '', size = '834x1112', scheme = 'light', name = 'x'] = arg.split('|');
  const [w, h] = size.split('x').map(Number) as [number, number];
  const context = await browser.newContext({
    baseURL: U,
    viewport: { width: w, height: h },
    colorScheme: scheme as 'light',
    serviceWorkers: 'block',
    storageState: state,
  });
  await context.addCookies([{ name: 'is_cookies_accepted', value: '1', url: U }]);
  const page = await context.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log('console', m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('pageerror', e.stack));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(2500);
  console.log(
    name,
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
  await page.screenshot({ path: `/tmp/w/desk-shot-${name}.png`, fullPage: process.env['FULL'] === '1' });
  await context.close();
}
await browser.close();
