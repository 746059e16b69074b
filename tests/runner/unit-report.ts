/** What vitest's JSON reporter writes, as far as it is read here. */
export type UnitReport = {
  success: boolean;
  testResults: {
    name: string;
    message?: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};
type FileResult = UnitReport['testResults'][number];
/** One call of vitest: its exit code, its report, and errors that belong to no test. */
export type UnitRun = { code: number | null; report: UnitReport | undefined; strayErrors: number };

const failedIn = ({ assertionResults }: FileResult) => assertionResults.filter(({ status }) => status === 'failed');
const isFailed = (file: FileResult): boolean => file.status === 'failed' || failedIn(file).length > 0;
const passedIn = ({ assertionResults }: FileResult): number =>
  assertionResults.filter(({ status }) => status === 'passed').length;

export const failedFiles = ({ report }: UnitRun): string[] =>
  (report?.testResults ?? []).filter(isFailed).map(({ name }) => name);

/** More failed files than this are no accident. */
const MOST_AGAIN = 4;

/**
 * Files that may be tried once more. None when anything has failed that no file answers for: a worker that died, an error
 * that belongs to no test, a run without a report.
 */
export function filesToTryAgain(run: UnitRun): string[] {
  const files = failedFiles(run);
  return run.report && run.strayErrors === 0 && files.length <= MOST_AGAIN ? files : [];
}

/** Every failure in words: by its test, or by the file when that did not load. */
export const failuresOf = ({ report }: UnitRun): { file: string; title: string; messages: string[] }[] =>
  (report?.testResults ?? []).filter(isFailed).flatMap((file) => {
    const failures = failedIn(file);
    if (failures.length === 0) return [{ file: file.name, title: '', messages: [file.message ?? ''] }];
    return failures.map(({ fullName, failureMessages }) => ({
      file: file.name,
      title: fullName,
      messages: failureMessages ?? [],
    }));
  });

/**
 * Tests of both tries together; a file that was tried again counts by its second try alone. `failed` is at least one unless
 * both the exit code and the report of the try that counts say that all is well.
 */
export function countOf(first: UnitRun, again?: UnitRun): { passed: number; failed: number } {
  const isRepeated = new Set(again ? failedFiles(first) : []);
  const kept = (first.report?.testResults ?? []).filter(({ name }) => !isRepeated.has(name));
  const files = [...kept, ...(again?.report?.testResults ?? [])];
  const failed = files.reduce((sum, file) => sum + (isFailed(file) ? Math.max(1, failedIn(file).length) : 0), 0);
  const last = again ?? first;
  const isGreen = last.code === 0 && last.report?.success === true && last.strayErrors === 0;
  return {
    passed: files.reduce((sum, file) => sum + passedIn(file), 0),
    failed: isGreen ? failed : Math.max(1, failed),
  };
}
