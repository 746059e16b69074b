import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from '#tests/support/find-chromium.ts';

// `npm test`: check, build, unit, e2e. Prints what it runs and ends with one line `N passed, N failed` over all of them.
// Parts alone: node tests/run.ts check | unit | e2e [arguments for vitest or playwright]

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const bin = (path: string) => join(ROOT, 'node_modules', path);
type Count = { passed: number; failed: number };
type E2eSuite = {
  suites?: E2eSuite[];
  specs?: {
    title: string;
    file: string;
    ok: boolean;
    tests: { status?: string; results: { errors?: { message?: string }[] }[] }[];
  }[];
};
type UnitReport = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    message?: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};
type E2eReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: E2eSuite[] };

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

const [part = 'all', ...more] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'rostok-reports-'));
const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
/** What a failed test said, told again at the very end: a long log is often kept only by its tail. */
const told: string[] = [];
try {
  if (part === 'all' || part === 'check') await check();
  if (part === 'all' || part === 'e2e') await build();
  if (part === 'all' || part === 'unit') await unit();
  if (part === 'all' || part === 'e2e') await e2e();
} finally {
  rmSync(reports, { recursive: true, force: true });
}
console.log(`\n${[...told, ...lines].join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function check(): Promise<void> {
  for (const [title, args] of CHECKS) {
    const { code, seconds } = await run(title, args);
    note(title, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, seconds);
  }
}

async function build(): Promise<void> {
  const { code, seconds } = await run('client build (vite)', ['server/build.ts']);
  note('client build', code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, seconds);
}

async function unit(): Promise<void> {
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
  const { code, seconds } = await run('unit and feature tests (vitest)', args);
  const report = read<UnitReport>(file);
  for (const { name, message, status, assertionResults } of report?.testResults ?? []) {
    const failures = assertionResults.filter((one) => one.status === 'failed');
    for (const { fullName, failureMessages } of failures) tell(`${relative(ROOT, name)}: ${fullName}`, failureMessages);
    if (status === 'failed' && failures.length === 0) tell(relative(ROOT, name), [message ?? '']);
  }
  // A file that does not load has no failed tests, and an unhandled error none at all: the exit code still tells.
  const failed = report?.numFailedTests ?? 0;
  note(
    'unit',
    {
      passed: report?.numPassedTests ?? 0,
      failed: code === 0 ? failed : Math.max(1, failed, report?.numFailedTestSuites ?? 0),
    },
    seconds,
  );
}

async function e2e(): Promise<void> {
  const browser = await findChromium();
  if ('missing' in browser) {
    console.error(browser.missing);
    return note('e2e', { passed: 0, failed: 1 }, 0);
  }
  const file = join(reports, 'e2e.json');
  const args = [bin('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', ...more];
  const { code, seconds } = await run('browser tests (playwright)', args, {
    CHROMIUM_PATH: browser.path,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = read<E2eReport>(file);
  for (const suite of report?.suites ?? []) failuresOf(suite);
  const failed = report?.stats.unexpected ?? 0;
  const passed = (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0);
  note('e2e', { passed, failed: code === 0 ? failed : Math.max(1, failed) }, seconds);
  if (report && report.stats.flaky > 0)
    lines.push(`       of these ${report.stats.flaky} only at the second try: see above`);
}

function run(
  title: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; seconds: number }> {
  console.log(`\n── ${title}`);
  const began = Date.now();
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', (error) => {
      console.error(error.message);
      done({ code: 1, seconds: 0 });
    });
    child.on('close', (code) => done({ code, seconds: (Date.now() - began) / 1000 }));
  });
}

function failuresOf({ suites = [], specs = [] }: E2eSuite): void {
  for (const spec of specs) {
    const isFlaky = spec.tests.some(({ status }) => status === 'flaky');
    if (spec.ok && !isFlaky) continue;
    // A test that ran out of time has two: that it did, and what it was waiting for.
    const errors = spec.tests.flatMap((one) => one.results[0]?.errors ?? []);
    tell(
      `${isFlaky ? 'SECOND TRY ' : ''}${spec.file}: ${spec.title}`,
      errors.map(({ message = '' }) => message),
    );
  }
  for (const suite of suites) failuresOf(suite);
}

function tell(title: string, messages: readonly string[] | null | undefined): void {
  const short = (messages ?? []).map((message) => stripVTControlCharacters(message).slice(0, 900));
  told.push(`${title}\n${short.join('\n')}\n`);
}

function note(title: string, count: Count, seconds: number): void {
  total.passed += count.passed;
  total.failed += count.failed;
  lines.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${count.passed} passed, ${count.failed} failed (${seconds.toFixed(0)} s)`,
  );
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
