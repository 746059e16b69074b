import type { DeskOrder, DeskRow } from '#contract/desk-orders.ts';
import { isUnpaid, mayCancel, ORDER_STATUS_NAMES, ORDER_STATUSES, type OrderStatus } from '#contract/order-statuses.ts';
import { paymentName } from '#contract/payment-methods.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import type { DeskFound } from '#server/features/desk-orders/desk-list.queries.ts';
import type { EntryRow, EventRow, MovementRow } from '#server/features/desk-orders/desk-order.queries.ts';
import { HOUSE, type House } from '#server/features/accounts/house.rules.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import type { Payment, Refund } from '#server/features/payments/payments.queries.ts';

// What the desk sees, on the wire (contract/desk-orders.ts). Contents: 1 a row, 2 who, 3 money, 4 what can be done

// ── 1 A row ─────────────────────────────────────────────────────────────────────────────────────
const statusName = (status: number): string => ORDER_STATUS_NAMES[status as OrderStatus] ?? '';
export const toDeskRow = ({ order, accountName }: DeskFound): DeskRow => ({
  id: order.id,
  created_at: order.createdAt.toISOString(),
  buyer: accountName || order.recipientName,
  is_guest: order.userId === null,
  sum: order.goodsKop + order.deliveryKop,
  payment: {
    type: order.paymentType,
    name: paymentName(order.paymentType),
    paid: order.paidAt !== null,
    refunded: order.refundedKop,
  },
  delivery: { name: order.delivery.name, to: order.delivery.to },
  status: { id: order.status, name: statusName(order.status), at: order.statusAt.toISOString() },
  version: order.version,
});

// ── 2 Who ───────────────────────────────────────────────────────────────────────────────────────
const deskId = (actor: string): number | null => {
  const found = /^(?:desk|user):(\d{1,9})$/.exec(actor);
  return found ? Number(found[1]) : null;
};
/** Ids of people whose names the history needs. */
export const peopleIn = (actors: readonly string[]): number[] => [
  ...new Set(actors.map(deskId).filter((id) => id !== null)),
];
export function actorWords(actor: string, names: ReadonlyMap<number, string>): string {
  const id = deskId(actor);
  if (id !== null) return names.get(id) || 'Сотрудник';
  if (actor === 'buyer') return 'Покупатель';
  if (actor.startsWith('carrier:')) return 'Перевозчик';
  return actor === 'bank' || actor.startsWith('webhook:') || actor === 'job:confirm' ? 'Банк' : 'Магазин';
}
export const toEvent = (row: EventRow, names: ReadonlyMap<number, string>): DeskOrder['events'][number] => ({
  kind: row.kind,
  status: row.status === null ? null : statusName(row.status),
  actor: actorWords(row.actor, names),
  note: row.note,
  at: row.at.toISOString(),
});

// ── 3 Money ─────────────────────────────────────────────────────────────────────────────────────
export const toAttempt = (row: Payment): DeskOrder['attempts'][number] => ({
  id: row.id,
  attempt: row.attempt,
  name: paymentName(row.code),
  status: row.status,
  amount: row.amountKop,
  captured: row.capturedKop,
  refunded: row.refundedKop,
  created_at: row.createdAt.toISOString(),
  paid_at: row.paidAt?.toISOString() ?? null,
});
export const toRefund = (row: Refund, names: ReadonlyMap<number, string>): DeskOrder['refunds'][number] => ({
  id: row.id,
  amount: row.amountKop,
  target: row.target,
  state: row.state,
  reason: row.reason,
  actor: actorWords(row.actor, names),
  cause: row.cause === null ? null : (CAUSES[row.cause] ?? row.cause),
  at: row.createdAt.toISOString(),
});
const CAUSES: Readonly<Record<string, string>> = {
  by_hand: 'Переводом возвращает бухгалтер: магазин сам не может',
  canceled: 'Банк отменил возврат',
};
const PERSON_ACCOUNTS: Readonly<Record<number, string>> = {
  0: 'ЛС покупателя',
  1: 'КС покупателя',
  2: 'БС покупателя',
};
const HOUSE_ACCOUNTS: Partial<Record<House, string>> = {
  sales: 'Продажи',
  gifts: 'Подарки магазина',
  commission: 'Комиссия',
  corrections: 'Исправления',
  opening: 'До начала учёта',
  carry: 'Переносы бонусов',
};
function accountWords({ isPerson, type, accountId }: EntryRow): string {
  if (isPerson) return PERSON_ACCOUNTS[type] ?? 'Счёт покупателя';
  const name = (Object.keys(HOUSE) as House[]).find((one) => HOUSE[one] === accountId);
  return (name && HOUSE_ACCOUNTS[name]) ?? (accountId > 20 ? paymentName(accountId - 20) : `Счёт ${accountId}`);
}
export const toMovement = ({ id, reason, at, entries }: MovementRow): DeskOrder['movements'][number] => ({
  id,
  reason,
  at: at.toISOString(),
  entries: entries.map((entry) => ({ account: accountWords(entry), amount: entry.amountKop })),
});

// ── 4 What can be done ──────────────────────────────────────────────────────────────────────────
const ENDED: readonly number[] = [ORDER_STATUSES.cancelled, ORDER_STATUSES.returned];
/** Money of an order that has ended has gone back already. */
export const mayRefund = ({ status, paidAt }: Pick<OrderRecord, 'status' | 'paidAt'>): boolean =>
  paidAt !== null && !ENDED.includes(status);
const mayPack = (status: number): boolean => status === ORDER_STATUSES.paid || status === ORDER_STATUSES.packing;
const HOLDABLE: readonly number[] = [0, 1, 2, 3, 8];
/** An order waits until it is on its way. */
export const mayHold = (status: number): boolean => HOLDABLE.includes(status);
/** What is missing is replaced until the order has left. */
export const mayReplace = mayPack;
const OWN_COUNTERS: readonly number[] = [DELIVERY_TYPES.pickup, DELIVERY_TYPES.logisticCenter];
/** Our own counters hand over by the code; of other ways the desk learns from the carrier. */
export const mayReceive = ({ status, deliveryType }: Pick<OrderRecord, 'status' | 'deliveryType'>): boolean =>
  (status === ORDER_STATUSES.sent || status === ORDER_STATUSES.ready) && !OWN_COUNTERS.includes(deliveryType);
export function whatCanBeDone(
  order: Pick<OrderRecord, 'status' | 'paidAt' | 'deliveryType' | 'userId'>,
  { attempts, isHeld, hasLoose }: { attempts: readonly Pick<Payment, 'status'>[]; isHeld: boolean; hasLoose: boolean },
): DeskOrder['can'] {
  const isInReview = attempts.some(({ status }) => status === 'needs_review');
  return {
    mark_paid: order.paidAt === null && isUnpaid(order.status) && !isInReview,
    cancel: mayCancel(order.status) && !isInReview,
    refund: mayRefund(order),
    send_link: order.status !== ORDER_STATUSES.cancelled,
    pack: mayPack(order.status) && !isHeld && hasLoose,
    receive: mayReceive(order),
    hold: mayHold(order.status),
    replace: mayReplace(order.status),
    goodwill: order.paidAt !== null,
  };
}
