import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test as lab } from '#tests/e2e/support/offline-lab.ts';
import { expectRoomsKept } from '#tests/e2e/support/rooms.ts';
import { expect as expectPage, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// Contents: 1 built files, 2 whose phone gets what, 3 rooms of consultants, 4 an update

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

// ── 1 Built files ───────────────────────────────────────────────────────────────────────────────
type Row = { url: string; surface: string | undefined };
/** What the worker was given: files of the shop, and one list per surface. */
function rowsOf(worker: string): Row[] {
  return [...worker.matchAll(/\{[^{}]*["']?url["']?:["'`]([^"'`]+)["'`][^{}]*\}/g)].map(([row, url = '']) => ({
    url,
    surface: /["']?surface["']?:["'`](\w+)["'`]/.exec(row)?.[1],
  }));
}
/** Files of a surface: what its list in the build names. */
const listed = (row: Row | undefined): string[] =>
  row?.surface ? (JSON.parse(readFileSync(DIST + row.url, 'utf8')) as { url: string }[]).map(({ url }) => url) : [];
const isScript = (file: string) => file.endsWith('.js');
/** Parts that no list carries, and why a phone without a signal loses nothing by it. */
const FETCHED_WHEN_OPENED = {
  'draw-map': 'a drawing: the list of points stands without it (docs/decisions/227)',
  profile: 'only the shop changes a profile; whoever was there keeps its code (304)',
  returns: 'only the shop takes a return (377)',
  photo: 'photographs of a return and a profile, which go nowhere without the shop (377)',
  online: 'a new password and old versions of papers are the shop’s to give (517)',
  together:
    'what lies deferred, its price and its payment are the shop’s to say, and nothing of it may be queued (550)',
};

test('built files: the shop carries no byte of desk, counter and the rooms of consultants and learners', () => {
  const rows = rowsOf(readFileSync(`${DIST}sw.js`, 'utf8'));
  expectPage(rows.filter(({ surface }) => surface).map(({ surface }) => surface)).toEqual([
    'desk',
    'punkt',
    'consultant',
    'learner',
  ]);
  const shop = rows.filter(({ surface }) => !surface).map(({ url }) => url);
  expectPage(shop.length).toBeGreaterThan(10);
  const staff = new Set(rows.flatMap(listed));
  expectPage([...staff].filter(isScript).length).toBeGreaterThanOrEqual(2);
  expectPage(shop.filter((file) => staff.has(file))).toEqual([]);
  // A tablet of the counter loads nothing of the desk.
  const counter = listed(rows.find(({ surface }) => surface === 'punkt'));
  expectPage(counter.filter((file) => file.startsWith('assets/desk'))).toEqual([]);
  // Every file of the build belongs to somebody, or has its reason to be fetched when it is opened.
  const assets = readdirSync(`${DIST}assets`).map((name) => `assets/${name}`);
  const parts = assets.filter((file) => /\.(js|css)$/.test(file));
  const nobodys = parts.filter((file) => !staff.has(file) && !shop.includes(file)).map((file) => /^assets\/(.+)-[\w-]{8}\.\w+$/.exec(file)?.[1]); // prettier-ignore
  // Both ways: a part that is carried after all, or is no more, loses its line here.
  expectPage([...new Set(nobodys)].toSorted()).toEqual(Object.keys(FETCHED_WHEN_OPENED).toSorted());

  // The words of the staff's screens are in their own files only.
  const holding = (text: string) =>
    assets.filter((file) => isScript(file) && readFileSync(DIST + file, 'utf8').includes(text));
  for (const text of ['Разделов пока нет', 'Выдавать пока нечего', 'Открывается и без сети']) {
    expectPage(holding(text).length, text).toBe(1);
    expectPage(
      holding(text).filter((file) => !staff.has(file)),
      text,
    ).toEqual([]);
  }
  // Nothing of the shop imports them but through `import()`, which waits for the right; nor what is fetched when it is opened, or a cart
  // without a network would wait for it.
  const names = assets
    .filter((file) => isScript(file) && !shop.includes(file))
    .map((file) => file.slice('assets/'.length));
  for (const file of shop.filter(isScript)) {
    const code = readFileSync(DIST + file, 'utf8');
    expectPage(
      names.filter((name) => new RegExp(`(from|import) ?["'\`]\\./${name}`).test(code)),
      file,
    ).toEqual([]);
  }
});

test('built files: rooms of consultants are in their list, and none is heavy', () => {
  const row = rowsOf(readFileSync(`${DIST}sw.js`, 'utf8')).find(({ surface }) => surface === 'consultant');
  const rooms = listed(row).filter((file) => /\.(js|css)$/.test(file));
  const sizes = rooms.map((file) => [file, gzipSync(readFileSync(DIST + file), { level: 9 }).length] as const);
  console.log(sizes.map(([file, gz]) => `${file} gz ${gz}`).join('\n'));
  expectPage(rooms.filter(isScript).map((file) => /assets\/([a-z]+)-/.exec(file)?.[1])).toContain('invite');
  // The chart comes with its library, for whoever looks at one (docs/decisions/401).
  expectPage(sizes.filter(([file, gz]) => gz > (file.includes('/chart-') ? 25_000 : 20_000))).toEqual([]);
  // Every consultant's phone asks for all of them.
  expectPage(sizes.reduce((sum, [, gz]) => sum + gz, 0)).toBeLessThanOrEqual(160_000);
});

// ── 2 Whose phone gets what ─────────────────────────────────────────────────────────────────────
const keptSurfaces = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('surface-')));
const asked = (page: Page): string[] => {
  const files: string[] = [];
  const outside = new Set(rowsOf(readFileSync(`${DIST}sw.js`, 'utf8')).flatMap(listed));
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (outside.has(pathname.slice(1))) files.push(pathname);
  });
  return files;
};
const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const [role, path, title, name] of [
  ['admin', '/desk', 'Хозяйство', 'desk'],
  ['punkt', '/punkt', 'Пункт выдачи', 'punkt'],
] as const)
  test(
    `${role} opens ${path} without a network after having opened it once`,
    { tag: role === 'admin' ? [] : '@long' },
    async ({ page, context }) => {
      await logIn(page, role);
      await warmUp(page);
      expectPage(await keptSurfaces(page)).not.toContain(`surface-${name}`);
      await page.goto('/user');
      await page
        .getByRole('main')
        .getByRole('link', { name: path === '/desk' ? /Хозяйство/ : /Пункт выдачи/ })
        .last()
        .click();
      await expectPage(h1(page, title)).toBeVisible();
      await expectPage(page.getByRole('status').filter({ hasText: 'Открывается и без сети' })).toBeVisible();
      expectPage(await keptSurfaces(page)).toContain(`surface-${name}`);
      await context.setOffline(true);
      await page.close();
      const again = await context.newPage();
      await again.goto(path);
      await expectPage(h1(again, title)).toBeVisible();
      await expectPage(again.getByRole('status').filter({ hasText: 'Открывается и без сети' })).toBeVisible();
      await expectPage(again.getByRole('navigation', { name: 'Основная навигация' })).toHaveCount(0);
      await context.setOffline(false);
    },
  );

test('a guest downloads no surface, a client the rooms of learners alone', async ({ page }) => {
  const files = asked(page);
  await page.goto('/desk');
  await expectPage(page).toHaveURL(/\/login\?return=%2Fdesk/);
  expectPage(files).toEqual([]);
  expectPage(await keptSurfaces(page)).toEqual([]);
  await logIn(page, 'client');
  await warmUp(page);
  for (const path of ['/desk', '/punkt']) {
    await page.goto(path);
    await expectPage(h1(page, 'Недостаточно прав')).toBeVisible();
  }
  await page.goto('/user');
  await expectPage(h1(page, 'Кабинет')).toBeVisible();
  await expectPage(page.getByRole('link', { name: /Хозяйство|Пункт выдачи/ })).toHaveCount(0);
  await expectPage.poll(() => keptSurfaces(page)).toEqual(['surface-learner']);
  const rooms = rowsOf(readFileSync(`${DIST}sw.js`, 'utf8')).find(({ surface }) => surface === 'learner');
  const own = new Set(listed(rooms).map((file) => `/${file}`));
  expectPage(files.filter((file) => !own.has(file))).toEqual([]);
});

// ── 3 Rooms of consultants ──────────────────────────────────────────────────────────────────────
test(
  'a consultant who has opened no room has them all without a network',
  { tag: '@long' },
  async ({ page, context }) => {
    await logIn(page, 'cons');
    await warmUp(page);
    await expectPage.poll(() => keptSurfaces(page)).toEqual(['surface-consultant', 'surface-learner']);
    await expectRoomsKept(page);
    await page.goto('/user');
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Пригласить' }).click();
    await expectPage(page.getByRole('dialog', { name: 'Пригласить' })).toBeVisible();
    await context.setOffline(false);
  },
);

// ── 4 An update ─────────────────────────────────────────────────────────────────────────────────
lab(
  'a second build brings its desk along: an old tab goes on, the new one opens without a network',
  { tag: '@long' },
  async ({ page, lab: world }) => {
    const entry = () => page.evaluate(() => document.querySelector('script[src]')?.getAttribute('src'));
    const desk = () =>
      page.evaluate(async () => {
        const cache = await caches.open('surface-desk');
        return (await cache.keys())
          .map(({ url }) => new URL(url).pathname)
          .filter((path) => path.endsWith('.js'))
          .sort();
      });
    await world.switchUser(await world.person('admin'));
    await page.goto(`${world.url}/desk`);
    await expect(h1(page, 'Хозяйство')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Открывается и без сети' })).toBeVisible();
    const [before, kept] = [await entry(), await desk()];
    await world.deploy('second');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      const next = registration?.installing;
      while (next?.state === 'installing')
        await new Promise((done) => next.addEventListener('statechange', done, { once: true }));
    });
    // Both builds are here while the old tab lives.
    expect((await desk()).length).toBeGreaterThan(kept.length);
    expect(await desk()).toEqual(expect.arrayContaining(kept));
    await page.getByRole('button', { name: 'Обновить' }).click();
    // The page goes while it is asked.
    await expect.poll(() => entry().catch(() => before)).not.toBe(before);
    await expect(h1(page, 'Хозяйство')).toBeVisible();
    await expect.poll(async () => (await desk().catch(() => kept)).filter((file) => kept.includes(file))).toEqual([]);
    await world.offline();
    await page.reload();
    await expect(h1(page, 'Хозяйство')).toBeVisible();
  },
);
