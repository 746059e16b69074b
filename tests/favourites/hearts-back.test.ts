import { expect, it } from 'vitest';
import { lookAtHearts, NO_HEARTS, readHeartsStock } from '#src/features/favourites/hearts-back.rules.ts';

const NOW = new Date('2026-11-23T10:00:00Z');
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
const look = (before: typeof NO_HEARTS, stock: Record<number, number>, now = NOW) =>
  lookAtHearts(
    before,
    Object.entries(stock).map(([id, count]) => ({ id: Number(id), stock: count })),
    now,
  );

it('is news when it was out of stock before, and only then', () => {
  const seen = look(NO_HEARTS, { 1: 0, 2: 5 });
  expect(seen).toEqual({ v: 1, out: [1], back: {} });
  const next = look(seen, { 1: 3, 2: 5 });
  expect(next).toEqual({ v: 1, out: [], back: { 1: NOW.toISOString() } });
});
it('is news for a week, and none once it is sold out again', () => {
  const back = look({ v: 1, out: [1], back: {} }, { 1: 3 });
  expect(look(back, { 1: 2 }, days(6)).back).toEqual({ 1: NOW.toISOString() });
  expect(look(back, { 1: 2 }, days(7)).back).toEqual({});
  expect(look(back, { 1: 0 }, days(1))).toEqual({ v: 1, out: [1], back: {} });
});
it('forgets nothing of hearts that have not been read yet', () => {
  expect(look({ v: 1, out: [1], back: { 2: NOW.toISOString() } }, {})).toEqual({
    v: 1,
    out: [1],
    back: { 2: NOW.toISOString() },
  });
});
it('holds no more than 200', () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [i + 1, 0]));
  expect(look(NO_HEARTS, many).out).toHaveLength(200);
});
it.each([
  undefined,
  'x',
  { v: 2, out: [], back: {} },
  { v: 1, out: ['1'], back: {} },
  { v: 1, out: [], back: { 1: 'вчера' } },
])('what is not whole counts as nothing: %j', (kept) => expect(readHeartsStock(kept)).toEqual(NO_HEARTS));
