import { expect } from 'vitest';
import { COMMAND_NAMES } from '#tests/offline/sim/commands.ts';
import { FAULTS } from '#tests/offline/sim/faults.ts';
import { simulate } from '#tests/offline/sim/pool.ts';
import { story } from '#tests/offline/sim/shrink.ts';

/** Half of the gate: 50,000 schedules on a thread of its own. The other half is another file, for the other core. */
export const HALF = 50_000;
const MUST_REACH = [
  ...COMMAND_NAMES.map((name) => `command ${name}`),
  ...['ok', 'quota', 'closed', ...FAULTS].map((name) => `fault ${name}`),
  ...['unknown', 'busy', 'inflight', 'auth', 'owner', 'forbidden', 'rejected', 'stale'].map((name) => `class ${name}`),
];

export async function passHalf(seed: number): Promise<void> {
  const { failed, ran, seconds, reached } = await simulate({ seed, runs: HALF, threads: 1 });
  console.log(`simulation: ${ran} schedules from seed ${seed} in ${seconds.toFixed(1)} s`);
  expect(failed === null ? null : await story(failed)).toBeNull();
  expect(ran).toBe(HALF);
  expect(MUST_REACH.filter((name) => (reached.get(name) ?? 0) < 100)).toEqual([]);
}
