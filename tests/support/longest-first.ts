import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, the longest first (seconds on two quiet cores: 55 to 6). Vitest begins with the largest files, and
 * the simulation is one of the smallest: it began last, and half of the machine waited for it.
 */
export const LONGEST: readonly string[] = [
  'tests/platform/starting.test.ts',
  'tests/demo/seed.test.ts',
  'tests/backup/backup.test.ts',
  'tests/offline/simulation-random.test.ts',
  'tests/platform/stopped-database.test.ts',
  'tests/jobs/processes.test.ts',
  'tests/orders/crash.test.ts',
  'tests/jobs/failed-jobs.test.ts',
  'tests/architecture/planted-note.test.ts',
  'tests/education-server/import-courses.test.ts',
  'tests/education-server/content.test.ts',
  'tests/import/import-feed.test.ts',
  'tests/payments/random-orders.test.ts',
  'tests/architecture/imports.test.ts',
  'tests/outside/outside.test.ts',
  'tests/jobs/runner.test.ts',
  'tests/offline/simulation.test.ts',
  'tests/crash/crash.test.ts',
  'tests/platform/leftover-process.test.ts',
];

/** Where `file` stands: the lower, the earlier. */
export const rankOf = (file: string): number => {
  const at = LONGEST.indexOf(file);
  return at < 0 ? LONGEST.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => rankOf(relative(process.cwd(), moduleId).replaceAll('\\', '/'));
    // Whoever shares a process comes last and together: it goes on to the next of them only if that is the next of all.
    const shares = ({ project }: TestSpecification) => Number(!project.config.isolate);
    return sorted.toSorted((one, other) => rank(one) - rank(other) || shares(one) - shares(other));
  }
}
