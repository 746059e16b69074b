import { ACCOUNT_LIST } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';

/** What a person has, per account. Sums are whole kopecks. */
export type Available = {
  type: AccountType;
  /** The account's sum; below zero it is a debt. */
  balanceKop: number;
  /** Set aside for orders that are not paid yet. */
  heldKop: number;
  /** Own money that an order may take: never below zero, never on credit, on БС without what has burnt. */
  availableKop: number;
  /** `availableKop` and what the credit of `account.debit` adds: what a hold may take at most. */
  withCreditKop: number;
  /** The credit itself; 0 without `account.debit`. */
  creditKop: number;
  /** БС: the free part of each gift that has not burnt, what burns first first. */
  grants: { amountKop: number; expiresAt: Date }[];
};
type Stored = {
  type: AccountType;
  balanceKop: number;
  heldKop: number;
  floorKop: number;
  isClosed: boolean;
  grants: { amountKop: number; expiresAt: Date }[];
};

/** All three accounts, in the order of the screen; one that has no row yet is empty (docs/product/money.md#available). */
export function availableFrom(rows: readonly Stored[]): Record<AccountType, Available> {
  const all = ACCOUNT_LIST.map(
    (type) =>
      [
        type,
        one(
          type,
          rows.find((row) => row.type === type),
        ),
      ] as const,
  );
  return Object.fromEntries(all) as Record<AccountType, Available>; // ACCOUNT_LIST names every type once.
}

function one(type: AccountType, row: Stored | undefined): Available {
  if (!row) return { type, balanceKop: 0, heldKop: 0, availableKop: 0, withCreditKop: 0, creditKop: 0, grants: [] };
  const { balanceKop, heldKop, grants } = row;
  const free = row.isClosed ? 0 : balanceKop - heldKop;
  const unburnt = type === ACCOUNT_TYPES.BS ? grants.reduce((sum, grant) => sum + grant.amountKop, 0) : free;
  const creditKop = row.isClosed ? 0 : 0 - row.floorKop;
  return {
    type,
    balanceKop,
    heldKop,
    availableKop: Math.max(0, Math.min(free, unburnt)),
    withCreditKop: Math.max(0, Math.min(free, unburnt) + creditKop),
    creditKop,
    grants,
  };
}

/** `account.debit`: given by the desk to one account at a time; a readonly account acts on nothing. */
export const hasCredit = (
  available: Readonly<Record<AccountType, Pick<Available, 'creditKop'>>>,
  { readonly }: { readonly: boolean },
): boolean => available[ACCOUNT_TYPES.LS].creditKop > 0 && !readonly;

export type Debts = { totalKop: number; byType: Partial<Record<AccountType, number>> };
/** Unpaid debts, that an order collects unless its buyer may and wants to leave them (docs/product/money.md#debts). */
export function debtsIn(available: Readonly<Record<AccountType, Pick<Available, 'balanceKop'>>>): Debts {
  const byType: Debts['byType'] = {};
  for (const type of ACCOUNT_LIST) if (available[type].balanceKop < 0) byType[type] = -available[type].balanceKop;
  return { totalKop: Object.values(byType).reduce((sum, kop) => sum + kop, 0), byType };
}
