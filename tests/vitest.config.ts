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
    setupFiles: ['tests/support/note-running.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
