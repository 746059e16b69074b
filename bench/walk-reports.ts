import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { printTable, tellProgress } from '#bench/report.ts';
import { letIn, LOGIN, PASSWORD, withShop } from '#bench/walk-shop.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { findChromium } from '#tests/support/find-chromium.ts';

// `DATA_DIR=./data-network npm run walk-reports`: the head of a generated network (docs/operations.md#generated-network) uses every
// report and the tree in Chromium. Nobody of it can log in, so the head gets an address and a password in that database.

const PICTURES = process.env.PICTURES;
const steps: { step: string; ms: number; said: string }[] = [];

/** Does it, notes how long it took, and what it says of itself. */
async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const answer = await work();
  const ms = performance.now() - begun;
  const said = typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
  steps.push({ step: name, ms, said });
  tellProgress(`${name}: ${ms.toFixed(0)} ms ${said}`);
}
function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

const LAST = shiftPeriod(periodOf(new Date()), -1);
const REPORTS = [
  { path: 'activity', sort: 'ЛО', filter: 'active=yes' },
  { path: 'inactive', sort: 'Линия', filter: 'category=gone' },
  { path: 'rookie', sort: 'Линия', filter: `period=${LAST}` },
  { path: 'birthdays', sort: 'Линия', filter: 'line=2' },
  { path: 'new-statuses', sort: null, filter: '' },
] as const;
const rowsOf = (page: Page) => page.locator('main table tbody tr:not([aria-hidden])').first();
const totalOf = async (page: Page): Promise<number> =>
  Number((await page.getByText(/^[\d\s]+\u00A0?строк/).innerText()).replace(/\D/g, ''));
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const [width, height] of [
    [1440, 900],
    [834, 1112],
    [360, 780],
  ] as const) {
    // prettier-ignore
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${PICTURES}/${name}-${width}.png`, animations: 'disabled' });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Until then a shop that has just begun answers that it counts. */
async function counted(page: Page, url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    const answer = await page.request.get(`${url}/api/user/reports/activity`);
    if (((await answer.json().catch(() => null)) as { status?: string } | null)?.status === 'success') return;
    await sleep(2000);
  }
  throw new Error('the volumes were not counted in five minutes');
}

async function walkReport(page: Page, url: string, { path, sort, filter }: (typeof REPORTS)[number]): Promise<void> {
  await step(`${path}: opened`, async () => {
    await page.goto(`${url}/user/reports/${path}`);
    await rowsOf(page).waitFor();
    return totalOf(page);
  });
  await picture(page, path);
  if (sort !== null)
    await step(`${path}: sorted`, async () => {
      const head = page.locator('main thead').getByRole('button', { name: sort, exact: true });
      const came = page.waitForResponse((answer) => answer.url().includes('sort='));
      await head.click();
      must((await came).ok(), 'the sorted list was refused');
      await page.locator('th[aria-sort="ascending"]').waitFor();
    });
  if (filter !== '')
    await step(`${path}: filtered`, async () => {
      await page.goto(`${url}/user/reports/${path}?${filter}`);
      await rowsOf(page).waitFor();
      return totalOf(page);
    });
  await step(`${path}: found by name`, async () => {
    const name = await page.locator('main tbody [data-opens-row]').first().innerText();
    await page.goto(`${url}/user/reports/${path}?q=${encodeURIComponent(name.split(/\s/).slice(0, 2).join(' '))}`);
    await rowsOf(page).waitFor();
    return totalOf(page);
  });
  if (path === 'new-statuses') return;
  await step(`${path}: by branches, and into one`, async () => {
    await page.goto(`${url}/user/reports/${path}?structure=2`);
    const branch = page.locator('main tbody [data-opens-row]').first();
    await branch.waitFor();
    await branch.click();
    await page.waitForURL(/node=/);
    await rowsOf(page).waitFor();
    return totalOf(page);
  });
}

async function walkExport(page: Page, url: string, people: number): Promise<void> {
  await page.goto(`${url}/user/reports/activity`);
  await rowsOf(page).waitFor();
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  const sheet = page.getByRole('dialog', { name: 'Выгрузить отчёт' });
  await sheet.getByRole('radio', { name: /csv/ }).check();
  await step('a file of everybody: rows are seen to come, then it is given up', async () => {
    await sheet.getByRole('button', { name: 'Собрать файл' }).click();
    await sheet.getByText(/^[1-9][\d\s]* из [\d\s]+ строк$/).waitFor({ timeout: 120_000 });
    await picture(page, 'export-running');
    const said = await sheet.locator('progress').evaluate((bar: HTMLProgressElement) => `${bar.value} of ${bar.max}`);
    await sheet.getByRole('button', { name: 'Отменить' }).click();
    await sheet.getByText('Выгрузка отменена').waitFor();
    return said;
  });
  await step('a file of everybody, whole', async () => {
    const download = page.waitForEvent('download', { timeout: 900_000 });
    await sheet.getByRole('button', { name: 'Собрать файл' }).click();
    const bytes = await readFile(await (await download).path());
    const lines = bytes.toString('utf8').trimEnd().split('\r\n').length - 3;
    must(lines >= people, `the file has ${lines} rows of ${people}`);
    return lines;
  });
}

async function walkTree(page: Page, url: string): Promise<void> {
  await step('the tree: line 1', async () => {
    await page.goto(`${url}/user/business/structure`);
    await page.locator('[role="treegrid"] tbody [aria-level="1"]').first().waitFor();
  });
  await step('the tree by keyboard: six lines down', async () => {
    await page.locator('[role="treegrid"] tbody [data-opens-row][tabindex="0"]').focus();
    for (let line = 2; line <= 6; line += 1) {
      await page.keyboard.press('ArrowRight');
      await page.locator(`[role="treegrid"] tbody [aria-level="${line}"]`).first().waitFor();
      await page.keyboard.press('ArrowRight');
    }
    return page.locator(':focus').innerText();
  });
  await step('the tree: a person and back', async () => {
    const name = await page.locator(':focus').innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Групповой объём, ГО').waitFor();
    await page.keyboard.press('Escape');
    must((await page.locator(':focus').innerText()) === name, 'the focus is lost');
  });
  await step('the tree: searched, and the way down to somebody', async () => {
    await page.getByRole('searchbox', { name: 'Поиск', exact: true }).fill('Воронцова');
    const hit = page.getByRole('button', { name: /Воронцова.*линия/ }).first();
    await hit.waitFor();
    const name = await hit.innerText();
    // Pictures come last: a phone's width draws the tree anew, and the keyboard's place in it is gone.
    await picture(page, 'tree-found');
    await hit.click();
    await page.getByRole('dialog').getByText('Групповой объём, ГО').waitFor();
    await picture(page, 'tree-person');
    await page.keyboard.press('Escape');
    return name.split('\n')[0];
  });
  await picture(page, 'tree');
}

async function walkOffline(page: Page, url: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${url}/user/reports`);
  await page
    .getByText(/^данные /)
    .nth(5)
    .waitFor();
  await sleep(20_000);
  await page.context().setOffline(true);
  for (const { path } of REPORTS)
    await step(`${path}: without a signal`, async () => {
      await page.goto(`${url}/user/reports/${path}`);
      await rowsOf(page).waitFor();
      must(await page.getByRole('button', { name: 'Выгрузить' }).isDisabled(), 'a file is offered without a signal');
    });
  await page.context().setOffline(false);
}

async function walkPhone(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const path of [...REPORTS.map((one) => one.path), 'personal-stat'])
    await step(`${path}: on a phone`, async () => {
      await page.goto(`${url}/user/reports/${path}`);
      await rowsOf(page).waitFor();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      must(over === 0, `it is ${over} px wider than the phone`);
    });
}

const dataDir = process.env.DATA_DIR ?? './data';
const head = await letIn(dataDir);
await withShop(dataDir, async (url) => {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow', viewport: { width: 1440, height: 900 } }); // prettier-ignore
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole('textbox', { name: 'Телефон или e-mail' }).fill(LOGIN);
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.getByRole('link', { name: 'Кабинет' }).first().waitFor();
    await step('the volumes of everybody are counted', () => counted(page, url));
    for (const report of REPORTS) await walkReport(page, url, report);
    await walkTree(page, url);
    await walkPhone(page, url);
    await page.setViewportSize({ width: 1440, height: 900 });
    await walkOffline(page, url);
    if (process.env.PARTS !== 'pages') await walkExport(page, url, head.people);
  } finally {
    await browser.close();
  }
});
printTable(`The head of ${head.people} people walks`, ['step', 'ms', 'said'], steps.map(({ step: name, ms, said }) => [name, ms.toFixed(0), said])); // prettier-ignore
