import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { formatConsId } from '#contract/ids.ts';
import { maskName, TRANSFER_LIMITS } from '#contract/transfer-rules.ts';
import type { Transfer } from '#contract/transfers.ts';
import type { TransferEvent } from '#server/db/tables/transfers.ts';
import { moscowDay } from '#server/features/orders/vat.rules.ts';

/** When the day in Moscow began that `now` lies in: the limits of a day are counted from then on. */
export const dayBegan = (now: Date): Date => new Date(`${moscowDay(now)}T00:00:00+03:00`);

/** What may still go to others today, kopecks and times; never below zero. */
export const leftToday = (used: { kop: number; count: number }): { amount: number; count: number } => ({
  amount: Math.max(0, TRANSFER_LIMITS.dayKop - used.kop),
  count: Math.max(0, TRANSFER_LIMITS.dayCount - used.count),
});

/** Generation of a person below another one, from 1, by their path in the structure; 0 when they do not stand below. */
export function lineBelow(path: readonly number[] | null, aboveId: number): number {
  const above = path?.indexOf(aboveId) ?? -1;
  return path === null || above < 0 ? 0 : path.length - 1 - above;
}

export type TransferFacts = {
  row: {
    id: number;
    kind: Transfer['kind'];
    ownerId: number;
    fromType: number;
    amountKop: number;
    comment: string;
    state: Transfer['state'];
    createdAt: Date;
    expiresAt: Date | null;
    events: readonly TransferEvent[];
  };
  senderName: string;
  receiverName: string;
  receiverConsId: number | null;
};
const LS: AccountType = 0;
/** How one person sees a transfer. Another one's name is whole only once it is done, or when `isOwnPerson`. */
export function viewOf(
  { row, senderName, receiverName, receiverConsId }: TransferFacts,
  viewerId: number,
  { isOwnPerson = false }: { isOwnPerson?: boolean } = {},
): Transfer {
  const isOut = row.ownerId === viewerId;
  const account = ACCOUNT_NAMES[ACCOUNT_LIST.find((type) => type === row.fromType) ?? LS];
  const shownReceiver = row.state === 'done' || isOwnPerson ? receiverName : maskName(receiverName);
  const toCons = { cons_id: receiverConsId === null ? null : formatConsId(receiverConsId), name: shownReceiver };
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    kind: row.kind,
    direction: isOut ? 'out' : 'in',
    // Whose account it came from: whoever got the money knows the sender by their whole name.
    from: { account_type: row.fromType, name: isOut ? account : senderName },
    to: row.kind === 'own' ? { cons_id: null, name: ACCOUNT_NAMES[LS] } : toCons,
    amount: row.amountKop,
    state: row.state,
    comment: row.comment,
    expires_at: row.state === 'wait_code' ? (row.expiresAt?.toISOString() ?? null) : null,
    events: [...row.events],
  };
}
