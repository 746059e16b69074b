import { expect, it } from 'vitest';
import { createMemo } from '#server/features/catalogue/memo.ts';
import { createPageShelf } from '#server/features/pages/page-shelf.ts';

// Whoever asks for ten thousand different addresses costs time and no memory.

it('heads of pages: the newest are known, the oldest are made anew, and no more than were asked for are kept', async () => {
  const memo = createMemo<object, Promise<string>>(200);
  const source = {};
  let made = 0;
  const ask = (address: string) =>
    memo.get(source, address, async () => {
      made += 1;
      return address;
    });
  for (let i = 0; i < 10_000; i += 1) expect(await ask(`/produkt/net-${i}`)).toBe(`/produkt/net-${i}`);
  expect(made).toBe(10_000);
  for (let i = 9_800; i < 10_000; i += 1) await ask(`/produkt/net-${i}`);
  expect(made).toBe(10_000);
  await ask('/produkt/net-9799');
  expect(made).toBe(10_001);
});

it('a head that could not be made is asked for again, and another revision forgets all', async () => {
  const memo = createMemo<object, Promise<string>>(200);
  const [one, next] = [{}, {}];
  await expect(memo.get(one, '/a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await memo.get(one, '/a', async () => 'of one')).toBe('of one');
  expect(await memo.get(next, '/a', async () => 'of next')).toBe('of next');
});

it('pages that cannot be rendered are bounded as well', () => {
  const from = { build: {}, revision: {} };
  const shelf = createPageShelf(5000, () => 0);
  shelf.get(from, '/');
  for (let i = 0; i < 10_000; i += 1) shelf.keepFailure(from, `/katalog/net-${i}`, 1);
  expect([shelf.size(), shelf.bytes()]).toEqual([50, 5000]);
});
