import { expect, it } from 'vitest';
import { HOUSE } from '#server/features/accounts/house.rules.ts';
import { toMovement } from '#server/features/desk-orders/desk-view.rules.ts';

it('every account of the house has a name at the desk, none is shown by its number', () => {
  const entries = Object.values(HOUSE).map((accountId) => ({ isPerson: false, type: 0, accountId, amountKop: 100 }));
  const { entries: shown } = toMovement({ id: 1, reason: 'Проверка', at: new Date('2026-11-21T09:00:00Z'), entries });
  expect(shown.filter(({ account }) => account === '' || /\d/.test(account))).toEqual([]);
  expect(new Set(shown.map(({ account }) => account)).size).toBe(entries.length);
});
