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
export type UnitRun = { code: number | null; report: UnitReport | undefined; strayErrors: readonly string[] };

export type Failure = { file: string | null; title: string; messages: string[] };

const failedIn = ({ assertionResults }: FileResult) => assertionResults.filter(({ status }) => status === 'failed');
const isFailed = (file: FileResult): boolean => file.status === 'failed' || failedIn(file).length > 0;
const passedIn = ({ assertionResults }: FileResult): number =>
  assertionResults.filter(({ status }) => status === 'passed').length;

/**
 * Every failure in words: by its test, by the file when that did not load, or by nobody (`file` null) for an error of no test.
 */
export const failuresOf = ({ report, strayErrors }: UnitRun): Failure[] => [
  ...(report?.testResults ?? []).filter(isFailed).flatMap((file) => {
    const failures = failedIn(file);
    if (failures.length === 0) return [{ file: file.name, title: '', messages: [file.message ?? ''] }];
    return failures.map(({ fullName, failureMessages }) => ({
      file: file.name,
      title: fullName,
      messages: failureMessages ?? [],
    }));
  }),
  ...strayErrors.map((message) => ({ file: null, title: 'an error that belongs to no test', messages: [message] })),
];

/** `failed` is at least one unless both the exit code and the report say that all is well. */
export function countOf({ code, report, strayErrors }: UnitRun): { passed: number; failed: number } {
  const files = report?.testResults ?? [];
  const failed = files.reduce((sum, file) => sum + (isFailed(file) ? Math.max(1, failedIn(file).length) : 0), 0);
  const isGreen = code === 0 && report?.success === true && strayErrors.length === 0;
  return {
    passed: files.reduce((sum, file) => sum + passedIn(file), 0),
    failed: isGreen ? failed : Math.max(1, failed),
  };
}
