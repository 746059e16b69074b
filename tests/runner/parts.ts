import { join, relative } from 'node:path';
import { bin, readReport, reports, ROOT, run } from '#tests/runner/command.ts';
import { type E2eReport, failuresOf, slowestOf } from '#tests/runner/e2e-report.ts';
import { note, noteOne, remark, tell } from '#tests/runner/tally.ts';
import { findChromium } from '#tests/support/find-chromium.ts';

type UnitReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    message?: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};

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
  for (const [title, args] of CHECKS) noteOne(title, await run(title, args));
}

export async function build(): Promise<void> {
  noteOne('client build', await run('client build (vite)', ['server/build.ts']));
}

/** `TEST_ALL=1` in `env`: with what the gate leaves to `npm run test:all`. */
export async function unit(more: string[], env: Record<string, string> = {}): Promise<void> {
  const file = join(reports, 'unit.json');
  const args = [
    bin('vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ];
  const { code, seconds } = await run('unit, feature and component tests (vitest)', args, env);
  const report = readReport<UnitReport>(file);
  for (const { name, message, status, assertionResults } of report?.testResults ?? []) {
    const failures = assertionResults.filter((one) => one.status === 'failed');
    for (const { fullName, failureMessages } of failures) tell(`${relative(ROOT, name)}: ${fullName}`, failureMessages);
    if (status === 'failed' && failures.length === 0) tell(relative(ROOT, name), [message ?? '']);
  }
  // A file that does not load has no failed tests, and an unhandled error or a dead worker none at all: the exit code and
  // the report both have to say that all is well.
  const isGreen = code === 0 && report?.success === true;
  const failed = report?.numFailedTests ?? 0;
  const shown = isGreen ? failed : Math.max(1, failed, report?.numFailedTestSuites ?? 0);
  note('unit', { passed: report?.numPassedTests ?? 0, failed: shown }, seconds);
  const files = (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: relative(ROOT, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds);
  if (files.length > 5) remark(`slowest: ${files.slice(0, 5).map(timed).join(', ')}`);
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
  const { expected = 0, flaky = 0, unexpected: failed = 0 } = report?.stats ?? {};
  note(title, { passed: expected + flaky, failed: code === 0 ? failed : Math.max(1, failed) }, seconds);
  if (flaky > 0) remark(`of these ${flaky} only at the second try: see above`);
  const slowest = slowestOf(report?.suites ?? []);
  if (slowest.length > 5) remark(`slowest: ${slowest.slice(0, 5).map(timed).join(', ')}`);
}

const timed = ({ name, seconds }: { name: string; seconds: number }) => `${name} ${seconds.toFixed(0)} s`;
