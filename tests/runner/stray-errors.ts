import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes errors that belonged to no test (an unhandled rejection, a worker that died) into the file that `STRAY_FILE` names:
 * vitest's JSON report leaves them out, and what nobody answers for is not tried again.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter as the default export of its file
export default class StrayErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const messages = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    if (process.env.STRAY_FILE) writeFileSync(process.env.STRAY_FILE, JSON.stringify(messages));
  }
}
