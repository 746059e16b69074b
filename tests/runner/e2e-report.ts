export type E2eSuite = {
  suites?: E2eSuite[];
  specs?: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { duration: number; errors?: { message?: string }[] }[] }[];
  }[];
};
export type E2eReport = { stats: { expected: number; unexpected: number }; suites: E2eSuite[] };
export type E2eSpec = NonNullable<E2eSuite['specs']>[number];

/** Every test of a report, in the order of its files. */
export const specsOf = (suites: readonly E2eSuite[]): E2eSpec[] =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [...specs, ...specsOf(inner)]);

/** What failed tests have said. */
export const failuresOf = (suites: readonly E2eSuite[]): { title: string; messages: string[] }[] =>
  specsOf(suites)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      title: `${file}: ${title}`,
      // A test that ran out of time has two: that it did, and what it was waiting for.
      messages: tests.flatMap(({ results }) =>
        results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)),
      ),
    }));

/** Spec files by the time of their tests, the longest first. */
export function slowestOf(suites: readonly E2eSuite[]): { name: string; seconds: number }[] {
  const seconds = new Map<string, number>();
  for (const { file, tests } of specsOf(suites))
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return [...seconds]
    .map(([name, spent]) => ({ name, seconds: spent }))
    .sort((one, other) => other.seconds - one.seconds);
}
