import { flushCompileCache } from 'node:module';
import { afterAll, beforeEach, expect, inject } from 'vitest';
import { noteIdle, noteRunning } from '#tests/support/running-tests.ts';

// In every worker, around every file: a hang names itself (tests/support/running-tests.ts).

const HOOKS_MS = 240_000;
const folder = inject('runningFolder');
const file = (expect.getState().testPath ?? '').replace(`${process.cwd()}/`, '');

noteRunning(folder, { file, test: 'loading, or a hook around its tests', limitMs: HOOKS_MS });
beforeEach(({ task }) => noteRunning(folder, { file, test: task.fullTestName, limitMs: task.timeout }));
// Registered first, so it runs last.
afterAll(() => noteIdle(folder));
// A worker is ended by a signal, which leaves what Node has compiled unwritten (docs/decisions/350-quick-imports.md).
afterAll(() => flushCompileCache());
