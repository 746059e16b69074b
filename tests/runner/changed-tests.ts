import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tests/runner/command.ts';

export type Lines = { from: number; to: number };
export type Declared = { line: number; title: string };

/** Lines of the new file that a unified diff without context touches, per file. */
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

/** Tests and journeys as a spec declares them: where each begins, and its title. */
export function declaredTests(spec: string): Declared[] {
  const calls = spec.matchAll(/^ *(?:test|journey)\(\s*(['`])(.*?)\1,/gm);
  return [...calls].map(({ index, 2: title = '' }) => ({ line: spec.slice(0, index).split('\n').length, title }));
}

/**
 * Of these the ones that a change touches. A change above the first is one of the file's helpers, and touches every test.
 */
export function touchedTests(declared: readonly Declared[], changed: readonly Lines[]): Declared[] {
  const first = declared[0]?.line ?? 0;
  if (changed.some(({ from }) => from < first)) return [...declared];
  return declared.filter(({ line }, at) => {
    const end = (declared[at + 1]?.line ?? Infinity) - 1;
    return changed.some(({ from, to }) => from <= end && to >= line);
  });
}

/**
 * The browser tests that differ from `base` (main, if it is not given): each file with what to give to `--grep`. Null = there
 * is no git to ask.
 */
export function changedBrowserTests(base: string | undefined): { file: string; grep: string }[] | null {
  if (!existsSync(join(ROOT, '.git'))) return null;
  const changed = changedLines(
    git(['diff', '--unified=0', '--diff-filter=AMR', base ?? baseOfBranch(), '--', 'tests/e2e/*.spec.ts']),
  );
  return [...changed].flatMap(([file, lines]) => {
    const titles = touchedTests(declaredTests(readFileSync(join(ROOT, file), 'utf8')), lines);
    return titles.length === 0 ? [] : [{ file, grep: titles.map(({ title }) => patternOf(title)).join('|') }];
  });
}

/** A title is written as a string, sometimes with parts that are filled in. */
const patternOf = (title: string): string =>
  title.replaceAll(/\$\{[^}]*\}|[.*+?^$()[\]{}|\\]/g, (part) => (part.startsWith('${') ? '.*' : `\\${part}`));

/** Where this branch has left main; on main itself, what came before its last commit. */
function baseOfBranch(): string {
  const fork = git(['merge-base', 'HEAD', 'main']).trim();
  return fork === git(['rev-parse', 'HEAD']).trim() ? 'HEAD~1' : fork;
}

const git = (words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
