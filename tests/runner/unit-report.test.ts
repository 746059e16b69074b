import { describe, expect, it } from 'vitest';
import { countOf, failuresOf, type UnitRun } from '#tests/runner/unit-report.ts';

type File = { passed?: number; failed?: number; message?: string; isBroken?: boolean };
function runOf(files: Record<string, File>, { code = 0, strayErrors = [] as string[] } = {}): UnitRun {
  const testResults = Object.entries(files).map(([name, { passed = 0, failed = 0, message = '', isBroken }]) => ({
    name,
    message,
    startTime: 0,
    endTime: 1000,
    status: failed > 0 || isBroken ? 'failed' : 'passed',
    assertionResults: [
      ...Array.from({ length: passed }, (_, i) => ({ fullName: `good ${i}`, status: 'passed' })),
      ...Array.from({ length: failed }, (_, i) => ({
        fullName: `bad ${i}`,
        status: 'failed',
        failureMessages: [`because ${i}`],
      })),
    ],
  }));
  return {
    code,
    strayErrors,
    report: { success: testResults.every(({ status }) => status === 'passed'), testResults },
  };
}
const GOOD = { passed: 3 };
const BAD = { passed: 2, failed: 1 };

describe('the count', () => {
  it.each<[string, UnitRun, ReturnType<typeof countOf>]>([
    ['of a green run', runOf({ a: GOOD }), { passed: 3, failed: 0 }],
    ['of a run with a failure', runOf({ a: GOOD, b: BAD }, { code: 1 }), { passed: 5, failed: 1 }],
    ['of a run whose code is not 0', runOf({ b: GOOD }, { code: 1 }), { passed: 3, failed: 1 }],
    ['of an error that nobody answers for', runOf({ b: GOOD }, { strayErrors: ['lost'] }), { passed: 3, failed: 1 }],
    ['of a run whose worker died', runOf({ a: GOOD }, { code: 1, strayErrors: ['lost'] }), { passed: 3, failed: 1 }],
    ['of a run without a report', { code: 0, strayErrors: [], report: undefined }, { passed: 0, failed: 1 }],
    ['of a file that did not load', runOf({ b: { isBroken: true } }, { code: 1 }), { passed: 0, failed: 1 }],
  ])('%s', (_what, run, count) => expect(countOf(run)).toEqual(count));
});

it('a failure is told in its own words, a file that did not load in the file’s', () => {
  expect(failuresOf(runOf({ a: GOOD, b: BAD, c: { isBroken: true, message: 'no such module' } }, { code: 1 }))).toEqual(
    [
      { file: 'b', title: 'bad 0', messages: ['because 0'] },
      { file: 'c', title: '', messages: ['no such module'] },
    ],
  );
});

it('an error that belongs to no test is told as well: nothing is red without its words', () => {
  expect(failuresOf(runOf({ a: GOOD }, { code: 1, strayErrors: ['worker died'] }))).toEqual([
    { file: null, title: 'an error that belongs to no test', messages: ['worker died'] },
  ]);
});
