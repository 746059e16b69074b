import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';

/** Pictures of the running shop for the manifest and the README: `npm start`, then `npm run screenshots -- http://127.0.0.1:3000`. */
const [url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const out = new URL('../public/screenshots/', import.meta.url);
mkdirSync(out, { recursive: true });

const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const SHOTS = [
  { name: 'katalog-phone', path: '/katalog', ...phone },
  { name: 'produkt-phone', path: '/produkt/magnij-b6-tihij-vecher-10201', ...phone },
  { name: 'katalog-desktop', path: '/katalog', ...desktop },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const { name, path, ...device } of SHOTS) {
  const context = await browser.newContext({
    ...device,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    colorScheme: 'light',
  });
  await context.addCookies([{ name: 'is_cookies_accepted', value: '1', url }]);
  const page = await context.newPage();
  // Twice: the first visit renders pictures on the server, the second shows them at once.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(`${url}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1500);
  }
  writeFileSync(
    new URL(`${name}.webp`, out),
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toBuffer(),
  );
  await context.close();
}
await browser.close();
