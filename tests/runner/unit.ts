import { join, relative } from 'node:path';
import { bin, readReport, reports, ROOT, run } from '#tests/runner/command.ts';
import { note, remark, tell, timed } from '#tests/runner/tally.ts';
import { countOf, failuresOf, type UnitReport, type UnitRun } from '#tests/runner/unit-report.ts';

/** Unit, feature and component tests. `TEST_ALL=1` in `env`: with what the gate leaves to `npm run test:all`. */
export async function unit(more: string[], env: Record<string, string> = {}): Promise<void> {
  const began = Date.now();
  const ran = await vitest('unit, feature and component tests (vitest)', more, env);
  for (const { file, title, messages } of failuresOf(ran))
    tell([file === null ? '' : inRoot(file), title].filter(Boolean).join(': '), messages);
  note('unit', countOf(ran), (Date.now() - began) / 1000);
  const slowest = (ran.report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: inRoot(name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds);
  if (slowest.length > 5) remark(`slowest: ${slowest.slice(0, 5).map(timed).join(', ')}`);
}

const inRoot = (file: string): string => relative(ROOT, file);

async function vitest(title: string, more: string[], env: Record<string, string>): Promise<UnitRun> {
  const [file, stray] = [join(reports, 'unit.json'), join(reports, 'unit-stray.json')];
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
  const strayErrors = readReport<string[]>(stray) ?? ['the run has ended before its end'];
  return { code, report: readReport<UnitReport>(file), strayErrors };
}
