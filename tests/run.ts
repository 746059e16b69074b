import { parseArgs } from 'node:util';
import { build, check, e2e, unit } from '#tests/runner/parts.ts';
import { chaos, crashes, repeats, simulation } from '#tests/runner/long.ts';
import { finish } from '#tests/runner/tally.ts';

// `npm test`: check, build, unit, e2e. Prints what it runs and ends with one line `N passed, N failed` over all of them.
// Parts alone: node tests/run.ts check | unit | e2e [arguments for vitest or playwright]
// `npm run test:all`: all of that, what the gate leaves out, and the long runs; [--base REF] = changed since what.

const [part = 'gate', ...more] = process.argv.slice(2);
const ALL = { TEST_ALL: '1' };

const PARTS: Record<string, () => Promise<void>> = {
  check,
  unit: () => unit(more),
  async e2e() {
    await build();
    await e2e(more);
  },
  async gate() {
    await check();
    await build();
    await unit([]);
    await e2e([]);
  },
  async all() {
    await check();
    await build();
    await unit([], ALL);
    await e2e([], ALL);
    await simulation();
    await chaos();
    await crashes();
    const { values } = parseArgs({ args: more, options: { base: { type: 'string' } } });
    await repeats(values.base);
  },
};

const work = PARTS[part];
if (!work) throw new Error(`no such part: ${part}; there are ${Object.keys(PARTS).join(', ')}`);
await work();
finish();
