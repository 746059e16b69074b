import { expect, it } from 'vitest';
import { runSchedule } from '#tests/offline/sim/schedule.ts';
import type { Sabotage } from '#tests/offline/sim/world.ts';

// offline.md §3.2: the real engine against a simulated world. The sabotaged engines beside it must be caught, or the
// oracles have no teeth.

it('loses nothing, doubles nothing and harms nobody in 5,000 schedules', async () => {
  const found: string[] = [];
  for (let seed = 1; seed <= 5_000 && found.length === 0; seed += 1) {
    const { broken } = await runSchedule(seed);
    if (broken) found.push(`seed ${seed}: ${broken}`);
  }
  expect(found).toEqual([]);
}, 60_000);

it('gives the same trace for the same seed', async () => {
  for (const seed of [7, 149, 4242])
    expect((await runSchedule(seed)).traceHash).toBe((await runSchedule(seed)).traceHash);
});

const SABOTAGED: Sabotage[] = [
  'remove-before-send',
  'any-answer-counts',
  'no-keys',
  'owner-ignored',
  'poison-blocks',
  'collapse-into-tried',
  'unkeyed-hearts-lock',
  'unkeyed-hearts-no-lock',
];
it.each(SABOTAGED)(
  'catches an engine sabotaged by %s',
  async (sabotage) => {
    let caughtBy: string | null = null;
    for (let seed = 1; seed <= 1_000 && caughtBy === null; seed += 1) {
      caughtBy = (await runSchedule(seed, { sabotage, oracles: 'effects' })).broken;
    }
    expect(caughtBy, 'not caught in 1,000 schedules').not.toBeNull();
  },
  60_000,
);
