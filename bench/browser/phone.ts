import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '#tests/support/find-chromium.ts';

// The slow phone of docs/product/start.md#speed: «4×» = CPU slowed four times by CDP, «S4G» = 1.6 Mbit/s and 150 ms.

/** 1.6 Mbit/s with a tenth for the headers of the network, as Lighthouse counts it. Bytes per second. */
const S4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: 750e3 / 8 };
const found = await findChromium();
if ('missing' in found) throw new Error(found.missing);
export const LAUNCH = {
  executablePath: found.path,
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

async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return cdp;
}

/** A new browser that has never been here, 4× and S4G. */
export async function onFirstVisit<T>(work: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(LAUNCH);
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    const cdp = await slowDown(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', S4G);
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** The profile of a phone that has read the shop once and holds all of it. Whoever asks removes it with `forget`. */
export async function keepShop(url: string): Promise<{ profile: string; forget(): void }> {
  const profile = mkdtempSync(join(tmpdir(), 'rostok-bench-phone-'));
  await onPhone(profile, async (phone) => {
    const page = phone.pages()[0] ?? (await phone.newPage());
    await page.goto(`${url}/katalog`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(isWholeHeld, undefined, { timeout: 120_000, polling: 250 });
    // The second start writes what only a worker in charge can keep.
    await page.reload();
    await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
  });
  return { profile, forget: () => rmSync(profile, { recursive: true, force: true }) };
}

/** Runs in the page: the pointer stands and names product pages too (src/offline/catalogue-store.ts). */
function isWholeHeld(): Promise<boolean> {
  return new Promise((done) => {
    const opening = indexedDB.open('pub');
    opening.addEventListener('success', () => {
      const db = opening.result;
      if (!db.objectStoreNames.contains('kv')) {
        db.close();
        return done(false);
      }
      const asked = db.transaction('kv').objectStore('kv').get('cat:ptr');
      asked.addEventListener('success', () => {
        db.close();
        const pointer = asked.result as { isPartial?: boolean } | undefined;
        done(pointer !== undefined && pointer.isPartial !== true);
      });
    });
  });
}

/** A new browser process on the phone's profile, without a network and four times slower. */
export async function onColdStart<T>(profile: string, work: (page: Page) => Promise<T>): Promise<T> {
  return onPhone(profile, async (phone) => {
    await phone.setOffline(true);
    const page = phone.pages()[0] ?? (await phone.newPage());
    await slowDown(page);
    return work(page);
  });
}

async function onPhone<T>(profile: string, work: (phone: BrowserContext) => Promise<T>): Promise<T> {
  const phone = await chromium.launchPersistentContext(profile, { ...LAUNCH, ...PHONE });
  try {
    return await work(phone);
  } finally {
    await phone.close();
  }
}
