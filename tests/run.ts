import { all } from '#tests/runner/all.ts';
import { build, check, e2e } from '#tests/runner/parts.ts';
import { finish } from '#tests/runner/tally.ts';
import { unit } from '#tests/runner/unit.ts';

// `npm test`: check, build, unit, e2e. Prints what it runs and ends with one line `N passed, N failed` over all of them.
// Parts alone: node tests/run.ts check | unit | e2e [arguments for vitest or playwright]
// `npm run test:all`: all of that, what the gate leaves out, and the long runs: node tests/run.ts all [--list]
// [--part sim,chaos] [--resume] (not again what has passed for these sources) [--base REF] (changed since what)

const [part = 'gate', ...more] = process.argv.slice(2);

const PARTS: Record<string, () => Promise<void>> = {
  check,
  unit: () => unit(more),
  async e2e() {
    await build();
    await e2e(more);
  },
  async gate() {
    await Promise.all([check(), build()]);
    await unit([]);
    await e2e([]);
  },
  all: () => all(more),
};

const work = PARTS[part];
if (!work) throw new Error(`no such part: ${part}; there are ${Object.keys(PARTS).join(', ')}`);
await work();
if (!more.includes('--list')) finish();
