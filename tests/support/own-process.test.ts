import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needsOwnProcess } from '#tests/support/own-process.ts';

// Which unit files share a process (docs/decisions/600-shared-processes.md).

/** A test file whose text this is, among helpers of these texts. */
const isAlone = (text: string, helpers: Record<string, string> = {}): boolean => {
  const texts = new Map(Object.entries(helpers).map(([name, of]) => [join(process.cwd(), 'tests', name), of]));
  texts.set('/x/one.test.ts', text);
  return needsOwnProcess('/x/one.test.ts', (file) => texts.get(file) ?? '');
};

describe('a file has a process of its own when it', () => {
  it.each([
    ['replaces a module', "vi.mock('#server/platform/password.ts', () => ({}));"],
    ['replaces a global', "vi.stubGlobal('fetch', answer);"],
    ['watches a function', "vi.spyOn(console, 'error');"],
    ['stops the clock', 'vi.useFakeTimers();'],
    ['sets a global', 'globalThis.navigator = {};'],
    ['sets a global that may be missing', 'globalThis.IDBKeyRange ??= {};'],
    ['sets the device’s clock', 'Date.now = () => world.wall;'],
    ['listens to the process', "process.once('exit', end);"],
    ['sets how it ends', 'process.exitCode = 1;'],
    ['says so', '// @own-process: its threads stay'],
    ['changes a setting of the process', "process.env.TZ = 'UTC';"],
    ['is a page', '// @vitest-environment happy-dom'],
    ['runs the phone’s modules', "import { onlineAtom } from '#src/platform/api/network.ts';"],
    ['runs the worker’s', "import { holder } from '#sw/holder.ts';"],
    ['runs them later', "const part = await import('#src/app/router.tsx');"],
  ])('%s', (_what, text) => expect(isAlone(text)).toBe(true));

  it('has a helper that does, however far', () => {
    const helpers = {
      'cart/near.ts': "import { far } from '../sync/far.ts';",
      'sync/far.ts': "import { boot } from '#src/app/boot.ts';",
    };
    expect(isAlone("import { near } from '#tests/cart/near.ts';", helpers)).toBe(true);
  });
});

describe('a file shares one when it', () => {
  it.each([
    ['asks the shop', "import { buildApp } from '#server/app.ts';"],
    ['counts by rules, also the phone’s', "import { pillOf } from '#src/features/sync/pill.rules.ts';"],
    ['takes a type of the phone', "import type { Api } from '#src/platform/api/api.ts';"],
    [
      'only reads what it compares',
      'expect(process.env.TZ === undefined || globalThis.x === 1 || process.exitCode === 0).toBe(true);',
    ],
    ['calls a function of its own', 'const told = vi.fn();'],
  ])('%s', (_what, text) => expect(isAlone(text)).toBe(false));

  it('has helpers that name each other', () => {
    const helpers = { 'a.ts': "import { b } from './b.ts';", 'b.ts': "import { a } from './a.ts';" };
    expect(isAlone("import { a } from '#tests/a.ts';", helpers)).toBe(false);
  });
});
