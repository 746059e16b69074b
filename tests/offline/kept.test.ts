import { describe, expect, it } from 'vitest';
import { dropKept, keepAnswer, markStale, readKept } from '#src/offline/kept/kept.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

// Last answers for reading without a signal (docs/decisions/212-kept-answers.md).

const answer = (text: string) => ({ text, at: '2026-11-22T09:00:00.000Z', build: 'b1' });
const bounds = { entryBytes: 10, bytes: 25, entries: 3 };
const names = async (store: ReturnType<typeof memoryStore>) =>
  Object.keys(store.dump())
    .filter((key) => key.startsWith('kept:'))
    .map((key) => key.slice(5))
    .toSorted();

it('keeps the last answer whole, with its time and build', async () => {
  const store = memoryStore('u:1');
  expect(await readKept(store, 'orders')).toBeNull();
  await keepAnswer(store, 'orders', answer('[1]'));
  await keepAnswer(store, 'orders', answer('[1,2]'));
  expect(await readKept(store, 'orders')).toEqual({ v: 1, ...answer('[1,2]'), isStale: false });
});

describe('the bounds', () => {
  it('the one that was not opened for longest goes first, never the newest', async () => {
    const store = memoryStore('u:1');
    for (const [at, name] of ['a', 'b', 'c'].entries()) await keepAnswer(store, name, answer('x'), { now: at, bounds });
    await readKept(store, 'a', 10);
    await keepAnswer(store, 'd', answer('x'), { now: 11, bounds });
    expect(await names(store)).toEqual(['a', 'c', 'd']);
  });
  it('bytes count as they are stored, not as letters', async () => {
    const store = memoryStore('u:1');
    await keepAnswer(store, 'a', answer('яяяяя'), { now: 1, bounds });
    await keepAnswer(store, 'b', answer('яяяяя'), { now: 2, bounds });
    expect(await names(store)).toEqual(['a', 'b']);
    await keepAnswer(store, 'c', answer('яяя'), { now: 3, bounds });
    expect(await names(store)).toEqual(['b', 'c']);
  });
  it('one that is too large is not kept, and the older one under its name goes', async () => {
    const store = memoryStore('u:1');
    expect(await keepAnswer(store, 'a', answer('x'), { bounds })).toBe(true);
    expect(await keepAnswer(store, 'a', answer('x'.repeat(11)), { bounds })).toBe(false);
    expect([await readKept(store, 'a'), await names(store)]).toEqual([null, []]);
  });
  it('kept again and again, nothing grows', async () => {
    const store = memoryStore('u:1');
    for (let at = 0; at < 200; at += 1) await keepAnswer(store, `n${at % 7}`, answer('xxxxx'), { now: at, bounds });
    expect(await names(store)).toHaveLength(3);
    expect(Object.keys((store.dump().kept as { entries: object }).entries)).toHaveLength(3);
  });
});

it('a copy that is older than a change says so until it is renewed', async () => {
  const store = memoryStore('u:1');
  await keepAnswer(store, 'a', answer('x'));
  await markStale(store, ['a', 'never kept']);
  expect(await readKept(store, 'a')).toMatchObject({ text: 'x', isStale: true });
  await keepAnswer(store, 'a', answer('y'));
  expect(await readKept(store, 'a')).toMatchObject({ text: 'y', isStale: false });
});

it('nothing comes into a database that a logout has emptied', async () => {
  const store = memoryStore('u:1');
  await store.set('open', false);
  expect(await keepAnswer(store, 'a', answer('x'))).toBe(false);
  expect(await names(store)).toEqual([]);
});

it.each([
  ['of a later build', { v: 2, text: 'x' }],
  ['of something else', 'x'],
  ['half written', { v: 1, text: 'x', at: 1 }],
])('what is %s is not shown, and a damaged list is begun anew', async (_what, stored) => {
  const store = memoryStore('u:1');
  await store.set('kept:a', stored);
  await store.set('kept', { v: 1, entries: { a: { bytes: 'many' } } });
  expect(await readKept(store, 'a')).toBeNull();
  await keepAnswer(store, 'b', answer('x'), { bounds });
  expect(await readKept(store, 'b')).not.toBeNull();
  await dropKept(store, 'b');
  expect(await readKept(store, 'b')).toBeNull();
});
