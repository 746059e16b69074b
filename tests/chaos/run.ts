import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { type ChaosReport, runChaos } from '#tests/chaos/chaos.ts';
import config from '#tests/e2e/playwright.config.ts';
import { openCuttingProxy } from '#tests/e2e/support/cutting-proxy.ts';
import globalSetup from '#tests/e2e/support/global-setup.ts';
import { firstOnScreen, makePerson } from '#tests/e2e/support/offline-lab-shop.ts';
import { openLab } from '#tests/e2e/support/offline-lab.ts';
import { openShopProcess } from '#tests/e2e/support/shop-process.ts';
import { findChromium } from '#tests/support/find-chromium.ts';

// npm run chaos -- [--tabs 200] [--seed 1]: prints what happened and ends with 0 when nothing was lost and nothing doubled.

const { values } = parseArgs({ options: { tabs: { type: 'string' }, seed: { type: 'string' } } });
const tabs = Number(values.tabs ?? 200);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
console.log(`${tabs} вкладок, --seed ${seed}`);

const found = await findChromium();
if ('missing' in found) throw new Error(found.missing);
const tearDown = await globalSetup();
try {
  print(await chaos(found.path));
} catch (error) {
  console.error(error);
  console.error(`ПРОВАЛ: npm run chaos -- --tabs ${tabs} --seed ${seed}`);
  process.exitCode = 1;
} finally {
  await tearDown();
}

async function chaos(executablePath: string): Promise<ChaosReport> {
  const proxy = await openCuttingProxy();
  const shop = await openShopProcess({ env: { PUBLIC_URL: proxy.url, TEST_LEDGER: '1' } });
  proxy.lead(shop.url);
  const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
  try {
    const context = await browser.newContext({ baseURL: proxy.url, locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
    const lab = await openLab({ context, shop, proxy, console: { allow: () => {} } });
    const person = await makePerson(shop, 'client');
    const parts = { lab, context, person, products: await firstOnScreen(shop) };
    return await runChaos(parts, { tabs, seed, log: console.log });
  } finally {
    await browser.close();
    await shop.close();
    await proxy.close();
  }
}

function print({ cut, ...report }: ChaosReport): void {
  console.table({ ...report, ...cut });
  console.log('Корзина и сердечки на сервере равны намерениям, каждый ключ выполнен один раз, книги сходятся.');
}
