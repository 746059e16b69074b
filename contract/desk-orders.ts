import * as z from 'zod/mini';
import { ATTEMPT_STATUSES } from '#contract/attempt-status.ts';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { Kopecks } from '#contract/money.ts';
import { Order, OrderStatusView } from '#contract/orders.ts';
import { DeskHold, DeskParcel } from '#contract/parcels.ts';
import { ORDER_FILTER_NAMES } from '#contract/order-statuses.ts';
import { okWord } from '#contract/reply.ts';

// Orders as the desk sees them (docs/product/desk.md). Contents: 1 the list, 2 one order, 3 acts. Money in kopecks, times in ISO.

const INT4_MAX = 2_147_483_647;
export const deskCommon = { word: 'desk', dialect: 'word', needs: 'desk.orders' } as const;
export const DESK_PAGE = 50;

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
export const DeskRow = z.object({
  id: z.int(),
  created_at: z.string(),
  /** The account's name, else the recipient's. */
  buyer: z.string(),
  is_guest: z.boolean(),
  /** Goods and delivery, whatever paid them. */
  sum: Kopecks,
  payment: z.object({ type: z.int(), name: z.string(), paid: z.boolean(), refunded: Kopecks }),
  delivery: z.object({ name: z.string(), to: z.string() }),
  status: OrderStatusView,
  /** Of the order, for acts on several rows. */
  version: z.int(),
});
export type DeskRow = z.infer<typeof DeskRow>;
/** Money that waits for a person: a sum that was not asked for, or a refund that the bank has not made. */
export const DeskCase = z.object({
  order_id: z.int(),
  kind: z.enum(['review', 'refund']),
  amount: Kopecks,
  at: z.string(),
});
export type DeskCase = z.infer<typeof DeskCase>;

/** Work that waits (docs/product/desk.md#queues): each order in the one where its next step is. */
export const DESK_QUEUES = ['new', 'pack', 'ship', 'problems'] as const;
export type DeskQueue = (typeof DESK_QUEUES)[number];
/** Counts end here: «999+». */
export const DESK_COUNT_MOST = 1000;

/** What the list may be sorted by: the number, which rises with time, and the sum. */
export const DESK_SORTS = ['number-desc', 'number-asc', 'sum-desc', 'sum-asc'] as const;
export type DeskSort = (typeof DESK_SORTS)[number];

export const deskFetchOrders = defineCall({
  ...deskCommon,
  name: 'deskFetchOrders',
  summary: 'Хозяйство: заказы магазина, поиск и состояния, деньги, которые ждут решения',
  method: 'POST',
  path: '/api/desk/orders',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    /** The number that the page before ended with. */
    after: z.optional(z.int().check(z.positive(), z.lte(INT4_MAX))),
    /** The longest waiting first; nothing is searched for in it, and it is not sorted otherwise. */
    queue: z.optional(z.enum(DESK_QUEUES)),
    /** The newest first when absent. */
    sort: z.optional(z.enum(DESK_SORTS)),
    status: z.optional(z.enum(ORDER_FILTER_NAMES as [string, ...string[]])),
    /** Number of an order, a telephone, words of a name, an e-mail or a product. */
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    ...okWord,
    orders: z.array(DeskRow),
    /** What the next page is asked for with; null: this is the last. */
    next: z.nullable(z.int()),
    /** How many orders of this search each filter has; `all` too. Without words no status is counted beyond `DESK_COUNT_MOST`. */
    counts: z.record(z.string(), z.int()),
    queues: z.object({ new: z.int(), pack: z.int(), ship: z.int(), problems: z.int() }),
    /** Of the whole shop, the oldest first. */
    cases: z.array(DeskCase),
    server_time: z.string(),
  }),
});

// ── 2 One order ─────────────────────────────────────────────────────────────────────────────────
/** Who did it, in words: «Покупатель», «Магазин», «Банк», or the name of whoever was at the desk. */
const Actor = z.string();
const DeskEvent = z.object({
  kind: z.enum(['status', 'change', 'comment', 'payment', 'refund', 'link', 'parcel', 'hold', 'note']),
  status: z.nullable(z.string()),
  actor: Actor,
  note: z.string(),
  at: z.string(),
});
const DeskAttempt = z.object({
  id: z.int(),
  attempt: z.int(),
  name: z.string(),
  status: z.enum(ATTEMPT_STATUSES),
  amount: Kopecks,
  captured: Kopecks,
  refunded: Kopecks,
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
});
const DeskRefund = z.object({
  id: z.int(),
  amount: Kopecks,
  target: z.enum(['source', 'ls']),
  state: z.enum(['created', 'pending', 'succeeded', 'failed']),
  reason: z.string(),
  actor: Actor,
  /** Why a person must look at it. */
  cause: z.nullable(z.string()),
  at: z.string(),
});
const DeskMovement = z.object({
  id: z.int(),
  reason: z.string(),
  at: z.string(),
  /** Plus is to the account's favour; they sum to nothing. */
  entries: z.array(z.object({ account: z.string(), amount: Kopecks })),
});
export const DeskOrder = z.object({
  order: Order,
  buyer: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The newest first, each of these lists. */
  events: z.array(DeskEvent),
  attempts: z.array(DeskAttempt),
  refunds: z.array(DeskRefund),
  movements: z.array(DeskMovement),
  /** By number. */
  parcels: z.array(DeskParcel),
  /** Why it waits now. */
  holds: z.array(DeskHold),
  /** What of the same person may travel with it (docs/product/desk.md#together). */
  together: z.object({
    /** Deferred orders, the oldest first. */
    deferred: z.array(z.object({ exp_id: z.int(), pieces: z.int(), since: z.string() })),
    /** Packed parcels of other orders that go to the same place. */
    parcels: z.array(z.object({ parcel_id: z.int(), version: z.int(), code: z.string(), pieces: z.int() })),
  }),
  can: z.object({
    mark_paid: z.boolean(),
    cancel: z.boolean(),
    refund: z.boolean(),
    send_link: z.boolean(),
    /** Pieces that are in no parcel may be packed now. */
    pack: z.boolean(),
    receive: z.boolean(),
    hold: z.boolean(),
    replace: z.boolean(),
    goodwill: z.boolean(),
  }),
});
export type DeskOrder = z.infer<typeof DeskOrder>;
export const DeskOneOrder = z.object({ ...okWord, ...DeskOrder.shape, server_time: z.string() });
export const deskGetOrder = defineCall({
  ...deskCommon,
  name: 'deskGetOrder',
  summary: 'Хозяйство: заказ с его историей, оплатами, возвратами и проводками',
  method: 'GET',
  path: '/api/desk/orders/:id',
  params: z.object({ id: PathId }),
  reply: DeskOneOrder,
});

// ── 3 Acts ──────────────────────────────────────────────────────────────────────────────────────
export const OrderId = z.int().check(z.positive(), z.lte(INT4_MAX));
/** Stands in the order's history and in the journal: no act without it. */
export const DeskReason = z
  .string()
  .check(z.trim(), z.minLength(3, 'Напишите, почему: хотя бы одно слово'), z.maxLength(500));
const RefundTo = z._default(z.enum(['source', 'ls']), 'source');
export const deskAct = {
  ...deskCommon,
  method: 'POST',
  keyed: true,
  limit: { caller: 600 },
  reply: DeskOneOrder,
} as const;

export const deskMarkPaid = defineCall({
  ...deskAct,
  name: 'deskMarkPaid',
  summary: 'Хозяйство: перевод по реквизитам пришёл, заказ оплачен',
  path: '/api/desk/orders/mark-paid',
  body: z.object({
    exp_id: OrderId,
    /** As the statement of the bank has it: the whole due and nothing else. */
    amount: Kopecks.check(z.positive()),
    /** Day of the statement, in Moscow. */
    paid_on: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата вида 2026-11-22')),
    reason: DeskReason,
  }),
});
export const deskCancelOrder = defineCall({
  ...deskAct,
  name: 'deskCancelOrder',
  summary: 'Хозяйство: отменить заказ, пока он не собран; оплаченное вернуть',
  path: '/api/desk/orders/cancel',
  body: z.object({ exp_id: OrderId, reason: DeskReason, refund_to: RefundTo }),
});
/** What goes back: which pieces, whether the delivery too, and where to. */
const refundFields = {
  exp_id: OrderId,
  /** The order's version on the screen. */
  version: z.int(),
  lines: z
    .array(z.object({ line_id: OrderId, pieces: z.int().check(z.gte(1), z.lte(999)) }))
    .check(z.minLength(1, 'Отметьте, за что вернуть деньги'), z.maxLength(300)),
  /** The price of the delivery goes back too: only with everything that is left. */
  with_delivery: z._default(z.boolean(), false),
  refund_to: RefundTo,
};
/** The way it came, and onto each account. */
const RefundPart = z.object({ source: Kopecks, ls: Kopecks, ks: Kopecks, bs: Kopecks });
export type RefundPart = z.infer<typeof RefundPart>;
export const RefundSplit = z.object({
  lines: z.array(z.object({ line_id: z.int(), pieces: z.int(), ...RefundPart.shape })),
  delivery: z.nullable(RefundPart),
  total: RefundPart,
});
export type RefundSplit = z.infer<typeof RefundSplit>;
export const deskPreviewRefund = defineCall({
  ...deskCommon,
  name: 'deskPreviewRefund',
  summary: 'Хозяйство: что и куда вернётся, до копейки, ещё ничего не возвращая',
  method: 'POST',
  path: '/api/desk/orders/preview-refund',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object(refundFields),
  reply: z.object({ ...okWord, split: RefundSplit }),
});
export const deskRefundOrder = defineCall({
  ...deskAct,
  name: 'deskRefundOrder',
  summary: 'Хозяйство: вернуть деньги за строки оплаченного заказа или за весь заказ',
  path: '/api/desk/orders/refund',
  body: z.object({ ...refundFields, reason: DeskReason }),
});
export const deskSendLink = defineCall({
  ...deskAct,
  name: 'deskSendLink',
  summary: 'Хозяйство: ещё раз отправить покупателю ссылку на заказ письмом или в SMS',
  path: '/api/desk/orders/send-link',
  limit: { caller: 60 },
  body: z.object({ exp_id: OrderId, reason: DeskReason }),
});
export const deskReturnReviewed = defineCall({
  ...deskAct,
  name: 'deskReturnReviewed',
  summary: 'Хозяйство: деньги с неверной суммой вернуть целиком',
  path: '/api/desk/orders/return-reviewed',
  body: z.object({ exp_id: OrderId, payment_id: OrderId, reason: DeskReason }),
});
export const deskSettleRefund = defineCall({
  ...deskAct,
  name: 'deskSettleRefund',
  summary: 'Хозяйство: возврат, который ждёт человека: сделан вручную или повторить',
  path: '/api/desk/orders/settle-refund',
  body: z.object({ exp_id: OrderId, refund_id: OrderId, how: z.enum(['done', 'retry']), reason: DeskReason }),
});
/** The shop is sorry: money onto ЛС for nothing that went back (docs/product/desk.md#goodwill). */
export const deskGoodwill = defineCall({
  ...deskAct,
  name: 'deskGoodwill',
  summary: 'Хозяйство: деньги на личный счёт в знак извинения',
  path: '/api/desk/orders/goodwill',
  body: z.object({
    exp_id: OrderId,
    amount: Kopecks.check(z.positive()),
    /** Goes to the buyer as it stands. */
    words: z.string().check(z.trim(), z.minLength(3, 'Напишите, что прочтёт покупатель'), z.maxLength(300)),
    reason: DeskReason,
  }),
});
