import { describe, expect, it } from 'vitest';
import { SABOTAGES, type Sabotage } from '#tests/offline/sim/sabotage.ts';
import { runSchedule, type RunOptions } from '#tests/offline/sim/schedule.ts';
import { shrink } from '#tests/offline/sim/shrink.ts';

// docs/product/offline.md#tests: the sabotaged engines stand beside the real one and must be caught, or the oracles have no teeth. The
// gate itself is in simulation-random and simulation-fixed.long.

it('gives the same trace for the same seed', async () => {
  for (const seed of [7, 149, 4242]) {
    const [first, second] = [await runSchedule(seed, { trace: true }), await runSchedule(seed, { trace: true })];
    expect(second.traceHash).toBe(first.traceHash);
    expect(second.trace).toEqual(first.trace);
  }
});

/** A narrowed generator finds what a broad one passes by: here the heart that an old request turns back (F3). */
const HEARTS: RunOptions = { commands: ['heart', 'flush'], faults: ['delay', 'duplicate'], products: 1 };
const GUESTS: RunOptions = {
  commands: ['add', 'add', 'login', 'logout', 'crash', 'reopen', 'flush', 'steps'],
  faults: [],
};
const NARROW: Partial<Record<Sabotage, RunOptions>> = {
  'unkeyed-hearts-lock': HEARTS,
  'unkeyed-hearts-no-lock': HEARTS,
  'moves-without-marks': GUESTS,
  'moves-tried': { ...GUESTS, faults: ['dropResponse', 'dropRequest'] },
  'logout-of-any-stay': GUESTS,
  'two-unjudged': { commands: ['study', 'flush'], products: 1, oracles: 'all' },
  'marks-overwritten': { commands: ['study', 'flush', 'pull'], faults: ['delay'], products: 1, oracles: 'all' },
};

describe('the oracles', () => {
  it.each(SABOTAGES)('catch an engine sabotaged by %s', async (sabotage) => {
    const options: RunOptions = { sabotage, oracles: 'effects', ...NARROW[sabotage] };
    let caught: { seed: number; broken: string } | null = null;
    for (let seed = 1; seed <= 20_000 && !caught; seed += 1) {
      const { broken } = await runSchedule(seed, options);
      if (broken) caught = { seed, broken };
    }
    expect(caught, 'not caught in 20,000 schedules').not.toBeNull();
    // The same schedule passes with the real engine: it is the sabotage that was caught.
    expect((await runSchedule(caught?.seed ?? 0, { ...options, sabotage: 'none' })).broken).toBeNull();
  });
});

it('shrinks a failure to the commands that matter', async () => {
  const options: RunOptions = { sabotage: 'no-keys', oracles: 'effects' };
  let seed = 1;
  while (!(await runSchedule(seed, options)).broken) seed += 1;
  const whole = (await runSchedule(seed, options)).plan.commands.length;
  const { keep, broken } = await shrink(seed, options);
  expect(broken).not.toBe('');
  expect(keep.length).toBeLessThan(whole / 2);
});
