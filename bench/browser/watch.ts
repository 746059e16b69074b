import type { Page } from '@playwright/test';

/** Milliseconds since the navigation began; 0 for what never came. */
export type Seen = {
  fcp: number;
  lcp: number;
  /** The first card stood in the document and a frame had been drawn. */
  card: number;
  /** The app had the data of 24 cards and answered them (`performance.mark('cards-24')`). */
  cards24: number;
  cls: number;
  /** The longest task before `cards24`. */
  longestTask: number;
  /** The slowest answer to a tap (INP of this visit); 0 when nobody tapped. */
  slowestTap: number;
};

type Watched = { card: number; lcp: number; cls: number; tasks: [start: number, ms: number][]; slowestTap: number };
declare global {
  interface Window {
    benchSeen?: Watched;
  }
}

/** Puts the observers in before the page's own first line. `word`: only a card that holds it counts as the first card. */
export async function watch(page: Page, word = ''): Promise<void> {
  await page.addInitScript((wanted: string) => {
    const seen: Watched = (window.benchSeen = { card: 0, lcp: 0, cls: 0, tasks: [], slowestTap: 0 });
    const observe = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
    observe('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
    observe('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
    observe('layout-shift', (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) seen.cls += shift.value;
    });
    observe('event', (entry) => (seen.slowestTap = Math.max(seen.slowestTap, entry.duration)), {
      durationThreshold: 16,
    });
    const look = () => {
      // On a first visit any card will do, and looking for one must cost next to nothing.
      const isThere = wanted
        ? [...document.querySelectorAll('article')].some((card) => card.textContent.includes(wanted))
        : document.querySelector('article') !== null;
      if (!isThere) return;
      cards.disconnect();
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => (seen.card = performance.now())));
    };
    const cards = new MutationObserver(look);
    cards.observe(document, { childList: true, subtree: true, characterData: true });
  }, word);
}

export const cardIsSeen = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (window.benchSeen?.card ?? 0) > 0, undefined, { timeout: 60_000 });

export async function read(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    const { card, lcp, cls, tasks, slowestTap } = window.benchSeen!;
    const cards24 = at('cards-24');
    const before = tasks.filter(([start]) => start < cards24).map(([, ms]) => ms);
    return {
      fcp: at('first-contentful-paint'),
      lcp,
      card,
      cards24,
      cls,
      longestTask: Math.max(0, ...before),
      slowestTap,
    };
  });
}

export type Asked = { from: number; to: number; kb: number; path: string; by: string };

/** What the page asked for, in the order of asking; the document first. Sizes as they travelled. */
export async function readChain(page: Page): Promise<Asked[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => {
        const { startTime, responseEnd, transferSize, initiatorType, name } = entry as PerformanceResourceTiming;
        const { pathname, search } = new URL(name);
        return {
          from: Math.round(startTime),
          to: Math.round(responseEnd),
          kb: transferSize / 1000,
          path: pathname + search,
          by: initiatorType,
        };
      })
      .sort((a, b) => a.from - b.from),
  );
}
