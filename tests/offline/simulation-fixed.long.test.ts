import { expect, it } from 'vitest';
import { passSchedules, SCHEDULES } from '#tests/offline/simulation-gate.ts';

it('loses nothing, doubles nothing and harms nobody in 50,000 schedules that every run repeats', async () => {
  expect(await passSchedules(1, SCHEDULES.fixed)).toEqual([]);
}, 1_800_000);
