import type { HistoryFilter, HistoryKind, HistoryRow } from '#contract/bonus-history.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { paymentName } from '#contract/payment-methods.ts';
import { periodWords } from '#contract/period-words.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { HistoryAsked, Moved } from '#server/features/accounts/history/history.queries.ts';
import type { LedgerKind } from '#server/features/accounts/ledger.rules.ts';

/** Which movements a person reads as which kind (docs/product/money.md#history). */
const KINDS: Readonly<Record<HistoryKind, readonly LedgerKind[]>> = {
  deposit: ['deposit'],
  spend: ['order_spend'],
  refund: ['order_refund'],
  bonus: ['commission'],
  retail: ['retail_diff'],
  gift: ['hello_bonus', 'promo_bonus'],
  transfer: ['transfer'],
  expire: ['expire'],
  correction: ['correction', 'chargeback', 'opening'],
};
const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name as HistoryKind] as const)),
);

const MOSCOW = '+03:00';
const two = (value: number): string => String(value).padStart(2, '0');
/** The first moment of a month in Moscow. */
const startOf = (period: number): Date =>
  new Date(`${Math.floor(period / 100)}-${two(period % 100)}-01T00:00:00${MOSCOW}`);
const monthOf = (at: Date): number => {
  const there = new Date(at.getTime() + 3 * 3_600_000);
  return there.getUTCFullYear() * 100 + there.getUTCMonth() + 1;
};

/** The filter of an address as the database is asked. */
export function historyAsked(ownerId: number, { account, kind, period, till }: HistoryFilter): HistoryAsked {
  const last = till ?? period;
  return {
    ownerId,
    account: account === undefined ? undefined : (Number(account) as AccountType), // One of '0', '1', '2'.
    kinds: kind && KINDS[kind],
    from: period === undefined ? undefined : startOf(period),
    till: last === undefined ? undefined : startOf(shiftPeriod(last, 1)),
  };
}

export const toHistoryRow = (row: Moved): HistoryRow => ({
  id: row.id,
  at: row.at.toISOString(),
  month: monthOf(row.at),
  account_type: row.type,
  kind: KIND_OF.get(row.kind) ?? 'correction',
  title: titleOf(row),
  ref: refOf(row),
  amount: row.amountKop,
  balance_after: row.balanceKop,
  expires_at: row.expiresAt?.toISOString() ?? null,
  is_own: row.isOwn,
});

const REFS = ['order', 'payment', 'transfer', 'period'] as const;
function refOf({ refType, refId }: Moved): HistoryRow['ref'] {
  const type = REFS.find((one) => one === refType);
  return type === undefined ? null : { type, id: refId };
}

/** What a movement is about, on paper. */
export const aboutOf = ({ refType, refId }: Pick<Moved, 'refType' | 'refId'>): string | null =>
  refType === 'order' ? `Заказ № ${refId}` : refType === 'payment' ? `Платёж № ${refId}` : refType === 'transfer' ? `Перевод № ${refId}` : null; // prettier-ignore

/** What a person reads of a movement. */
export function titleOf({ kind, type, amountKop, isOwn, otherName, gateway, period, reason }: Moved): string {
  const isIn = amountKop > 0;
  switch (kind) {
    case 'deposit':
      return gateway === null ? 'Пополнение' : `Пополнение, ${paymentName(gateway)}`;
    case 'order_spend':
      return isIn ? 'Долг погашен заказом' : 'Оплата заказа';
    case 'order_refund':
      return 'Возврат за заказ';
    case 'commission':
      return period === null ? 'Бонус' : `Бонус за ${periodWords(period)}`;
    case 'retail_diff':
      return 'Розничная разница';
    case 'hello_bonus':
      return 'Приветственный бонус';
    case 'promo_bonus':
      return 'Бонус акции';
    case 'transfer':
      if (isOwn) return isIn ? 'Перевод с другого своего счёта' : transferOut(type);
      return `${isIn ? 'Перевод от' : 'Перевод'}: ${otherName ? shortName(otherName) : 'другой счёт'}`;
    case 'expire':
      return 'Сгорел подарок';
    default:
      return reason;
  }
}
const transferOut = (type: AccountType): string =>
  type === ACCOUNT_TYPES.KS ? 'Перевод на ЛС' : 'Перевод на другой свой счёт';
/** «Игорь П.»: of other people a statement names no more. */
export const shortName = (name: string): string => {
  const [first = '', last = ''] = name.trim().split(/\s+/);
  return last === '' ? first : `${first} ${last.charAt(0)}.`;
};
