import { join } from 'node:path';
import { bin, readReport, reports, run } from '#tests/runner/command.ts';
import { type E2eReport, failuresOf, slowestOf } from '#tests/runner/e2e-report.ts';
import { note, noteOne, remark, tell, timed } from '#tests/runner/tally.ts';
import { findChromium } from '#tests/support/find-chromium.ts';

const CHECKS: [title: string, args: string[]][] = [
  ['types (tsc -b)', [bin('typescript/bin/tsc'), '-b']],
  ['linter (oxlint)', [bin('oxlint/bin/oxlint'), '--type-aware', '--quiet', '.']],
  [
    'import rules (dependency-cruiser)',
    [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      'contract',
      'src',
      'sw',
      'server',
      'tests',
      'bench',
    ],
  ],
  ['formatting (oxfmt)', [bin('oxfmt/bin/oxfmt'), '--check', '.']],
];

export async function check(): Promise<void> {
  // Side by side: the first two take most of the time, and types keep one processor busy.
  const ended = await Promise.all(CHECKS.map(async ([title, args]) => ({ title, ...(await run(title, args)) })));
  for (const { title, ...one } of ended) noteOne(title, one);
}

export async function build(): Promise<void> {
  noteOne('client build', await run('client build (vite)', ['server/build.ts']));
}

/** Browser tests; `title` names them in the last lines. */
export async function e2e(more: string[], env: Record<string, string> = {}, title = 'e2e'): Promise<void> {
  const browser = await findChromium();
  if ('missing' in browser) {
    console.error(browser.missing);
    return note(title, { passed: 0, failed: 1 }, 0);
  }
  const file = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`);
  const args = [bin('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', ...more];
  const { code, seconds } = await run(`browser tests (playwright): ${title}`, args, {
    CHROMIUM_PATH: browser.path,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...env,
  });
  const report = readReport<E2eReport>(file);
  for (const { title: failed, messages } of failuresOf(report?.suites ?? [])) tell(failed, messages);
  const { expected: passed = 0, unexpected: failed = 0 } = report?.stats ?? {};
  note(title, { passed, failed: code === 0 ? failed : Math.max(1, failed) }, seconds);
  const slowest = slowestOf(report?.suites ?? []);
  if (slowest.length > 5) remark(`slowest: ${slowest.slice(0, 5).map(timed).join(', ')}`);
}
