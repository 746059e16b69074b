import { it } from 'vitest';
import { passHalf } from '#tests/offline/simulation-gate.ts';

it(
  'loses nothing, doubles nothing and harms nobody in 50,000 schedules that every run repeats',
  () => passHalf(1),
  600_000,
);
