import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '#tests/e2e/playwright.config.ts';
import { type LabParts, openLab, type OpenLab } from '#tests/e2e/support/offline-lab.ts';

/** A phone that can be switched off: a profile on disk, a new browser process at every start. */
export type Phone = {
  /** A fresh browser on the same profile. `offline`: it wakes up without a signal. */
  start(options?: { offline?: boolean }): Promise<{ page: Page; lab: OpenLab }>;
  /** The process dies as when a phone runs empty: nobody is told, nothing is tidied up. */
  crash(): Promise<void>;
};

export async function withPhone(parts: Omit<LabParts, 'context'>, run: (phone: Phone) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'rostok-phone-'));
  let open: BrowserContext | null = null;
  let lab: OpenLab | null = null;
  const end = async () => {
    await lab?.close();
    await open?.close();
    open = lab = null;
  };
  const phone: Phone = {
    async start({ offline = false } = {}) {
      await end();
      open = await chromium.launchPersistentContext(profile, {
        ...config.use?.launchOptions,
        baseURL: parts.proxy.url,
        locale: 'ru-RU',
        timezoneId: 'Europe/Moscow',
        viewport: { width: 360, height: 780 },
      });
      lab = await openLab({ ...parts, context: open });
      if (offline) await lab.offline();
      return { page: await open.newPage(), lab };
    },
    async crash() {
      const context = open;
      if (!context) throw new Error('the phone is off');
      const cdp = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
      const gone = new Promise((done) => context.once('close', done));
      // It never answers: there is nobody left to.
      cdp.send('Browser.crash').catch(() => {});
      await gone;
      open = lab = null;
    },
  };
  try {
    await run(phone);
  } finally {
    await end();
    rmSync(profile, { recursive: true, force: true });
  }
}
