import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { seeded } from '#tests/chaos/seeded.ts';
import type { Cut, Passing } from '#tests/e2e/support/cutting-proxy.ts';
import { enqueuedOf, openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import type { LabProduct, Person } from '#tests/e2e/support/offline-lab-shop.ts';
import { expectExactlyOnce, type Intended } from '#tests/e2e/support/offline-lab-queue.ts';
import { busyAnswer, isKeyed, type OfflineLab } from '#tests/e2e/support/offline-lab.ts';
import { card, stepper } from '#tests/e2e/support/pages.ts';

// One person, many tabs, everything breaking at once (docs/product/offline.md#tests). The seed gives the same script of
// gestures, crashes and kills again; when an answer arrives is the machine's affair.

export type ChaosOptions = { tabs: number; seed: number; log?: (line: string) => void };
export type ChaosReport = {
  tabs: number;
  crashed: number;
  closed: number;
  reloaded: number;
  workersKilled: number;
  gestures: number;
  /** Gestures that a crash overtook before they were saved: they have left nothing. */
  unsaved: number;
  /** What came to the shop's door with a key, the browser's own re-sends included. */
  requests: number;
  resends: number;
  cut: Readonly<Record<string, number>>;
  pieces: number;
  hearts: number;
  seconds: number;
};
export type ChaosParts = {
  lab: OfflineLab;
  context: BrowserContext;
  person: Person;
  /** All of them on the first screen of the catalogue. */
  products: readonly LabProduct[];
};

const ALIVE = 6;
/** Far from every limit of a line: clamps have tests of their own. */
const MOST = 12;
const PORTAL: Cut = {
  kind: 'answer',
  http: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<title>Вход в сеть</title>',
};
/** Out of a hundred keyed requests (docs/product/offline.md#tests). */
const CUTS: readonly (readonly [share: number, name: string, cut: (passing: Passing) => Cut])[] = [
  [15, 'cut before', () => ({ kind: 'drop' })],
  [20, 'cut after', () => ({ kind: 'lose' })],
  [5, 'half', () => ({ kind: 'half' })],
  [7, '503', (passing) => busyAnswer(passing)],
  [5, 'portal', () => PORTAL],
];

export async function runChaos(parts: ChaosParts, { tabs, seed, log = () => {} }: ChaosOptions): Promise<ChaosReport> {
  const { lab, context, person, products } = parts;
  const began = performance.now();
  const script = seeded(seed);
  const weather = seeded(seed + 1);
  const alive: Page[] = [];
  const pieces = new Map<number, number>();
  const hearts = new Map<number, boolean>();
  const cut: Record<string, number> = {};
  const report = { tabs: 0, crashed: 0, closed: 0, reloaded: 0, workersKilled: 0, gestures: 0, unsaved: 0 };
  let saved = 0;

  // The first tab comes in fair weather: it logs in and waits until the phone holds the shop.
  await openTab((page) => openShopOn(page, lab, person));
  lab.proxy.forget();
  lab.proxy.fault(strike, { match: isKeyed, resends: 'own' });
  while (report.tabs < tabs || alive.length > 1) await step();
  lab.proxy.liftAll();

  const last = alive[0] as Page;
  await last.reload();
  const { seen } = lab.proxy;
  const keyed = seen.filter(isKeyed);
  await expectExactlyOnce(lab, last, intents());
  await expectSameOnScreen(last);
  return {
    ...report,
    requests: keyed.length,
    resends: keyed.filter((one) => one.isResend).length,
    cut,
    pieces: [...pieces.values()].reduce((sum, one) => sum + one, 0),
    hearts: [...hearts.values()].filter(Boolean).length,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  };

  async function step(): Promise<void> {
    const dice = script.next();
    const tab = script.pick(alive);
    const isLast = alive.length === 1;
    const isEnding = report.tabs >= tabs;
    if (!isEnding && (isLast || (alive.length < ALIVE && dice < 0.25))) return openTab((page) => page.goto('/katalog'));
    if (dice < (isEnding ? 0.4 : 0.33) && !isLast) return crash(tab);
    if (dice < (isEnding ? 0.5 : 0.38) && !isLast) return close(tab);
    if (dice < 0.42) return kill();
    if (dice < 0.45) return reload(tab);
    return gesture(tab, dice > 0.95 && !isLast);
  }

  async function openTab(arrive: (page: Page) => Promise<unknown>): Promise<void> {
    const page = await context.newPage();
    await arrive(page);
    await isReady(page);
    alive.push(page);
    report.tabs += 1;
    if (report.tabs % 20 === 0)
      log(`${report.tabs} вкладок, ${saved} жестов сохранено, ${lab.proxy.seen.filter(isKeyed).length} запросов`);
  }
  async function crash(page: Page): Promise<void> {
    await lab.crashTab(page);
    // Tabs that shared its renderer are dead as well; a dead one answers nothing.
    const answers = await Promise.all(alive.map((one) => one.evaluate(() => true).catch(() => false)));
    for (const [index, one] of [...alive].entries()) {
      if (answers[index]) continue;
      alive.splice(alive.indexOf(one), 1);
      if (one !== page) await lab.crashTab(one);
      report.crashed += 1;
    }
    if (alive.length === 0) await openTab((next) => next.goto('/katalog'));
  }
  async function close(page: Page): Promise<void> {
    alive.splice(alive.indexOf(page), 1);
    await page.close();
    report.closed += 1;
  }
  async function kill(): Promise<void> {
    report.workersKilled += await lab.killWorker();
  }
  async function reload(page: Page): Promise<void> {
    await page.reload();
    await isReady(page);
    report.reloaded += 1;
  }

  /** One tap; now and then the tab dies right after it, and the phone's own books tell whether it was saved. */
  async function gesture(page: Page, diesAtOnce: boolean): Promise<void> {
    const product = script.pick(products);
    const isHeart = script.next() < 0.3;
    const held = pieces.get(product.id) ?? 0;
    const delta = held === 0 || (held < MOST && script.next() < 0.6) ? 1 : -1;
    const name = isHeart ? 'В избранное' : delta < 0 ? 'Убавить' : /^(В корзину|Добавить)$/;
    const found = card(page, product.title);
    // Other tabs' gestures are on this screen too, a moment later.
    if (!isHeart) await expect(held > 0 ? stepper(found) : found.getByRole('button', { name })).toBeVisible();
    if (held > 0 && !isHeart) await expect(stepper(found)).toContainText(String(held));
    const button = found.getByRole('button', { name });
    // A tab in the background draws once a second, and a real click waits for two frames.
    if (isHeart) await expect.poll(() => tapSeen(button, hearts.get(product.id) ?? false)).toBe(true);
    else await button.dispatchEvent('click');
    report.gestures += 1;
    if (diesAtOnce) await crash(page);
    if (!(await isSaved(diesAtOnce))) {
      report.unsaved += 1;
      return;
    }
    saved += 1;
    // It may have died before it told the others. Whoever turns to one of them sees what it has left.
    if (diesAtOnce) for (const one of alive) await one.evaluate(() => dispatchEvent(new Event('pageshow')));
    if (isHeart) hearts.set(product.id, !hearts.get(product.id));
    else pieces.set(product.id, held + delta);
  }

  /** Looks and taps in one moment: a tab that is just reading its hearts may draw another one between the two. */
  function tapSeen(heart: Locator, isOn: boolean): Promise<boolean> {
    return heart.evaluate((button, on) => {
      if (button.ariaPressed !== on) return false;
      (button as HTMLElement).click();
      return true;
    }, String(isOn));
  }

  /** Gestures come one by one, so the books of the phone are one ahead as soon as this one is durable. */
  async function isSaved(mayBeLost: boolean): Promise<boolean> {
    const page = alive[0] as Page;
    // What a dead tab has begun to write is in the order of the transactions before this reading.
    if (mayBeLost) return (await enqueuedOf(page)) === saved + 1;
    await expect.poll(() => enqueuedOf(page), { intervals: [10, 20, 50], timeout: 20_000 }).toBe(saved + 1);
    return true;
  }

  function strike(passing: Passing): Cut | null {
    let dice = weather.next() * 100;
    for (const [share, name, make] of CUTS) {
      dice -= share;
      if (dice >= 0) continue;
      cut[name] = (cut[name] ?? 0) + 1;
      return make(passing);
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

  async function isReady(page: Page): Promise<void> {
    await expect(page.getByRole('link', { name: 'Кабинет' }).first()).toBeVisible();
    await expect(card(page, products.at(-1)?.title ?? '')).toBeVisible();
  }

  /** The queue is empty, so what the person sees is what the shop holds (I7). */
  async function expectSameOnScreen(page: Page): Promise<void> {
    await page.goto('/katalog');
    await isReady(page);
    for (const { id, title } of products) {
      const held = pieces.get(id) ?? 0;
      if (held > 0) await expect(stepper(card(page, title))).toContainText(String(held));
      else await expect(card(page, title).getByRole('button', { name: 'В корзину' })).toBeVisible();
      const on = String(hearts.get(id) ?? false);
      await expect(card(page, title).getByRole('button', { name: 'В избранное' })).toHaveAttribute('aria-pressed', on);
    }
  }
}
