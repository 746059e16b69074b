import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bin, readReport, reports, ROOT, run } from '#tests/runner/command.ts';
import { note, remark, tell, timed } from '#tests/runner/tally.ts';
import {
  countOf,
  failedFiles,
  failuresOf,
  filesToTryAgain,
  type UnitReport,
  type UnitRun,
} from '#tests/runner/unit-report.ts';

/**
 * Unit, feature and component tests. Files that fail are run once more, alone, and named if they pass then
 * (docs/decisions/181-what-stands-where.md); with arguments of one's own or `STRICT=1` there is no second try.
 * `TEST_ALL=1` in `env`: with what the gate leaves to `npm run test:all`.
 */
export async function unit(more: string[], env: Record<string, string> = {}): Promise<void> {
  const began = Date.now();
  const first = await vitest('unit, feature and component tests (vitest)', more, env);
  const files = more.length > 0 || process.env.STRICT ? [] : filesToTryAgain(first);
  const again =
    files.length > 0
      ? await vitest(`once more, alone: ${files.map(inRoot).join(', ')}`, [...files, '--maxWorkers=1'], env)
      : undefined;

  const stillFail = new Set(again ? failedFiles(again) : failedFiles(first));
  for (const { file, title, messages } of failuresOf(first)) {
    const isSecond = again !== undefined && !stillFail.has(file);
    tell(`${isSecond ? 'ONLY AT THE SECOND TRY ' : ''}${inRoot(file)}${title && `: ${title}`}`, messages);
  }
  if (again)
    for (const { file, title, messages } of failuresOf(again))
      tell(`AT THE SECOND TRY TOO ${inRoot(file)}${title && `: ${title}`}`, messages);
  note('unit', countOf(first, again), (Date.now() - began) / 1000);
  const second = files.filter((file) => !stillFail.has(file));
  if (second.length > 0) remark(`only at the second try: ${second.map(inRoot).join(', ')}; see above`);
  const slowest = (first.report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: inRoot(name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds);
  if (slowest.length > 5) remark(`slowest: ${slowest.slice(0, 5).map(timed).join(', ')}`);
}

const inRoot = (file: string): string => relative(ROOT, file);

let runs = 0;
async function vitest(title: string, more: string[], env: Record<string, string>): Promise<UnitRun> {
  runs += 1;
  const [file, stray] = [join(reports, `unit-${runs}.json`), join(reports, `unit-${runs}-stray.txt`)];
  const args = [
    bin('vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tests/runner/stray-errors.ts',
    `--outputFile.json=${file}`,
    ...more,
  ];
  const { code } = await run(title, args, { ...env, STRAY_FILE: stray });
  // A run that has not said how many has ended before its end.
  const strayErrors = existsSync(stray) ? Number(readFileSync(stray, 'utf8')) : 1;
  return { code, report: readReport<UnitReport>(file), strayErrors };
}
