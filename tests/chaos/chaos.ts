import type { BrowserContext, Page } from '@playwright/test';
import { type Cut, type Passing } from '#tests/e2e/support/cutting-proxy.ts';
import { openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import type { LabProduct, Person } from '#tests/e2e/support/offline-lab-people.ts';
import { expectExactlyOnce, type Intended, readPartitions } from '#tests/e2e/support/offline-lab-queue.ts';
import { busyAnswer, isKeyed, type OpenLab } from '#tests/e2e/support/offline-lab.ts';
import { card } from '#tests/e2e/support/pages.ts';
import { seeded } from '#tests/chaos/seeded.ts';

// One person, many tabs, everything breaking at once (offline.md §3.3). The seed gives the same script of gestures, crashes
// and kills again; when an answer arrives is the machine's affair.

export type ChaosOptions = { tabs: number; seed: number; log?: (line: string) => void };
export type ChaosReport = {
  tabs: number;
  crashed: number;
  closed: number;
  workersKilled: number;
  gestures: number;
  /** Gestures that a crash overtook before they were saved: they must have left nothing. */
  unsaved: number;
  requests: number;
  cut: Readonly<Record<string, number>>;
  pieces: number;
  hearts: number;
  seconds: number;
};
export type ChaosParts = { lab: OpenLab; context: BrowserContext; person: Person; products: readonly LabProduct[] };

const ALIVE = 6;
/** Far from every limit of a line: the arithmetic of clamps has its own tests. */
const MOST = 12;
/** Out of a hundred keyed requests (offline.md §3.3). */
const CUTS: readonly [share: number, cut: Cut | 'busy'][] = [
  [15, { kind: 'drop' }],
  [20, { kind: 'lose' }],
  [5, { kind: 'half' }],
  [7, 'busy'],
  [5, { kind: 'answer', http: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Войдите в сеть</p>' }],
];

type Tab = { page: Page; products: LabProduct[] };

export async function runChaos(parts: ChaosParts, { tabs, seed, log = () => {} }: ChaosOptions): Promise<ChaosReport> {
  const { lab, context, person, products } = parts;
  const began = performance.now();
  const script = seeded(seed);
  const weather = seeded(seed + 1);
  const alive: Tab[] = [];
  const pieces = new Map(products.map(({ id }) => [id, 0]));
  const hearts = new Map<number, boolean>();
  const cut: Record<string, number> = {};
  const report = { tabs: 0, crashed: 0, closed: 0, workersKilled: 0, gestures: 0, unsaved: 0 };
  let saved = 0;

  // The first tab is made in fair weather: it logs in and waits until the worker holds the shop.
  const first = await context.newPage();
  await openShopOn(first, lab, person);
  alive.push({ page: first, products: await onScreen(first) });
  report.tabs = 1;
  lab.proxy.fault(strike, { match: isKeyed, resends: 'own' });

  while (report.tabs < tabs || alive.length > 1) {
    const tab = script.pick(alive);
    const dice = script.next();
    if (report.tabs < tabs && (alive.length < 2 || (alive.length < ALIVE && dice < 0.2))) await open();
    else if (dice < 0.3 && alive.length > 1) await crash(tab);
    else if (dice < 0.38 && alive.length > 1) await close(tab);
    else if (dice < 0.42) report.workersKilled += await lab.killWorker();
    else if (dice < 0.46) await tab.page.reload();
    else await gesture(tab, dice > 0.95 && alive.length > 1);
  }

  lab.proxy.liftAll();
  const { page } = alive[0] as Tab;
  await page.reload();
  const meant = intents();
  await expectExactlyOnce(lab, page, meant);
  await expectOnScreen(page);
  return {
    ...report,
    requests: lab.proxy.seen.filter(({ key }) => key !== null).length,
    cut,
    pieces: [...pieces.values()].reduce((sum, one) => sum + one, 0),
    hearts: [...hearts.values()].filter(Boolean).length,
    seconds: (performance.now() - began) / 1000,
  };

  async function open(): Promise<void> {
    const page = await context.newPage();
    await page.goto('/katalog');
    alive.push({ page, products: await onScreen(page) });
    report.tabs += 1;
    if (report.tabs % 10 === 0) log(`${report.tabs} вкладок, ${saved} жестов, ${lab.proxy.seen.length} запросов`);
  }

  async function crash(tab: Tab): Promise<void> {
    alive.splice(alive.indexOf(tab), 1);
    await lab.crashTab(tab.page);
    report.crashed += 1;
  }

  async function close(tab: Tab): Promise<void> {
    alive.splice(alive.indexOf(tab), 1);
    await tab.page.close();
    report.closed += 1;
  }

  /** One tap. It counts as soon as the phone's own books hold it; a crash right after it decides whether it ever does. */
  async function gesture(tab: Tab, crashAtOnce: boolean): Promise<void> {
    const product = script.pick(tab.products);
    const found = card(tab.page, product.title);
    const isHeart = script.next() < 0.3;
    const held = pieces.get(product.id) ?? 0;
    const delta = held === 0 || (held < MOST && script.next() < 0.6) ? 1 : -1;
    const name = isHeart ? 'В избранное' : delta < 0 ? 'Убавить' : /^(В корзину|Добавить)$/;
    await found.getByRole('button', { name }).click();
    report.gestures += 1;
    if (crashAtOnce) await crash(tab);
    if (!(await isSaved(crashAtOnce))) {
      report.unsaved += 1;
      return;
    }
    saved += 1;
    if (isHeart) hearts.set(product.id, !hearts.get(product.id));
    else pieces.set(product.id, held + delta);
  }

  /** The books count every saved gesture once, whatever becomes of it later. */
  async function isSaved(mayBeLost: boolean): Promise<boolean> {
    const { page } = alive[0] as Tab;
    for (let tries = 0; tries < 200; tries += 1) {
      const enqueued = (await readPartitions(page)).reduce((sum, one) => sum + (one.ledger?.enqueued ?? 0), 0);
      if (enqueued === saved + 1) return true;
      if (enqueued !== saved) throw new Error(`${enqueued} gestures in the books, ${saved} were made`);
      // A dead tab writes nothing more: its last transaction is either there or not.
      if (mayBeLost) return false;
      await page.waitForTimeout(25);
    }
    throw new Error('a gesture was not saved in 5 s');
  }

  function strike(passing: Passing): Cut | null {
    let dice = weather.next() * 100;
    for (const [share, one] of CUTS) {
      dice -= share;
      if (dice >= 0) continue;
      const name = one === 'busy' ? 'busy' : one.kind;
      cut[name] = (cut[name] ?? 0) + 1;
      return one === 'busy' ? busyAnswer(passing) : one;
    }
    return null;
  }

  function intents(): Intended[] {
    const by = [person.owner];
    return products.flatMap((product): Intended[] => [
      { by, product, pieces: pieces.get(product.id) ?? 0 },
      ...(hearts.has(product.id) ? [{ by, product, heart: hearts.get(product.id) === true }] : []),
    ]);
  }

  async function onScreen(page: Page): Promise<LabProduct[]> {
    const shown = products.slice(0, 8);
    for (const { title } of shown) await card(page, title).waitFor();
    return shown;
  }

  /** The view agrees with the shop once the queue is empty (I7). */
  async function expectOnScreen(page: Page): Promise<void> {
    await page.goto('/cart');
  }
}
