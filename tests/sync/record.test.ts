import { expect, it } from 'vitest';
import { MUTATIONS } from '#src/mutations.ts';
import { isRejectedRecord, isShowable } from '#src/offline/outbox/record.ts';
import { add, rejected } from '#tests/sync/records.ts';

// What a screen would break on is set aside before it is shown (docs/product/offline.md F38).

it.each([undefined, null, '2026-11-21', Number.NaN, Infinity, 9e15, -9e15])(
  'a record made at %s is none',
  (createdAt) => {
    expect(isShowable(MUTATIONS, { ...add(1), createdAt })).toBe(false);
    expect(isRejectedRecord(MUTATIONS, rejected({ ...add(1), createdAt } as never))).toBe(false);
  },
);
it('any moment that a clock can show is good', () => {
  for (const createdAt of [0, -1, Date.now(), 8.64e15])
    expect(isShowable(MUTATIONS, { ...add(1), createdAt })).toBe(true);
});
it('words of the server are words, a picture is a name', () => {
  const last = { class: 'rejected', message: { ru: 'Нет' } } as never;
  expect(isShowable(MUTATIONS, add(1, 1, { last }))).toBe(false);
  expect(isShowable(MUTATIONS, add(1, 1, { last: { class: 'unknown' } }))).toBe(true);
  expect(isRejectedRecord(MUTATIONS, { ...rejected(add(1)), last })).toBe(false);
  expect(isRejectedRecord(MUTATIONS, { ...rejected(add(1)), last: null })).toBe(true);
  expect(isShowable(MUTATIONS, add(1, 1, { seen: { title: 'Магний', image: { hash: 'a' } as never } }))).toBe(false);
  expect(isShowable(MUTATIONS, add(1, 1, { seen: { title: 'Магний', image: null } }))).toBe(true);
  expect(isShowable(MUTATIONS, add(1, 1, { seen: { title: 'Магний' } }))).toBe(true);
});
