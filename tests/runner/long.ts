import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { VARIANTS } from '#tests/e2e/support/offline-lab-variants.ts';
import { changedBrowserTests } from '#tests/runner/changed-tests.ts';
import { run } from '#tests/runner/command.ts';
import { e2e } from '#tests/runner/parts.ts';
import { noteOne, remark } from '#tests/runner/tally.ts';

// What `npm run test:all` does beyond the gate (docs/decisions/181-what-stands-where.md).

/** A million schedules; ten million by hand: `npm run sim -- --runs 10000000`. */
export async function simulation(): Promise<void> {
  noteOne('a million schedules', await run('simulation', ['tests/offline/sim/run.ts', '--runs', '1000000']));
}

/** Two hundred tabs; the seed is told at its start. */
export async function chaos(): Promise<void> {
  noteOne('chaos, 200 tabs', await run('chaos', ['tests/chaos/run.ts', '--tabs', '200']));
}

/** The database is killed thirty times under load, the shop a hundred times while it sells; seeds are told at the start. */
export async function crashes(): Promise<void> {
  noteOne('the database killed, 30 rounds', await run('crashes', ['tests/crash/run.ts', '--rounds', '30']));
  noteOne('the shop killed 100 times while it sells', await run('crash', ['tests/crash/run-orders.ts']));
}

/** After so long, ms, no further file is begun: its tests are named as not repeated. */
const REPEATS_MS = 15 * 60_000;

/**
 * Each browser test that has changed since main, twenty times beside a machine that is busy with something else; a journey
 * in an ordinary browser, for its variants are a part of their own.
 */
export async function repeats(base: string | undefined): Promise<void> {
  const changed = changedBrowserTests(base);
  if (!changed) return remark('no git: which browser tests have changed is not known');
  if (changed.length === 0) return remark('no browser test has changed since main');
  const began = Date.now();
  const ends = Array.from({ length: availableParallelism() }, busyLoop);
  const plain = ['--grep-invert', VARIANTS.filter((one) => one !== 'plain').join('|'), '--repeat-each', '20'];
  try {
    for (const { file, grep } of changed)
      if (Date.now() - began > REPEATS_MS) remark(`not repeated, the time was over: ${file}`);
      else await e2e([file, '--grep', grep, ...plain], { TEST_SET: 'all' }, `twenty times: ${file}`);
  } finally {
    for (const end of ends) end();
  }
}

/** A processor's worth of other work; returns its end. It also ends with whoever has started it. */
function busyLoop(): () => void {
  const watched = `setInterval(() => process.ppid === ${process.pid} || process.exit(), 1000)`;
  const loop = `${watched}; const spin = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(spin); }; spin();`;
  const child = spawn(process.execPath, ['-e', loop], { stdio: 'ignore' });
  return () => void child.kill('SIGKILL');
}
