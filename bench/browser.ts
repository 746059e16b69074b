import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { median, printTable, writeResult } from '#bench/report.ts';
import { openBenchShop } from '#bench/shop.ts';

// First visit, offline cold start and Lighthouse on the built app and the real server (docs/product/start.md#speed).
// 4× = CPU slowed four times by CDP; S4G = 1.6 Mbit/s, 150 ms. Medians of RUNS.

const RUNS = Number(process.env.RUNS ?? 5);
const S4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: 750e3 / 8 };
const LAUNCH = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

type Visit = { fcp: number; lcp: number; cards: number };

async function slow(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return cdp;
}

async function readPaint(page: Page): Promise<Visit> {
  await page.waitForFunction(() => performance.getEntriesByName('cards-24').length > 0, undefined, { timeout: 60_000 });
  await page.waitForTimeout(2500);
  return page.evaluate(
    () =>
      new Promise<Visit>((done) => {
        let lcp = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) lcp = entry.startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(() => {
          done({
            fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            lcp,
            cards: performance.getEntriesByName('cards-24')[0]?.startTime ?? 0,
          });
        }, 100);
      }),
  );
}

async function firstVisit(url: string): Promise<Visit> {
  const browser = await chromium.launch(LAUNCH);
  try {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const cdp = await slow(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', S4G);
    await page.goto(`${url}/katalog`, { waitUntil: 'commit' });
    return await readPaint(page);
  } finally {
    await browser.close();
  }
}

/** A new browser process on a warm profile, without a network. */
async function coldStart(url: string, profile: string): Promise<number> {
  const phone = await chromium.launchPersistentContext(profile, { ...LAUNCH, ...PHONE });
  try {
    await phone.setOffline(true);
    const page = phone.pages()[0] ?? (await phone.newPage());
    await slow(page);
    const started = Date.now();
    await page.goto(`${url}/katalog`, { waitUntil: 'commit' });
    await page.getByRole('article').first().waitFor();
    return Date.now() - started;
  } finally {
    await phone.close();
  }
}

async function warmProfile(url: string): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'rostok-bench-phone-'));
  const phone: BrowserContext = await chromium.launchPersistentContext(profile, { ...LAUNCH, ...PHONE });
  const page = await phone.newPage();
  await page.goto(`${url}/katalog`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    await new Promise((done) => setTimeout(done, 4000));
  });
  await phone.close();
  return profile;
}

async function lighthouse(url: string): Promise<Record<string, number>> {
  const out = join(mkdtempSync(join(tmpdir(), 'rostok-lh-')), 'report.json');
  await new Promise<void>((done, fail) => {
    const run = spawn(
      process.execPath,
      [
        'node_modules/lighthouse/cli/index.js',
        url,
        '--quiet',
        '--output=json',
        `--output-path=${out}`,
        '--only-categories=performance,accessibility,best-practices,seo',
        `--chrome-flags=--headless=new ${LAUNCH.args.join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: LAUNCH.executablePath }, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    run.once('exit', (code) => (code === 0 ? done() : fail(new Error(`lighthouse ended with ${code}`))));
  });
  const { readFileSync } = await import('node:fs');
  const report = JSON.parse(readFileSync(out, 'utf8')) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(
    Object.entries(report.categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
  );
}

export async function benchBrowser(): Promise<void> {
  mkdirSync('bench/results', { recursive: true });
  const shop = await openBenchShop();
  const profile = await warmProfile(shop.url);
  try {
    const visits: Visit[] = [];
    const starts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      visits.push(await firstVisit(shop.url));
      starts.push(await coldStart(shop.url, profile));
    }
    const rows = [
      ['first visit, 4× + S4G: FCP, ms', median(visits.map((one) => one.fcp)), 800],
      ['first visit, 4× + S4G: LCP, ms', median(visits.map((one) => one.lcp)), 1800],
      ['first visit, 4× + S4G: 24 cards, ms', median(visits.map((one) => one.cards)), 1800],
      ['offline cold start, new process, 4×: cards, ms', median(starts), 700],
    ] as [string, number, number][];
    const pages = ['/katalog', '/produkt/magnij-b6-tihij-vecher-10201', '/eshop', '/cart', '/login'];
    for (const path of pages) {
      const runs = [];
      for (let run = 0; run < Math.min(RUNS, 3); run += 1) runs.push(await lighthouse(`${shop.url}${path}`));
      for (const name of Object.keys(runs[0] ?? {}))
        rows.push([
          `Lighthouse ${path}: ${name}`,
          median(runs.map((one) => one[name] ?? 0)),
          name === 'performance' ? (/katalog|produkt/.test(path) ? 98 : 95) : 100,
        ]);
    }
    printTable(
      'Browser',
      ['what', 'median', 'goal'],
      rows.map(([what, value, goal]) => [what, String(Math.round(value)), String(goal)]),
    );
    writeResult('browser', {
      runs: RUNS,
      rows: rows.map(([what, value, goal]) => ({ what, median: value, goal })),
      raw: { visits, starts },
    });
  } finally {
    await shop.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
