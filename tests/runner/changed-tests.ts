import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { bin, ROOT } from '#tests/runner/command.ts';
import { type E2eReport, specsOf } from '#tests/runner/e2e-report.ts';

export type Lines = { from: number; to: number };

/** Lines of the new file that a unified diff without context touches, per file. Pure. */
export function changedLines(diff: string): Map<string, Lines[]> {
  const changed = new Map<string, Lines[]>();
  let file: string | null = null;
  for (const line of diff.split('\n')) {
    const name = /^\+\+\+ b\/(.+)$/.exec(line)?.[1];
    if (name) changed.set((file = name), []);
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk || file === null) continue;
    const from = Number(hunk[1]);
    // A hunk that only takes lines away (length 0) stands between two lines: both belong to it.
    const length = Number(hunk[2] ?? 1);
    changed.get(file)?.push({ from, to: length === 0 ? from + 1 : from + length - 1 });
  }
  return changed;
}

/**
 * Tests of a file that a change touches, by the lines where they begin. A change above the first test is one of the file's
 * helpers, and touches every test; so does one that nobody claims.
 */
export function touchedTests(begins: readonly number[], changed: readonly Lines[]): number[] {
  const starts = [...new Set(begins)].sort((one, other) => one - other);
  const first = starts[0] ?? 0;
  if (changed.some(({ from }) => from < first)) return starts;
  return starts.filter((start, at) => {
    const end = (starts[at + 1] ?? Infinity) - 1;
    return changed.some(({ from, to }) => from <= end && to >= start);
  });
}

/** `file:line` of every browser test that differs from `base`, as Playwright takes them; null = there is no git to ask. */
export function changedBrowserTests(base: string): string[] | null {
  if (!existsSync(`${ROOT}.git`)) return null;
  const diff = git(['diff', '--unified=0', '--diff-filter=AM', base, '--', 'tests/e2e/*.spec.ts']);
  const changed = changedLines(diff);
  if (changed.size === 0) return [];
  const list = execFileSync(
    process.execPath,
    [
      bin('@playwright/test/cli.js'),
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
      '--list',
      '--reporter=json',
      ...changed.keys(),
    ],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, TEST_ALL: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: '' } },
  );
  const specs = specsOf((JSON.parse(list) as E2eReport).suites);
  return [...changed].flatMap(([path, lines]) => {
    const own = specs.filter(({ file }) => path.endsWith(`/${file}`)).map(({ line }) => line);
    return touchedTests(own, lines).map((line) => `${path}:${line}`);
  });
}

/** Where this branch has left main; on main itself, what came before its last commit. */
export function baseOfBranch(): string {
  const fork = git(['merge-base', 'HEAD', 'main']).trim();
  return fork === git(['rev-parse', 'HEAD']).trim() ? 'HEAD~1' : fork;
}

const git = (words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
