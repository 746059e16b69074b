import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes how many errors belonged to no test (an unhandled rejection, a worker that died) into the file that `STRAY_FILE`
 * names: vitest's JSON report leaves them out, and what nobody answers for is not tried again.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter as the default export of its file
export default class StrayErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    if (process.env.STRAY_FILE) writeFileSync(process.env.STRAY_FILE, String(errors.length));
  }
}
