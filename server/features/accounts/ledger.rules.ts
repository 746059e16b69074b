import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { HOUSE, type House } from '#server/features/accounts/house.rules.ts';

/**
 * What a movement is (docs/product/money.md#kinds). A page shows `transfer` as going out or coming in by its sign. Only
 * `correction` and `chargeback` may take a person below the floor.
 */
export const LEDGER_KINDS = [
  'opening',
  'deposit',
  'order_spend',
  'order_refund',
  'commission',
  'retail_diff',
  'hello_bonus',
  'promo_bonus',
  'transfer',
  'expire',
  'correction',
  'chargeback',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
export const passesFloor = (kind: LedgerKind): boolean => kind === 'correction' || kind === 'chargeback';

/** What a movement or a hold is about. */
export type LedgerRef = {
  type: 'order' | 'payment' | 'refund' | 'transfer' | 'grant' | 'period' | 'promo' | 'person' | 'desk';
  id: number;
};
export type PersonAccount = { ownerId: number; type: AccountType };
export type AccountRef = { house: House } | PersonAccount;
/** Plus is to the account's favour; whole kopecks, never 0. */
export type LedgerEntry = { account: AccountRef; amountKop: number };
export type Movement = {
  /** Says what happened, so that it happens once: `order:30377:paid`. */
  key: string;
  kind: LedgerKind;
  ref: LedgerRef;
  /** `YYYYMM`. */
  period?: number;
  /** `user:<id>`, `job:<name>`, `webhook:<provider>`, `seed`. */
  actor: string;
  /** In Russian, for the desk. */
  reason: string;
  /** The id of the movement that this one takes back, wholly or in part. */
  reverses?: number;
  at: Date;
  entries: readonly LedgerEntry[];
};

export type SplitEntries = {
  people: { ownerId: number; type: AccountType; amountKop: number }[];
  house: { id: number; amountKop: number }[];
};

/** One entry per account, those that cancel out left out. @throws what is no sum of money at all: a bug of the caller. */
export function splitEntries(entries: readonly LedgerEntry[]): SplitEntries {
  const sums = new Map<string, LedgerEntry>();
  for (const { account, amountKop } of entries) {
    if (!Number.isSafeInteger(amountKop)) throw new Error(`${amountKop} is no sum in kopecks`);
    const name = 'house' in account ? account.house : `${account.ownerId}/${account.type}`;
    sums.set(name, { account, amountKop: (sums.get(name)?.amountKop ?? 0) + amountKop });
  }
  const split: SplitEntries = { people: [], house: [] };
  for (const { account, amountKop } of sums.values()) {
    if (amountKop === 0) continue;
    if ('house' in account) split.house.push({ id: HOUSE[account.house], amountKop });
    else split.people.push({ ...account, amountKop });
  }
  return split;
}

/**
 * Stops a movement that the rules do not allow, before a statement is sent. Gifts are the one way onto БС, beside what comes back
 * to them. @throws an Error: the caller is wrong, no person can mend it.
 */
export function assertMovement({ kind, key, reverses, entries }: Movement, { isGift = false } = {}): SplitEntries {
  const split = splitEntries(entries);
  const all = [...split.people, ...split.house];
  if (all.length === 0) throw new Error(`movement ${key} moves nothing`);
  if (all.reduce((sum, one) => sum + one.amountKop, 0) !== 0) throw new Error(`movement ${key} is not balanced`);
  const givesBs = split.people.some(({ type, amountKop }) => type === ACCOUNT_TYPES.BS && amountKop > 0);
  if (givesBs && !isGift && reverses === undefined)
    throw new Error(`movement ${key} (${kind}) puts money on БС without a gift: grantBonus`);
  return split;
}
