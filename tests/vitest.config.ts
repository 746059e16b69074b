import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { importQuickly } from './support/import-quickly.ts';
import { filesOfTheirOwn } from './support/own-process.ts';

importQuickly();

/** TEST_ALL=1: also what stands outside the gate (docs/decisions/181-what-stands-where.md). */
const isAll = process.env.TEST_ALL === '1';
const root = fileURLToPath(new URL('..', import.meta.url));

const SETUP = ['tests/support/note-running.setup.ts', 'tests/support/patience.setup.ts'];

const OWN = filesOfTheirOwn();

type Tests = NonNullable<TestProjectInlineConfiguration['test']>;
const project = (
  name: string,
  include: string[],
  { exclude = [], ...more }: Tests = {},
): TestProjectInlineConfiguration => ({
  root,
  test: {
    name,
    include,
    exclude: [
      'tests/e2e/**',
      'tests/architecture/planted/**',
      ...(isAll ? [] : ['tests/**/*.long.test.ts']),
      ...exclude,
    ],
    setupFiles: SETUP,
    // Long: a limit is there to name a hang, and a loaded machine stands still for seconds. What passes waits for nothing.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    ...more,
  },
});

export default defineConfig({
  root,
  test: {
    // Once for the whole run: a project that inherited it would start a database of its own.
    globalSetup: ['tests/support/global-setup.ts'],
    // Three for two cores: a fifth of their time they wait for processes and the database (docs/decisions/199-ten-minutes-again.md).
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Node reads TypeScript by itself, as it does in the product (docs/decisions/350-quick-imports.md).
      // A process that takes one file after another (docs/decisions/600-shared-processes.md).
      project('server', ['tests/**/*.test.ts'], {
        exclude: OWN,
        isolate: false,
        // Nobody there replaces a module.
        experimental: { viteModuleRunner: false, nodeLoader: false },
      }),
      // A process for each file.
      project('device', OWN, { experimental: { viteModuleRunner: false } }),
      // JSX and stylesheets are Vite's.
      project('screens', ['tests/**/*.test.tsx'], {
        setupFiles: [...SETUP, 'tests/support/imports-settled.setup.ts'],
      }),
    ],
  },
});
