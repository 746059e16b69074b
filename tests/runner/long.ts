import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { baseOfBranch, changedBrowserTests } from '#tests/runner/changed-tests.ts';
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

/** Each browser test that has changed since main, twenty times beside a machine that is busy with something else. */
export async function repeats(base: string | undefined): Promise<void> {
  const tests = changedBrowserTests(base ?? baseOfBranch());
  if (!tests?.length) return remark(tests ? 'no browser test has changed since main' : 'no git: nothing to repeat');
  const ends = Array.from({ length: availableParallelism() }, busyLoop);
  try {
    await e2e([...tests, '--repeat-each', '20'], { TEST_ALL: '1' }, 'changed browser tests, twenty times');
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
