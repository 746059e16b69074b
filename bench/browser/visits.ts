import { writeFileSync } from 'node:fs';
import { RESULTS } from '#bench/report.ts';
import { onColdStart, onFirstVisit } from '#bench/browser/phone.ts';
import { type Asked, cardIsSeen, read, readChain, type Seen, watch } from '#bench/browser/watch.ts';

/** Pictures and fonts go on arriving after the cards; the last LCP entry is theirs. */
const SETTLE_MS = 2500;

/** A first visit at 4× and S4G, with a tap on the first heart once it answers. */
export function firstVisit(url: string): Promise<Seen & { requests: number; htmlKb: number }> {
  return onFirstVisit(async (page) => {
    await watch(page);
    // Asking the page anything before it stands would cost it 100 ms of its own processor.
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE_MS);
    await cardIsSeen(page);
    const seen = await read(page);
    const chain = await readChain(page);
    const heart = page.locator('main').getByRole('button', { name: 'В избранное' }).first();
    await heart.tap();
    await page.waitForTimeout(500);
    return {
      ...seen,
      slowestTap: (await read(page)).slowestTap,
      requests: chain.filter(({ from, path }) => from < seen.lcp && !/\.(woff2|avif|webp|png)$/.test(path)).length,
      htmlKb: chain[0]?.kb ?? Number.NaN,
    };
  });
}

/** The first cards of a new process without a network; `word` waits for a card that holds it. */
export function coldStart(profile: string, url: string, word = ''): Promise<Seen> {
  return onColdStart(profile, async (page) => {
    await watch(page, word);
    await page.goto(url, { waitUntil: 'commit' });
    await cardIsSeen(page);
    await page.waitForTimeout(1000);
    return read(page);
  });
}

/** One more visit with the browser's own trace on; its times are not counted: tracing costs some of them. */
export async function tracedVisit(url: string, name: string): Promise<{ file: string; chain: Asked[]; seen: Seen }> {
  const file = `${RESULTS}${name}.trace.json`;
  return onFirstVisit(async (page, browser) => {
    await watch(page);
    await browser.startTracing(page, { path: file, screenshots: false });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE_MS);
    await cardIsSeen(page);
    const [seen, chain] = [await read(page), await readChain(page)];
    await browser.stopTracing();
    writeFileSync(`${RESULTS}${name}.chain.json`, `${JSON.stringify({ seen, chain }, null, 2)}\n`);
    return { file, seen, chain };
  });
}
