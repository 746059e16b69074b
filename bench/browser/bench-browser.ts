import { REQUESTED_WITH } from '#src/offline/keys.ts';
import type { ListRow } from '#contract/catalogue.ts';
import { CATEGORIES, lighthouse, type Scores } from '#bench/browser/lighthouse.ts';
import { keepShop } from '#bench/browser/phone.ts';
import { coldStart, firstVisit, tracedVisit } from '#bench/browser/visits.ts';
import type { Asked } from '#bench/browser/watch.ts';
import { type Goal, judged, median, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { openBenchShop } from '#bench/shop.ts';

// First visits, offline cold starts and Lighthouse on the built app and the real server. Goals:
// docs/product/start.md#speed. Medians of RUNS. A measurement that fails is a row that says so; the others go on.

const RUNS = Number(process.env.RUNS ?? 5);
/** Only these parts, by commas: visits, trace, cold, lighthouse. */
const ONLY = process.env.ONLY?.split(',');
const PRODUCT = '/produkt/magnij-b6-tihij-vecher-10201';
const PAGES = [
  { path: '/katalog', lcp: 900, lighthouse: 98 },
  { path: PRODUCT, lcp: 900, lighthouse: 98 },
  { path: '/', lcp: 1100, lighthouse: 95 },
] as const;

type Row = { what: string; values: number[]; goal: Goal };
const atMost = (most: number): Goal => ({ most });
const atLeast = (least: number): Goal => ({ least });

export async function benchBrowser(): Promise<void> {
  const rows: Row[] = [];
  const wants = (part: string) => !ONLY || ONLY.includes(part);
  const shop = await openBenchShop();
  try {
    if (wants('visits')) for (const page of PAGES) rows.push(...(await visitRows(shop.url, page)));
    if (wants('trace')) await trace(shop.url);
    if (wants('cold')) rows.push(...(await coldRows(shop.url, 'demo', 'Магний')));
    if (wants('lighthouse')) for (const page of PAGES) rows.push(...(await lighthouseRows(shop.url, page)));
  } finally {
    await shop.close();
  }
  if (wants('cold')) rows.push(...(await largeColdRows()));
  const table = rows.map(({ what, values, goal }) => ({ what, value: median(values), goal, runs: values }));
  printTable(
    `Browser, medians of ${RUNS}`,
    ['what', 'median', 'goal', ''],
    table.map(({ what, value, goal }) => [what, shown(value), ...judged(value, goal)]),
  );
  writeResult('browser', { runs: RUNS, rows: table });
}

async function visitRows(url: string, { path, lcp }: (typeof PAGES)[number]): Promise<Row[]> {
  const name = (what: string) => `first visit ${path}: ${what}`;
  // The first visitor after a publish waits for the rendering; everybody else, who is measured here, has it from the shelf.
  await rendered(url + path);
  const seen = await repeat(`first visit ${path}`, () => firstVisit(url + path));
  return [
    { what: name('FCP, ms'), values: seen.map((one) => one.fcp), goal: atMost(700) },
    { what: name('LCP, ms'), values: seen.map((one) => one.lcp), goal: atMost(lcp) },
    { what: name('first card, ms'), values: seen.map((one) => one.card), goal: atMost(lcp) },
    ...(path === '/katalog'
      ? [{ what: name('24 cards live, ms'), values: seen.map((one) => one.cards24), goal: atMost(1700) }]
      : []),
    { what: name('longest task, ms'), values: seen.map((one) => one.longestTask), goal: atMost(50) },
    { what: name('slowest tap, ms'), values: seen.map((one) => one.slowestTap), goal: atMost(100) },
    { what: name('CLS'), values: seen.map((one) => one.cls), goal: atMost(0.01) },
    { what: name('requests before LCP'), values: seen.map((one) => one.requests), goal: atMost(8) },
    { what: name('HTML, kB'), values: seen.map((one) => one.htmlKb), goal: atMost(30) },
  ];
}

/** Cards, and a card that only the search can have found, of a phone that holds this shop. */
async function coldRows(url: string, name: string, word: string): Promise<Row[]> {
  const phone = await keepShop(url);
  try {
    const cards = await repeat(`cold start, ${name}`, () => coldStart(phone.profile, `${url}/katalog`));
    const found = await repeat(`cold search, ${name}`, () =>
      coldStart(phone.profile, `${url}/katalog?q=${encodeURIComponent(word)}`, word),
    );
    return [
      { what: `offline cold start, ${name}: first card, ms`, values: cards.map((one) => one.card), goal: atMost(800) },
      {
        what: `offline cold start, ${name}: longest task, ms`,
        values: cards.map((one) => one.longestTask),
        goal: atMost(50),
      },
      { what: `offline cold start, ${name}: found, ms`, values: found.map((one) => one.card), goal: atMost(1200) },
    ];
  } finally {
    phone.forget();
  }
}

async function largeColdRows(): Promise<Row[]> {
  const large = await openBenchShop({ products: 10_000 });
  try {
    const list = (await fetch(`${large.url}/api/catalog/manifest`).then((answer) => answer.json())) as {
      first: { sha256: string };
    };
    const first = (await fetch(`${large.url}/api/catalog/s/${list.first.sha256}.json`).then((answer) =>
      answer.json(),
    )) as { rows: ListRow[] };
    // The name stands in «quotes» and belongs to the oldest of the first cards.
    const word = /[а-яё]{5,}/i.exec(first.rows.at(-1)?.title ?? '')?.[0] ?? 'Крем';
    return await coldRows(large.url, '10,000 products', word);
  } finally {
    await large.close();
  }
}

async function lighthouseRows(url: string, page: (typeof PAGES)[number]): Promise<Row[]> {
  const runs: Scores[] = [];
  for (let run = 0; run < Math.min(RUNS, 3); run += 1) {
    const scores = await lighthouse(url + page.path);
    tellProgress(`Lighthouse ${page.path} ${run + 1}: ${scores ? JSON.stringify(scores) : 'failed'}`);
    if (scores) runs.push(scores);
  }
  return CATEGORIES.map((name) => ({
    what: `Lighthouse ${page.path}: ${name}`,
    values: runs.flatMap((one) => one[name] ?? []),
    goal: atLeast(name === 'performance' ? page.lighthouse : 100),
  }));
}

async function trace(url: string): Promise<void> {
  try {
    const { file, chain, seen } = await tracedVisit(`${url}/katalog`, 'katalog');
    printTable(
      `Traced visit of /katalog: FCP ${Math.round(seen.fcp)}, LCP ${Math.round(seen.lcp)}; for DevTools: ${file}`,
      ['asked for', 'from ms', 'to ms', 'kB', 'by'],
      chain.map((one: Asked) => [one.path, String(one.from), String(one.to), one.kb.toFixed(1), one.by]),
    );
  } catch (error) {
    tellProgress(`traced visit failed: ${String(error)}`);
  }
}

/** @throws Error when the shop does not render the page within a minute. */
async function rendered(address: string): Promise<void> {
  const end = performance.now() + 60_000;
  // As our own worker asks for pages: `fetch` says of itself that it opens none.
  const headers = { accept: 'text/html', 'X-Requested-With': REQUESTED_WITH };
  while (performance.now() < end) {
    const html = await fetch(address, { headers }).then((answer) => answer.text());
    if (html.includes('data-rendered')) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error(`${address} is not rendered`);
}

/** As many runs as succeed: one that fails is told and left out. */
async function repeat<T>(name: string, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    try {
      done.push(await work());
    } catch (error) {
      tellProgress(
        `${name}, run ${run + 1} failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
  }
  tellProgress(`${name}: ${done.length} of ${RUNS}`);
  return done;
}

const shown = (value: number): string =>
  value < 1 ? value.toFixed(3) : value < 50 ? value.toFixed(1) : String(Math.round(value));
