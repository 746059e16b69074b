import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isKnown, readBase, writeBits, writeEntry, writePulled, writeUnknown } from '#src/offline/outbox/base.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { memoryStore } from '#tests/offline/outbox-bench.ts';

// What the phone believes the shop holds. Answers may come in any order; versions say which is the newer.

const SCOPE = 'cart:retail';
const tea = { scope: SCOPE, entry: '5' };
function baseBench() {
  const store = memoryStore();
  const base = () => store.transact((tx) => readBase(tx, SCOPE));
  return {
    store,
    base,
    tell: (value: number, version: number, target = tea) =>
      store.transact((tx) => writeEntry(tx, target, { value, version })),
    pull: (version: number, values: Record<string, number>, generation = 0) =>
      store.transact((tx) => writePulled(tx, SCOPE, { generation, version, values, included: [], data: null, at: '' })),
  };
}

it('an older answer never overwrites a newer one, and one told twice changes nothing', async () => {
  const { tell, base } = baseBench();
  await tell(3, 7);
  await tell(9, 6);
  expect((await base()).values).toEqual({ 5: 3 });
  await tell(9, 7);
  expect(await base()).toMatchObject({ values: { 5: 3 }, versions: { 5: 7 }, top: 7 });
  await tell(4, 8);
  expect(await base()).toMatchObject({ values: { 5: 4 }, top: 8 });
});

it('answers in any order leave each line at its newest', async () => {
  const told = fc.record({ entry: fc.constantFrom('5', '6'), version: fc.integer({ min: 1, max: 30 }) });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(told, { selector: ({ version }) => version, minLength: 1 }), async (answers) => {
      const { tell, base } = baseBench();
      for (const { entry, version } of answers) await tell(version * 10, version, { scope: SCOPE, entry });
      const newest = new Map<string, number>();
      for (const { entry, version } of answers) newest.set(entry, Math.max(newest.get(entry) ?? 0, version));
      const { values, top } = await base();
      expect(values).toEqual(Object.fromEntries([...newest].map(([entry, version]) => [entry, version * 10])));
      expect(top).toBe(Math.max(...newest.values()));
    }),
  );
});

it('an answer from before a whole snapshot changes no line of it, not even one the snapshot does not name', async () => {
  const { tell, pull, base } = baseBench();
  expect(await pull(10, { 5: 1 })).toBe(true);
  await tell(9, 9);
  await tell(9, 10, { scope: SCOPE, entry: '6' });
  expect((await base()).values).toEqual({ 5: 1 });
  await tell(2, 11);
  expect((await base()).values).toEqual({ 5: 2 });
});

it('a snapshot older than what is known, overlapped by a send, or come back after a logout is thrown away', async () => {
  const { store, tell, pull, base } = baseBench();
  await tell(3, 7);
  expect(await pull(6, { 5: 1 })).toBe(false);
  await store.transact((tx) => writeBits(tx, { scope: 'other', entry: '1' }, { bits: 1 }));
  expect(await pull(8, { 5: 1 })).toBe(false);
  expect((await base()).values).toEqual({ 5: 3 });
  expect(await pull(8, { 5: 1 }, 1)).toBe(true);
  await store.transact(async (tx) => tx.put(OPEN_KEY, false));
  expect(await pull(9, { 5: 2 }, 1)).toBe(false);
  expect((await base()).values).toEqual({ 5: 1 });
});

it('what may or may not have been done is unknown until the shop says more', async () => {
  const { store, tell, base } = baseBench();
  await tell(3, 7);
  await store.transact((tx) => writeUnknown(tx, tea));
  expect(isKnown(await base(), '5')).toBe(false);
  expect((await base()).values).toEqual({ 5: 3 });
  await tell(4, 8);
  expect(isKnown(await base(), '5')).toBe(true);
});
