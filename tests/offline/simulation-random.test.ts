import { it } from 'vitest';
import { anySeed } from '#tests/offline/sim/pool.ts';
import { passHalf } from '#tests/offline/simulation-gate.ts';

it('nor in 50,000 schedules that nobody has seen before', () => passHalf(anySeed()), 600_000);
