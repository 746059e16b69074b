import { expect, it } from 'vitest';
import { all, PARTS } from '#tests/runner/all.ts';

it('the parts of the long run have ninety minutes together', () => {
  expect(Object.values(PARTS).reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(90);
});

it('a part that there is not is refused before anything runs, with the parts that there are', async () => {
  await expect(all(['--part', 'check,simulation'])).rejects.toThrow(
    /no such part: simulation; there are check .*chaos/s,
  );
});
