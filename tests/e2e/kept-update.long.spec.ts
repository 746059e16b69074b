import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Build, buildFolder } from '#tests/e2e/support/offline-lab-builds.ts';
import { withPhone } from '#tests/e2e/support/offline-lab-phone.ts';
import { expect, type OfflineLab, test } from '#tests/e2e/support/offline-lab.ts';
import { card, titles } from '#tests/e2e/support/pages.ts';
import { logIn, warmUp } from '#tests/e2e/support/test.ts';

// A phone that keeps the page of one build, and a shop that has the next one (docs/decisions/258).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What a build calls itself in the data of the pages that it renders. */
const buildOf = (html: string): string => /"build":"([^"]+)"/.exec(html)?.[1] ?? '';
type Met = { isRendered: boolean; build: string | null; count: number; titles: string[]; node: Element | null };

/** Before any code of ours: which document came, who rendered it and its first card as the parser has made it. */
function meet(): void {
  if (location.protocol !== 'http:') return;
  const met: Met = { isRendered: false, build: null, count: 0, titles: [], node: null };
  Object.assign(globalThis, { met });
  new MutationObserver((_, eye) => {
    const data = document.querySelector('script#page');
    // Without data it is the shell: its end is the end of the document.
    if (!data && document.readyState === 'loading') return;
    eye.disconnect();
    if (!data) return;
    const cards = [...document.querySelectorAll('main article')];
    met.isRendered = document.documentElement.dataset.rendered === '1';
    met.build = (JSON.parse(data.textContent ?? '') as { build: string }).build;
    met.count = cards.length;
    met.titles = cards.slice(0, 4).map((one) => one.querySelector('h2')?.textContent ?? '');
    met.node = cards[0] ?? null;
  }).observe(document, { childList: true, subtree: true });
}
/** The document as it came, and whether its first card still stands where it stood. */
const metOn = (page: Page) =>
  page.evaluate(() => {
    const { node, ...met } = (globalThis as unknown as { met: Met }).met;
    return { ...met, isTakenOver: node !== null && node === document.querySelector('main article') };
  });

/** Files of a build, by their hashed names. */
const filesOf = async (build: Build) => new Set(readdirSync(`${ROOT}${await buildFolder(build)}/assets`));
/** What this document has loaded that no file of this build is. */
async function foreignOn(page: Page, build: Build): Promise<string[]> {
  const own = await filesOf(build);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const assets = loaded.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/assets/'));
  expect(assets.some((path) => /\/index-[^/]*\.js$/.test(path))).toBe(true);
  return assets.filter((path) => !own.has(path.slice('/assets/'.length)));
}

/** Revisions on the phone: the pointer's and the kept page's; the build's entry that the page names. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ rev?: string; page?: { rev: string; entry: string } }>((done) => {
        const opening = indexedDB.open('pub');
        opening.addEventListener('success', () => {
          const kv = opening.result.transaction('kv').objectStore('kv');
          const asked = ['cat:ptr', 'cat:page:/katalog'].map((key) => kv.get(key));
          kv.transaction.addEventListener('complete', () => {
            opening.result.close();
            done({ rev: asked[0]!.result?.rev, page: asked[1]!.result });
          });
        });
      }),
  );
/** The script of the page that is open, as a path. */
const entryOf = (page: Page) =>
  page.evaluate(() => {
    const src = document.querySelector<HTMLScriptElement>('script[src]')?.src;
    return src ? new URL(src).pathname : '';
  });
/** The phone holds the page that this build renders of the newest list. */
async function keepPage(page: Page, lab: OfflineLab): Promise<{ rev: string; build: string }> {
  const own = await entryOf(page);
  // The first who asks a busy shop may get the empty page, and a phone asks once for each look at the list.
  for (const path of ['/katalog', '/eshop'])
    await expect
      .poll(
        async () => (await lab.context.request.get(`${lab.url}${path}`, { headers: { accept: 'text/html' } })).text(),
        {
          timeout: 90_000,
        },
      )
      .toContain('<html data-rendered');
  await expect
    .poll(
      async () => {
        await lab.dispatchSync('catalogue');
        const { rev, page: held } = await kept(page);
        return rev !== undefined && held?.rev === rev && held.entry;
      },
      { timeout: 90_000, intervals: [2000] },
    )
    .toBe(own);
  const html = await (await lab.context.request.get(`${lab.url}/katalog`, { headers: { accept: 'text/html' } })).text();
  return { rev: (await kept(page)).page!.rev, build: buildOf(html) };
}

/** Everything the pages of this phone say, from its start on. */
function listen(lab: OfflineLab): string[] {
  const said: string[] = [];
  lab.context.on('console', (message) => {
    const isCut = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|FAILED|ABORTED|EMPTY_RESPONSE)/.test(message.text());
    if (/error|warning/.test(message.type()) && !isCut) said.push(message.text());
  });
  lab.context.on('weberror', (error) => said.push(String(error.error())));
  return said;
}
const status = (page: Page) => page.getByRole('status', { name: 'Состояние синхронизации' }).filter({ visible: true });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Доступна новая версия' });

for (const role of ['cons', 'guest'] as const)
  test(`${role}: a phone with the page of one build meets the next one, without a signal and with it, and mixes nothing`, async ({
    shop,
    gate,
    consoleGuard,
  }) => {
    test.setTimeout(400_000);
    const [newest] = await shop.sql<{ id: number; title: string }>(
      `select id, title from products where published order by date_trunc('second', created_at) desc, id limit 1`,
    );
    const rename = async (title: string) => {
      await shop.sql('update products set title = $2 where id = $1', [newest!.id, title]);
      await shop.publish();
    };
    try {
      await withPhone({ shop, proxy: gate, console: consoleGuard }, async (phone) => {
        const { page, lab } = await phone.start();
        if (role === 'cons') await logIn(page, role);
        await page.goto('/katalog');
        await warmUp(page);
        const { rev: before, build } = await keepPage(page, lab);
        const entry = await entryOf(page);
        const cards = await firstCards(page);

        // Put away: a consultant's open page would take the next revision, and what is kept of this one would go with it.
        await page.goto('about:blank');
        // The next build is out, and the list that it renders is another one.
        await lab.deploy('second');
        await rename('Новее некуда');
        await wakeWithoutSignal(phone, role, { build, cards });

        // The signal is back in the same tab: still the first build, on the list of today.
        const { page: tab, lab: near } = await phone.start({ offline: true });
        const said = listen(near);
        await near.context.addInitScript(meet);
        await tab.goto('/katalog');
        await expect(status(tab)).toContainText('сохранённое');
        await near.online();
        await expect(card(tab, 'Новее некуда')).toBeVisible();
        const { rev, page: held } = await kept(tab);
        expect(rev).not.toBe(before);
        // What the second build renders is none of this one's, and what it had is of yesterday.
        expect(held).toBeUndefined();
        expect(await foreignOn(tab, 'first')).toEqual([]);
        await tab.reload();
        await expect(card(tab, 'Новее некуда')).toBeVisible();
        expect(await foreignOn(tab, 'first')).toEqual([]);
        expect(await entryOf(tab)).toBe(entry);

        await tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
        await expect(notice(tab)).toBeVisible();
        if (role === 'guest') {
          await notice(tab).getByRole('button', { name: 'Обновить' }).click();
          await expect.poll(() => entryOf(tab).catch(() => entry), { timeout: 60_000 }).not.toBe(entry);
        } else await tab.goto('about:blank');
        expect(said).toEqual([]);

        await takeSecond(phone, role, build);
      });
    } finally {
      await shop.deploy(await buildFolder('first'));
      await rename(newest!.title);
    }
  });

/** What is on the screen of every list, however many cards are drawn below. */
const firstCards = async (page: Page) => (await titles(page)).slice(0, 4);
type Phone = Parameters<Parameters<typeof withPhone>[1]>[0];

/** Without a signal the phone opens what it has, page, list and code, and goes on with it. */
async function wakeWithoutSignal(
  phone: Phone,
  role: 'guest' | 'cons',
  { build, cards }: { build: string; cards: readonly string[] },
): Promise<void> {
  const { page, lab } = await phone.start({ offline: true });
  const said = listen(lab);
  await lab.context.addInitScript(meet);
  await page.goto('/katalog');
  await expect(status(page)).toContainText('сохранённое');
  const first = card(page, cards[0]!);
  if (role === 'cons') await expect(first).toContainText('вам');
  expect(await metOn(page)).toEqual({
    isRendered: true,
    build,
    count: 24,
    titles: cards,
    isTakenOver: true,
  });
  expect(await firstCards(page)).toEqual(cards);
  await first.getByRole('link', { name: cards[0]! }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: cards[0]! })).toBeVisible();
  expect(await foreignOn(page, 'first')).toEqual([]);
  expect(said).toEqual([]);
}

/** Another start of the phone: the second build is in charge, keeps its own page, and opens by it without a signal. */
async function takeSecond(phone: Phone, role: 'guest' | 'cons', first: string): Promise<void> {
  let { page, lab } = await phone.start();
  let said = listen(lab);
  await page.goto('/katalog');
  const second = (await filesOf('second')).values();
  const entries = new Set([...second].filter((name) => /^index-.*\.js$/.test(name)).map((name) => `/assets/${name}`));
  // The one that waited is taken by the first page that is alone (docs/product/offline.md#updates).
  await expect
    .poll(() =>
      entryOf(page)
        .then((entry) => entries.has(entry))
        .catch(() => false),
    )
    .toBe(true);
  await expect(card(page, 'Новее некуда')).toBeVisible();
  expect(await foreignOn(page, 'second')).toEqual([]);
  const { build } = await keepPage(page, lab);
  expect(build).not.toBe(first);
  const cards = await firstCards(page);
  expect(said).toEqual([]);

  ({ page, lab } = await phone.start({ offline: true }));
  said = listen(lab);
  await lab.context.addInitScript(meet);
  await page.goto('/katalog');
  await expect(status(page)).toContainText('сохранённое');
  if (role === 'cons') await expect(card(page, 'Новее некуда')).toContainText('вам');
  expect(await metOn(page)).toEqual({
    isRendered: true,
    build,
    count: 24,
    titles: cards,
    isTakenOver: true,
  });
  expect(await foreignOn(page, 'second')).toEqual([]);
  expect(said).toEqual([]);
}
