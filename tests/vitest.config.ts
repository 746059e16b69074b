import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';

/** TEST_ALL=1: also what stands outside the gate (docs/decisions/181-what-stands-where.md). */
const isAll = process.env.TEST_ALL === '1';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', 'tests/architecture/planted/**', ...(isAll ? [] : ['tests/**/*.long.test.ts'])],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/note-running.setup.ts', 'tests/support/patience.setup.ts'],
    // Long: a limit is there to name a hang, and a loaded machine stands still for seconds. What passes waits for nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Three for two cores: a fifth of their time they wait for processes and the database (docs/decisions/199-ten-minutes-again.md).
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
