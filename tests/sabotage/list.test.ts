import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED } from '#tests/sabotage/list.ts';

// The list itself costs minutes to try; that it still speaks of this product costs nothing.

it.each(PLANTED)('$file: «$find» stands there still, and $test is there to notice', ({ file, find, put, test }) => {
  expect(readFileSync(file, 'utf8')).toContain(find);
  expect(put).not.toBe(find);
  expect(existsSync(test)).toBe(true);
});
