import { describe, expect, it } from 'vitest';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { availableFrom, debtsIn } from '#server/features/accounts/available.rules.ts';
import { gatewayOf } from '#server/features/accounts/house.rules.ts';
import {
  assertMovement,
  LEDGER_KINDS,
  type LedgerEntry,
  type Movement,
  passesFloor,
  splitEntries,
} from '#server/features/accounts/ledger.rules.ts';

const LS = (amountKop: number, ownerId = 7): LedgerEntry => ({ account: { ownerId, type: 0 }, amountKop });
const BS = (amountKop: number): LedgerEntry => ({ account: { ownerId: 7, type: 2 }, amountKop });
const sales = (amountKop: number): LedgerEntry => ({ account: { house: 'sales' }, amountKop });
const movement = (entries: LedgerEntry[], more: Partial<Movement> = {}): Movement => ({
  key: 'k', kind: 'deposit', ref: { type: 'desk', id: 1 }, actor: 'seed', reason: 'Проверка', at: new Date(0), entries, ...more,
}); // prettier-ignore

describe('a movement', () => {
  it('has one entry per account, and none for what cancels out', () => {
    expect(splitEntries([LS(5), LS(-2), LS(4, 8), LS(-4, 8), sales(-3)])).toEqual({
      people: [{ ownerId: 7, type: 0, amountKop: 3 }],
      house: [{ id: 1, amountKop: -3 }],
    });
  });

  it.each([
    ['is not balanced', [LS(5), sales(-4)]],
    ['is not balanced', [LS(5)]],
    ['moves nothing', []],
    ['moves nothing', [LS(5), LS(-5)]],
    ['no sum in kopecks', [LS(0.5), sales(-0.5)]],
    ['no sum in kopecks', [LS(Number.NaN), sales(0)]],
    ['no sum in kopecks', [LS(2 ** 53), sales(-(2 ** 53))]],
    ['without a gift', [BS(5), sales(-5)]],
  ])('%s', (words, entries) => {
    expect(() => assertMovement(movement(entries))).toThrow(words);
  });

  it('puts money on БС as a gift or as what comes back, and takes it freely', () => {
    const entries = [BS(5), sales(-5)];
    expect(() => assertMovement(movement(entries), { isGift: true })).not.toThrow();
    expect(() => assertMovement(movement(entries, { reverses: 3 }))).not.toThrow();
    expect(() => assertMovement(movement([BS(-5), sales(5)]))).not.toThrow();
  });

  it('passes the floor only as a correction or a chargeback', () => {
    expect(LEDGER_KINDS.filter(passesFloor)).toEqual(['correction', 'chargeback']);
  });
});

describe('what is available', () => {
  const row = { type: 0 as const, balanceKop: 1000, heldKop: 300, floorKop: 0, isClosed: false, grants: [] };
  const bs = (balanceKop: number, heldKop: number, ...parts: number[]) => ({
    ...row, type: 2 as const, balanceKop, heldKop,
    grants: parts.map((amountKop) => ({ amountKop, expiresAt: new Date(0) })),
  }); // prettier-ignore

  it.each([
    [row, 700, 700],
    [{ ...row, floorKop: -500 }, 700, 1200],
    [{ ...row, balanceKop: -100, heldKop: 0 }, 0, 0],
    [{ ...row, balanceKop: -100, heldKop: 0, floorKop: -500 }, 0, 400],
    [{ ...row, balanceKop: -900, heldKop: 0, floorKop: -500 }, 0, 0],
    [{ ...row, isClosed: true, floorKop: -500 }, 0, 0],
  ])('on ЛС %j', (stored, available, withCredit) => {
    const { 0: ls } = availableFrom([stored]);
    expect([ls.availableKop, ls.withCreditKop]).toEqual([available, withCredit]);
  });
  it.each([
    ['all of it', bs(700, 0, 200, 500), 700],
    ['without what has burnt', bs(700, 0, 500), 500],
    ['without what is held', bs(700, 300, 400), 400],
    ['nothing while it is in debt', bs(100, 200), 0],
  ])('on БС: %s', (_words, stored, available) => {
    expect(availableFrom([stored])[2].availableKop).toBe(available);
  });

  it('is nothing on accounts that are not open yet', () => {
    const all = availableFrom([]);
    expect(Object.values(all).map((one) => [one.type, one.balanceKop, one.availableKop])).toEqual([[0, 0, 0], [1, 0, 0], [2, 0, 0]]); // prettier-ignore
    expect(debtsIn(all)).toEqual({ totalKop: 0, byType: {} });
  });

  it('debts are what balances are below zero, whatever is held', () => {
    const all = availableFrom([
      { ...row, balanceKop: -350 },
      { ...row, type: 1, balanceKop: 200, heldKop: 300 },
      bs(-30, 0),
    ]);
    expect(debtsIn(all)).toEqual({ totalKop: 380, byType: { 0: 350, 2: 30 } });
  });
});

it('every payment method that takes money from outside has an account of the house, the others none', () => {
  const { none, personalAccount, ...outside } = PAYMENT_TYPES;
  expect(new Set(Object.values(outside).map(gatewayOf)).size).toBe(7);
  expect(gatewayOf(PAYMENT_TYPES.yookassa)).toBe('yookassa');
  for (const type of [none, personalAccount, -19, 99]) expect(() => gatewayOf(type)).toThrow('from outside');
});
