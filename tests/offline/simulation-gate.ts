import { COMMAND_NAMES } from '#tests/offline/sim/commands.ts';
import { FAULTS } from '#tests/offline/sim/faults.ts';
import { simulate } from '#tests/offline/sim/pool.ts';
import { story } from '#tests/offline/sim/shrink.ts';

/** So many schedules on one thread; `npm run test:all` runs a million more (docs/decisions/199-ten-minutes-again.md). */
export const SCHEDULES = { gate: 20_000, fixed: 50_000 } as const;
const MUST_REACH = [
  ...COMMAND_NAMES.map((name) => `command ${name}`),
  ...['ok', 'quota', 'closed', ...FAULTS].map((name) => `fault ${name}`),
  ...['unknown', 'busy', 'inflight', 'auth', 'owner', 'forbidden', 'rejected', 'stale'].map((name) => `class ${name}`),
];

/** What went wrong in `runs` schedules, or nothing. */
export async function passSchedules(seed: number, runs: number): Promise<string[]> {
  const { failed, ran, seconds, reached } = await simulate({ seed, runs, threads: 1 });
  console.log(`simulation: ${ran} schedules from seed ${seed} in ${seconds.toFixed(1)} s`);
  if (failed !== null) return [await story(failed)];
  const rare = MUST_REACH.filter((name) => (reached.get(name) ?? 0) < 100);
  return [...(ran === runs ? [] : [`only ${ran} were run`]), ...rare.map((name) => `${name} was hardly reached`)];
}
