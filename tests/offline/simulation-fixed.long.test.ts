import { expect, it } from 'vitest';
import { passHalf } from '#tests/offline/simulation-gate.ts';

it('loses nothing, doubles nothing and harms nobody in 50,000 schedules that every run repeats', async () => {
  expect(await passHalf(1)).toEqual([]);
}, 600_000);
