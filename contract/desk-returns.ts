import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { CamePieces } from '#contract/counter-returns.ts';
import { deskCommon, DeskReason, OrderId } from '#contract/desk-orders.ts';
import { PathId } from '#contract/ids.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';
import { OrderReturn, RETURN_STATES, ReturnLine } from '#contract/returns.ts';

// Returns at the desk (docs/product/returns.md). Contents: 1 the list, 2 one return, 3 acts

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
export const DESK_RETURNS_PAGE = 50;
/** What waits for the desk stands first. */
export const RETURN_FILTERS = ['asked', 'approved', 'received', 'ended'] as const;
export type ReturnFilter = (typeof RETURN_FILTERS)[number];
export const DeskReturnRow = z.object({
  id: z.int(),
  code: z.string(),
  order_id: z.int(),
  buyer: z.string(),
  /** Of the first line, and how many pieces there are in all. */
  title: z.string(),
  pieces: z.int(),
  state: z.enum(RETURN_STATES),
  asked_at: z.string(),
  /** By law the money is back by then; null: it is, or need not be. */
  due_at: z.nullable(z.string()),
  is_late: z.boolean(),
});
export type DeskReturnRow = z.infer<typeof DeskReturnRow>;
export const deskFetchReturns = defineCall({
  ...deskCommon,
  name: 'deskFetchReturns',
  summary: 'Хозяйство: возвраты, самые давние сверху',
  method: 'POST',
  path: '/api/desk/returns',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({ filter: z._default(z.enum(RETURN_FILTERS), 'asked'), after: z.optional(OrderId) }),
  reply: z.object({
    ...okWord,
    returns: z.array(DeskReturnRow),
    next: z.nullable(z.int()),
    counts: z.object({ asked: z.int(), approved: z.int(), received: z.int() }),
    server_time: z.string(),
  }),
});

// ── 2 One return ────────────────────────────────────────────────────────────────────────────────
const DeskReturnLine = z.object({
  ...ReturnLine.shape,
  code: z.string(),
  /** Paid for one piece before accounts and refunds, as it was frozen. */
  price: Kopecks,
  limited: z.boolean(),
  /** Beside its code, what a scan may name it by. */
  article: z.nullable(z.string()),
  ean: z.string(),
  /** Of its pieces, those whose code of «Честный знак» is known; 0: it needs none. */
  marks: z.int(),
  /** Pieces that went back on sale; the rest of what came was written off. Null: not decided. */
  on_sale: z.nullable(z.int()),
});
export const DeskReturn = z.object({
  ...OrderReturn.shape,
  version: z.int(),
  lines: z.array(DeskReturnLine),
  due_at: z.nullable(z.string()),
  /** Where the goods were taken: the desk, or the point by its address; null: they have not come. */
  received_at: z.nullable(z.string()),
  order: z.object({
    id: z.int(),
    version: z.int(),
    status: z.string(),
    buyer: z.string(),
    phone: z.string(),
    has_account: z.boolean(),
    delivery: z.string(),
    delivery_cost: Kopecks,
    payment_type: z.int(),
    /** With this return nothing is left of the order: the price of the delivery may go back too. */
    is_whole: z.boolean(),
  }),
  can: z.object({ approve: z.boolean(), refuse: z.boolean(), receive: z.boolean(), refund: z.boolean() }),
});
export type DeskReturn = z.infer<typeof DeskReturn>;
const DeskOneReturn = z.object({ ...okWord, one: DeskReturn, server_time: z.string() });
export const deskGetReturn = defineCall({
  ...deskCommon,
  name: 'deskGetReturn',
  summary: 'Хозяйство: один возврат',
  method: 'GET',
  path: '/api/desk/returns/:id',
  params: z.object({ id: PathId }),
  reply: DeskOneReturn,
});

// ── 3 Acts ──────────────────────────────────────────────────────────────────────────────────────
const act = { ...deskCommon, method: 'POST', keyed: true, limit: { caller: 600 }, reply: DeskOneReturn } as const;
/** `version`: of the return on the screen. */
const Step = { return_id: OrderId, version: z.int() };
/** Goes to the buyer as it stands, and into the journal. */
const Words = z.string().check(z.trim(), z.minLength(3, 'Напишите, что прочтёт покупатель'), z.maxLength(500));
const Pieces = z
  .array(z.object({ line_id: OrderId, pieces: z.int().check(z.gte(0), z.lte(999)) }))
  .check(z.maxLength(300));

export const deskApproveReturn = defineCall({
  ...act,
  name: 'deskApproveReturn',
  summary: 'Хозяйство: возврат одобрен, покупатель узнаёт, как передать товар',
  path: '/api/desk/returns/approve',
  body: z.object({ ...Step, words: Words }),
});
export const deskRefuseReturn = defineCall({
  ...act,
  name: 'deskRefuseReturn',
  summary: 'Хозяйство: в возврате отказано, с объяснением для покупателя',
  path: '/api/desk/returns/refuse',
  body: z.object({ ...Step, words: Words }),
});
export const deskReceiveReturn = defineCall({
  ...act,
  name: 'deskReceiveReturn',
  summary: 'Хозяйство: товар пришёл, сколько штук каждой строки',
  path: '/api/desk/returns/receive',
  body: z.object({ ...Step, lines: CamePieces, reason: DeskReason }),
});
export const deskRefundReturn = defineCall({
  ...act,
  name: 'deskRefundReturn',
  summary: 'Хозяйство: вернуть деньги, баллы и товар по возврату',
  path: '/api/desk/returns/refund',
  body: z.object({
    ...Step,
    /** The order's version on the screen. */
    order_version: z.int(),
    refund_to: z._default(z.enum(['source', 'ls']), 'source'),
    with_delivery: z._default(z.boolean(), false),
    /** Of what came: pieces fit for sale. What is not named is written off. */
    on_sale: z._default(Pieces, []),
    reason: DeskReason,
  }),
});
export type ReturnAct =
  | typeof deskApproveReturn
  | typeof deskRefuseReturn
  | typeof deskReceiveReturn
  | typeof deskRefundReturn;
