import { expect, it } from 'vitest';
import { anySeed } from '#tests/offline/sim/pool.ts';
import { passSchedules, SCHEDULES } from '#tests/offline/simulation-gate.ts';

it('nor in 20,000 schedules that nobody has seen before', async () => {
  expect(await passSchedules(anySeed(), SCHEDULES.gate)).toEqual([]);
}, 1_800_000);
