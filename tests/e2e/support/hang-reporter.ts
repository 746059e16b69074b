import type { Reporter, TestCase } from '@playwright/test/reporter';
import { tellHang } from '#tests/support/running-tests.ts';

/** More than any browser test may take by its own limit. */
const LIMIT_MS = 8 * 60_000;

/**
 * A worker that is caught in a loop cannot keep its own limit. The main process names the test and ends the run; whoever has
 * started it ends the rest (tests/runner/command.ts).
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes a reporter as the default export of its file
export default class HangReporter implements Reporter {
  readonly #timers = new Map<TestCase, ReturnType<typeof setTimeout>>();

  onTestBegin(test: TestCase): void {
    const file = `${test.location.file.replace(`${process.cwd()}/`, '')}:${test.location.line}`;
    const running = { pid: process.pid, file, test: test.title, since: Date.now(), limitMs: LIMIT_MS };
    this.#timers.set(
      test,
      setTimeout(() => {
        tellHang(running);
        process.exit(1);
      }, LIMIT_MS),
    );
  }

  onTestEnd(test: TestCase): void {
    clearTimeout(this.#timers.get(test));
    this.#timers.delete(test);
  }
}
