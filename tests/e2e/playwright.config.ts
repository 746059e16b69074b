import { existsSync } from 'node:fs';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { FEATURES_OFF } from '#tests/support/chromium-features.ts';
import { importQuickly } from '#tests/support/import-quickly.ts';

importQuickly();

/** CHROMIUM_PATH, then Debian's browser, then whatever Playwright has of its own (docs/toolchain.md). */
const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));

/** Which of them (docs/decisions/186-the-long-run-in-parts.md): together they are all, and none is in two. */
const LONG_JOURNEY = /(?=.*@queue)(?=.*@long)/;
const SETS = {
  all: {},
  gate: { grepInvert: /@long/, testIgnore: '**/*.long.spec.ts' },
  variants: { grep: LONG_JOURNEY, testIgnore: '**/*.long.spec.ts' },
  long: { grep: /@long|\.long\.spec\.ts/, grepInvert: /^(?!.*\.long\.spec)(?=.*@queue)(?=.*@long)/ },
} as const;
const asked = process.env.TEST_SET ?? (process.env.TEST_ALL === '1' ? 'all' : 'gate');
const isSet = (name: string): name is keyof typeof SETS => name in SETS;
if (!isSet(asked)) throw new Error(`no such set of tests: ${asked}; there are ${Object.keys(SETS).join(', ')}`);
const reporters: ReporterDescription[] = [['list'], ['./support/hang-reporter.ts']];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  ...SETS[asked],
  outputDir: '../../test-results',
  globalSetup: './support/global-setup.ts',
  // Each with a shop and a database of its own. Three for two cores: a fifth of their time they wait
  // (docs/decisions/187-ten-minutes.md).
  workers: 3,
  fullyParallel: false,
  // What fails once is a fault (docs/decisions/352-no-second-try.md).
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits name a hang; a machine with a busy neighbour must not look like a fault, and what passes waits for nothing.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [...reporters, ['json']] : reporters,
  use: {
    // Shorter than a test may take: what hangs is named by its own line.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    colorScheme: 'light',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        FEATURES_OFF,
      ],
    },
  },
});
