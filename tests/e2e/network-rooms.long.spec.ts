import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { fillNetwork, peopleBelow, periodBack } from '#tests/e2e/support/network-data.ts';
import { expectRoomsKept } from '#tests/e2e/support/rooms.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// Reports and the structure as a consultant and a director use them (docs/product/reports.md). Contents: 1 six reports, 2 the tree,
// 3 a phone

test.beforeAll(({ shop }) => fillNetwork(shop));

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const pick = (page: Page, label: string, option: string | { index: number }) =>
  page
    .getByRole('combobox', { name: label, exact: true })
    .selectOption(typeof option === 'string' ? { label: option } : option);
/** The first category with somebody in it, «Молчащие, 12»: who is silent depends on what the journeys before have bought. */
async function pickFilledCategory(page: Page): Promise<void> {
  const categories = page.getByRole('combobox', { name: 'Категория', exact: true });
  const words = await categories.locator('option').allInnerTexts();
  await categories.selectOption({ index: words.findIndex((one) => /, [1-9]/.test(one)) });
}
const structure = (page: Page, words: string) =>
  page.getByRole('group', { name: 'Структура' }).getByRole('button', { name: words, exact: true });
const rowsOf = (table: Locator) => table.locator('tbody tr');
/** Figures of a column, from the top. */
const column = async (table: Locator, title: string): Promise<number[]> =>
  (await table.locator(`tbody td[data-name="${title}"]`).allTextContents()).map((text) =>
    Number(text.replace(/[^\d,-]/g, '').replace(',', '.')),
  );
const isFalling = (values: readonly number[]) => values.every((value, at) => at === 0 || value <= values[at - 1]!);
const isRising = (values: readonly number[]) => values.every((value, at) => at === 0 || value >= values[at - 1]!);

/** «Выгрузить» from the choice of a format to the bytes. */
async function exported(page: Page, format: 'xlsx' | 'csv' = 'xlsx'): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  const sheet = page.getByRole('dialog', { name: 'Выгрузить отчёт' });
  if (format === 'csv') await sheet.getByRole('radio', { name: /csv/ }).check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Собрать файл' }).click(),
  ]);
  await expect(sheet.getByText(/^Файл готов: otchet_/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
const sheetRows = async (bytes: Buffer) => (await readXlsx(bytes))[0]!.data.slice(3);

// ── 1 Six reports ───────────────────────────────────────────────────────────────────────────────
/** What tells one report from another on its screen. */
type Told = {
  title: string;
  /** A filter of its own, and what must hold of every row then. */
  filter?: (page: Page) => Promise<unknown>;
  /** A column to sort by, and its title in the cells; dates and words are compared by the shop's own tests. */
  sort?: string;
  file: RegExp;
};
const NOW = periodBack(0);
const REPORTS: readonly Told[] = [
  { title: 'Активность консультантов', filter: (page) => pick(page, 'Активность', 'Активные'), sort: 'ЛО', file: new RegExp(`^otchet_aktivnost_${NOW}\\.xlsx$`) }, // prettier-ignore
  { title: 'Неактивные консультанты', filter: pickFilledCategory, sort: 'Линия', file: new RegExp(`^otchet_neaktivnye_${NOW}\\.xlsx$`) }, // prettier-ignore
  { title: 'Новички', filter: (page) => pick(page, 'Период', { index: 0 }), sort: 'Линия', file: new RegExp(`^otchet_novichki_${NOW}\\.xlsx$`) }, // prettier-ignore
  { title: 'Дни рождения', sort: 'Линия', file: /^otchet_dni_rozhdeniya_\d\d\.xlsx$/ },
  { title: 'Новые статусы', file: new RegExp(`^otchet_novye_statusy_${NOW}\\.xlsx$`) },
];

for (const role of ['cons', 'director'] as const)
  test(`${role}: every report filtered, sorted, drilled, exported and read without a signal`, async ({
    page,
    context,
    shop,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 1440, height: 900 });
    const below = await peopleBelow(shop, role);
    await logIn(page, role);
    await warmUp(page);
    await expectRoomsKept(page);
    for (const told of REPORTS)
      await test.step(told.title, async () => {
        await page.goto('/user/reports');
        await page.getByRole('main').getByRole('link', { name: told.title }).click();
        await expect(h1(page, told.title)).toBeVisible();
        const table = page.getByRole('table', { name: told.title, exact: true });
        await expect(rowsOf(table).first()).toBeVisible();
        await told.filter?.(page);
        await expect(rowsOf(table).first()).toBeVisible();
        if (told.sort !== undefined) {
          const head = table.getByRole('button', { name: told.sort, exact: true });
          await head.click();
          await expect(table.getByRole('columnheader', { name: told.sort, exact: true })).toHaveAttribute('aria-sort', 'ascending'); // prettier-ignore
          await expect.poll(async () => isRising(await column(table, told.sort ?? ''))).toBe(true);
          await head.click();
          await expect(table.getByRole('columnheader', { name: told.sort, exact: true })).toHaveAttribute('aria-sort', 'descending'); // prettier-ignore
          await expect.poll(async () => isFalling(await column(table, told.sort ?? ''))).toBe(true);
        }
        // By name: somebody of the list alone; then everybody again.
        const first = await rowsOf(table).first().locator('[data-opens-row]').innerText();
        const field = page.getByRole('searchbox', { name: 'Поиск', exact: true });
        await field.fill(first.split(' ').at(-1) ?? first);
        await expect(page).toHaveURL(/q=/);
        await expect(rowsOf(table).filter({ hasText: first }).first()).toBeVisible();
        await field.fill('');
        await expect(page).not.toHaveURL(/q=/);
        await expect(rowsOf(table).first()).toContainText(first);

        if (told.title !== 'Новые статусы') {
          await structure(page, 'По веткам').click();
          const branches = page.getByRole('table', { name: 'По веткам' });
          const branch = rowsOf(branches).first().locator('[data-opens-row]');
          const name = await branch.innerText();
          await branch.click();
          await expect(page.getByRole('navigation', { name: 'Чья ветка' }).locator('[aria-current]')).toHaveText(name);
          await expect(h1(page, told.title)).toBeFocused();
          await expect(rowsOf(table).first()).toBeVisible();
          await page.goBack();
          await expect(rowsOf(branches).first()).toBeVisible();
          await structure(page, 'Вся').click();
        }
        await expect(rowsOf(table).first()).toContainText(first);
        expect(await violationsOn(page), told.title).toEqual([]);

        const total = Number((await page.getByText(/^[\d\s]+\u00A0?строк/).innerText()).replace(/\D/g, ''));
        const { name, bytes } = await exported(page);
        expect(name).toMatch(told.file);
        const rows = await sheetRows(bytes);
        expect(rows).toHaveLength(total);
        expect(rows.some((row) => row.includes(first))).toBe(true);
        const csv = await exported(page, 'csv');
        expect(csv.bytes.toString('utf8')).toContain(first);

        await context.setOffline(true);
        await page.reload();
        await expect(rowsOf(table).first()).toContainText(first);
        await expect(
          page
            .getByRole('main')
            .getByText(/^данные /)
            .first(),
        ).toBeVisible();
        await expect(page.getByRole('button', { name: 'Выгрузить' })).toBeDisabled();
        await expect(page.getByText('Файл собирает магазин: выгрузить можно со связью')).toBeVisible();
        await context.setOffline(false);
      });

    await test.step('a row of the list leads into a branch', async () => {
      const head = below.find(({ people }) => people > 2)!;
      await page.goto('/user/reports/activity?structure=0');
      const lineOne = below.find(({ line, people }) => line === 1 && people > 0) ?? head;
      await page.getByRole('link', { name: `Ветка: ${lineOne.name}`, exact: true }).click();
      const count = lineOne.people + 1;
      await expect(page.getByText(new RegExp(`^${count}\\u00A0?\\s*строк`))).toBeVisible();
      await page.getByRole('navigation', { name: 'Чья ветка' }).getByRole('link').nth(1).click();
      await expect(page).not.toHaveURL(/node=/);
    });

    await test.step('personal statistics', async () => {
      await page.goto('/user/reports');
      await page.getByRole('main').getByRole('link', { name: 'Личная статистика' }).click();
      const table = page.getByRole('table', { name: 'Личная статистика' });
      await expect(rowsOf(table).first()).toContainText('идёт');
      await expect(page.getByRole('figure').locator('canvas')).toHaveCount(2);
      await table.getByRole('button', { name: 'ГО', exact: true }).click();
      await expect.poll(async () => isRising(await column(table, 'ГО'))).toBe(true);
      expect(await violationsOn(page)).toEqual([]);
      // A window that becomes narrow takes the chart along.
      await page.setViewportSize({ width: 360, height: 780 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      await context.setOffline(true);
      await page.reload();
      await expect(rowsOf(table).first()).toBeVisible();
      await expect(page.getByRole('figure').locator('canvas')).toHaveCount(2);
      await context.setOffline(false);
    });
  });

// ── 2 The tree ──────────────────────────────────────────────────────────────────────────────────
test('director: the tree by keyboard alone, found people, the dialog, and two lines without a signal', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const below = await peopleBelow(shop, 'director');
  await logIn(page, 'director');
  await warmUp(page);
  await expectRoomsKept(page);
  await page.goto('/user/business/structure');
  const tree = page.getByRole('treegrid', { name: 'Структура' });
  const rows = tree.getByRole('row');
  const lineOne = below.filter(({ line }) => line === 1);
  await expect(tree.locator('tbody [aria-level="1"]')).toHaveCount(lineOne.length);
  expect(await violationsOn(page)).toEqual([]);

  const head = tree.locator('tbody tr[aria-expanded="false"]').first();
  const opener = head.locator('[data-opens-row]');
  const name = await opener.innerText();
  await tabTo(page, tree.locator('tbody [data-opens-row][tabindex="0"]'));
  while (!(await opener.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const person = below.find((one) => one.name === name && one.line === 1)!;
  const children = below.filter(({ line, id }) => line === 2 && below.indexOf(person) < below.findIndex((one) => one.id === id) && below.findIndex((one) => one.id === id) <= below.indexOf(person) + person.people); // prettier-ignore
  await expect(tree.locator('tbody [aria-level="2"]')).toHaveCount(children.length);
  await page.keyboard.press('ArrowRight');
  const second = page.locator(':focus');
  await expect(second).toHaveAttribute('data-person', String(await second.getAttribute('data-person')));
  expect(children.map(({ name: one }) => one)).toContain(await second.innerText());
  await page.keyboard.press('Enter');
  const sheet = page
    .getByRole('dialog', { name: await second.innerText().catch(() => '') })
    .or(page.getByRole('dialog'));
  await expect(sheet.getByText('Звание')).toBeVisible();
  await expect(sheet.getByText('Групповой объём, ГО')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(tree.locator('[aria-level="2"] [data-opens-row]').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.locator('tbody [aria-level="2"]')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(rows.last().or(tree.locator('tbody tr').last()).locator('[data-opens-row]').first()).toBeFocused();

  await test.step('searching opens the way down', async () => {
    const deep = below.toSorted((a, b) => b.line - a.line)[0]!;
    await page.getByRole('searchbox', { name: 'Поиск', exact: true }).fill(deep.name);
    await page
      .getByRole('button', { name: new RegExp(`^${deep.name}.*${deep.line}-я линия`) })
      .first()
      .click();
    const found = page.getByRole('dialog', { name: deep.name });
    await expect(found).toBeVisible();
    await found.getByRole('button', { name: 'Закрыть' }).click();
    await expect(page.locator(':focus')).toHaveText(deep.name);
    await expect(page.locator(':focus').locator('xpath=ancestor::tr')).toHaveAttribute('aria-level', String(deep.line));
  });

  await test.step('«Дерево структуры» opens somebody’s card', async () => {
    await page.goto('/user/business');
    await page.getByRole('button', { name: 'Дерево структуры' }).click();
    const dialog = page.getByRole('dialog', { name: 'Дерево структуры' });
    await dialog.getByRole('button', { name, exact: true }).click();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: `Открыть карточку: ${name}` }).click();
    await expect(page).toHaveURL(/structure\?person=\d+/);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  });

  await test.step('without a signal', async () => {
    await page.goto('/user/business/structure');
    await expect(tree.locator('tbody [aria-level="1"]')).toHaveCount(lineOne.length);
    // The second line is read ahead, the greatest branch first: the last of them is there when all are.
    const heads = lineOne.filter(({ people }) => people > 0).length;
    await expect.poll(() => keptLines(page)).toBeGreaterThanOrEqual(Math.min(heads, 12) + 1);
    await context.setOffline(true);
    await page.reload();
    await expect(tree.locator('tbody [aria-level="1"]')).toHaveCount(lineOne.length);
    await expect(page.getByText(/Без связи видны ветки/)).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Поиск', exact: true })).toBeDisabled();
    await tree.getByRole('button', { name: `Раскрыть: ${name}` }).click();
    await expect(tree.locator('tbody [aria-level="2"]')).toHaveCount(children.length);
    await context.setOffline(false);
  });
});
/** How many lines of the structure this phone keeps. */
const keptLines = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let count = 0;
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('u:')) continue;
      const db = await new Promise<IDBDatabase>((done, fail) => {
        const open = indexedDB.open(name);
        open.addEventListener('success', () => done(open.result));
        open.addEventListener('error', () => fail(open.error));
      });
      if (db.objectStoreNames.contains('kv')) {
        const asked = db.transaction('kv').objectStore('kv').getAllKeys();
        const keys = await new Promise<IDBValidKey[]>((done) => asked.addEventListener('success', () => done(asked.result))); // prettier-ignore
        count += keys.filter((key) => typeof key === 'string' && /structure:\d/.test(key)).length;
      }
      db.close();
    }
    return count;
  });

// ── 3 A phone ───────────────────────────────────────────────────────────────────────────────────
test('director on a phone: the facts of a report as cards, the structure line by line, in a tunnel too', async ({
  page,
  context,
  shop,
}) => {
  const below = await peopleBelow(shop, 'director');
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, 'director');
  await warmUp(page);
  await expectRoomsKept(page);
  await page.goto('/user/reports/activity?structure=0&sort=own-desc');
  const table = page.getByRole('table', { name: 'Активность консультантов' });
  await expect(rowsOf(table).first()).toBeVisible();
  const facts = await rowsOf(table).first().locator('td').allInnerTexts();
  await page.setViewportSize({ width: 360, height: 780 });
  const card = rowsOf(table).first();
  for (const fact of facts.filter((text) => text.trim() !== '' && !/^\d$/.test(text)))
    await expect(card).toContainText(fact.trim());
  await expect(page.getByRole('combobox', { name: 'Сортировка' })).toBeVisible();
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const path of ['activity', 'inactive', 'rookie', 'birthdays', 'new-statuses', 'personal-stat']) {
    await page.goto(`/user/reports/${path}`);
    await expect(rowsOf(page.getByRole('table')).first()).toBeVisible();
    expect([path, await sideways(), await violationsOn(page)]).toEqual([path, 0, []]);
  }

  await page.goto('/user/business/structure');
  const list = page.getByRole('list', { name: 'Структура' });
  const lineOne = below.filter(({ line }) => line === 1);
  await expect(list.getByRole('listitem')).toHaveCount(lineOne.length);
  const head = lineOne.toSorted((a, b) => b.people - a.people)[0]!;
  await list.getByRole('link', { name: new RegExp(`^Ветка: ${head.name}`) }).click();
  await expect(page.getByRole('heading', { level: 2, name: head.name })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`node=${head.id}`));
  await expect(list.getByRole('listitem').first()).toBeVisible();
  const below1 = await list.getByRole('listitem').allInnerTexts();
  expect([await sideways(), await violationsOn(page)]).toEqual([0, []]);
  await list.locator('[data-person]').first().click();
  await expect(page.getByRole('dialog')).toContainText('Личный объём, ЛО');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();

  await context.setOffline(true);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(below1.length);
  await page.getByRole('navigation', { name: 'Чья ветка' }).getByRole('link', { name: 'Вся структура' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(lineOne.length);
  await page.goto('/user/reports/birthdays');
  await expect(rowsOf(page.getByRole('table')).first()).toBeVisible();
  await context.setOffline(false);
});
