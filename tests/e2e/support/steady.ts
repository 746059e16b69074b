import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/test.ts';

/** Whatever comes by itself has come by then: the notice of cookies stands after a second of the page's own time. */
const LATE_MS = 1600;
/** What a page may move by in all (docs/product/start.md#first-load). */
const MOST = 0.01;

/** Nothing has jumped since this page was opened. It is asked as soon as all that comes late has come. */
export async function expectSteady(page: Page, label: string): Promise<void> {
  await page.waitForFunction((ms) => performance.now() > ms, LATE_MS);
  const shift = await page.evaluate(shiftsOfPage);
  expect(shift.sum, `${label} shifted: ${shift.what}`).toBeLessThanOrEqual(MOST);
}

/** Runs in a page: everything that has moved without having been touched, and what it was. */
function shiftsOfPage(): Promise<{ sum: number; what: string }> {
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  const nameOf = (node: Node) =>
    node instanceof Element
      ? `${node.nodeName}.${node.className}`
      : `«${node.textContent?.slice(0, 60)}» of ${node.parentElement?.className}`;
  return new Promise((done) => {
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
      const what = shifts.flatMap(({ sources }) =>
        sources.map(
          // What has gone since is told by its place.
          ({ node, previousRect: was, currentRect: is }) =>
            `${node ? nameOf(node) : '(gone)'} ${JSON.stringify(was)} → ${JSON.stringify(is)}`,
        ),
      );
      done({ sum: shifts.reduce((sum, { value }) => sum + value, 0), what: what.join(' ') });
    }).observe({ type: 'layout-shift', buffered: true });
    // An observer says nothing where there was nothing.
    setTimeout(() => done({ sum: 0, what: '' }), 200);
  });
}
