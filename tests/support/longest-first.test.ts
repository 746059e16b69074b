import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST, rankOf } from '#tests/support/longest-first.ts';

it('every file that begins early exists: one that was renamed would begin late again', () => {
  expect(LONGEST.filter((file) => !existsSync(file))).toEqual([]);
});

it('the longest comes before the next, and both before all others', () => {
  const [first = '', second = ''] = LONGEST;
  expect(rankOf(first)).toBeLessThan(rankOf(second));
  expect(rankOf(second)).toBeLessThan(rankOf('tests/ui/numbers.test.ts'));
});
