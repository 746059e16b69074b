import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FEATURES_OFF } from '#tests/support/chromium-features.ts';

// Ours takes the place of Playwright's list, so nothing of that list may be missing.

/** For browsers and systems that no test runs in. */
const ELSEWHERE = ['TcpPortRandomizationWin', 'msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'];

it('switches off whatever Playwright does', () => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@playwright/test/package.json'));
  const bundle = readFileSync(join(dirname(resolve('playwright-core/package.json')), 'lib', 'coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[([^\]]+)\]/.exec(bundle)?.[1] ?? '';
  const theirs = [...list.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
  expect(theirs.length).toBeGreaterThan(5);
  const ours = FEATURES_OFF.replace('--disable-features=', '').split(',');
  expect(theirs.filter((name) => !ours.includes(name) && !ELSEWHERE.includes(name))).toEqual([]);
});
