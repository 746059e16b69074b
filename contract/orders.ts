import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { SpendsByType } from '#contract/checkout.ts';
import { PathId } from '#contract/ids.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { ORDER_FILTER_NAMES } from '#contract/order-statuses.ts';
import { OrderHold, OrderParcel } from '#contract/parcels.ts';
import { OrderReturn } from '#contract/returns.ts';
import { okWord } from '#contract/reply.ts';

// Contents: 1 an order in the list, 2 one order, 3 reading, 4 changing. Money in kopecks, times in ISO.

// ── 1 An order in the list ──────────────────────────────────────────────────────────────────────
const Named = z.object({ id: z.int(), name: z.string() });
export const OrderStatusView = z.object({ ...Named.shape, at: z.string() });
const PaymentView = z.object({
  type: z.int(),
  name: z.string(),
  /** Only what the provider told the shop. */
  paid: z.boolean(),
  can_pay: z.boolean(),
  paid_at: z.nullable(z.string()),
  /** Not paid by then, the order is cancelled by itself. */
  pay_until: z.nullable(z.string()),
});
const rowFields = {
  id: z.int(),
  number: z.int(),
  created_at: z.string(),
  status: OrderStatusView,
  payment: PaymentView,
  delivery: z.object({ type: z.int(), name: z.string(), to: z.string(), track: z.nullable(z.string()) }),
  sum_amount: Kopecks,
  delivery_cost: Kopecks,
  due: Kopecks,
  /** Null for whoever bought at client prices. */
  sum_balls: z.nullable(Balls),
  items_count: z.int(),
  /** Of the first line, and how many pieces of it: «Крем дневной «Роса» × 2 и ещё 2 товара». */
  first_item: z.object({ title: z.string(), quantity: z.int() }),
  /** Returned so far, to the source and to ЛС together. */
  refunded: Kopecks,
  can_cancel: z.boolean(),
  can_change_payment: z.boolean(),
};
export const OrderRow = z.object(rowFields);
export type OrderRow = z.infer<typeof OrderRow>;

// ── 2 One order ─────────────────────────────────────────────────────────────────────────────────
/** The buyer's own words (docs/product/law.md#consents): `delivery` where a carrier brings it. */
export const ORDER_CONSENTS = ['personal', 'offer', 'delivery'] as const;
export const OrderItem = z.object({
  line_id: z.int(),
  product_id: z.int(),
  code: z.string(),
  title: z.string(),
  slug: z.string(),
  pack: z.string(),
  image: z.nullable(z.string()),
  is_bad: z.boolean(),
  quantity: z.int(),
  /** Of one piece, as it was frozen when the order was placed; `base_price` is the one before discounts. */
  price: Kopecks,
  base_price: Kopecks,
  sum: Kopecks,
  balls: z.nullable(Balls),
  /** Per cent of VAT in the price. */
  vat: z.int(),
});
export type OrderItem = z.infer<typeof OrderItem>;
export const Order = z.object({
  ...rowFields,
  /** Rises with every change of its lines. */
  version: z.int(),
  items: z.array(OrderItem),
  groups: z.array(z.object({ cartType: z.int(), title: z.string(), line_ids: z.array(z.int()) })),
  history: z.array(OrderStatusView),
  /** On a guest's page phone and e-mail are masked. */
  recipient: z.object({ name: z.string(), phone: z.string(), email: z.nullable(z.string()) }),
  address: z.object({
    /** In one line: the point's address or the person's. */
    full: z.string(),
    gate_id: z.nullable(z.string()),
    schedule: z.nullable(z.string()),
    days: z.nullable(z.string()),
    /** For whoever brings it to the door; a copy that a phone kept from before has none. */
    note: z._default(z.string(), ''),
  }),
  spend: SpendsByType,
  /** Debts of the accounts that this order collected. */
  debt: Kopecks,
  discount: Kopecks,
  weight: z.int(),
  receipts: z.array(z.object({ title: z.string(), url: z.string(), at: z.string(), sum: Kopecks })),
  comment: z.string(),
  view: z.enum(['order-comment', 'guest-start']),
  /** Four digits, for the buyer's own eyes; null on a guest's page. */
  issue_code: z.nullable(z.string()),
  /** Whoever else may collect it; the code is for the buyer's own eyes too. */
  proxy: z._default(z.nullable(z.object({ name: z.string(), code: z.nullable(z.string()) })), null),
  can_change_lines: z.boolean(),
  /** Those that were not given up; a copy that a phone kept from before has none. */
  parcels: z._default(z.array(OrderParcel), []),
  /** Why it waits, in the words for its buyer. */
  holds: z._default(z.array(OrderHold), []),
  /** By number. */
  returns: z._default(z.array(OrderReturn), []),
  /** Written down at the desk: what the buyer has to agree to before it can be paid. */
  needs_consents: z._default(z.array(z.enum(ORDER_CONSENTS)), []),
  /** A shipment: the deferred orders that go with it. */
  carries: z._default(z.array(z.int()), []),
  /** The shipment that this deferred order goes with, or will when it is paid. */
  shipment: z._default(z.nullable(z.int()), null),
  /** Something of it was received and is in no return yet; what exactly may go back the return itself tells. */
  can_return: z._default(z.boolean(), false),
});
export type Order = z.infer<typeof Order>;

// ── 3 Reading ───────────────────────────────────────────────────────────────────────────────────
const common = { word: 'orders', dialect: 'word' } as const;
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const fetchOrders = defineCall({
  ...common,
  name: 'fetchOrders',
  summary: 'Мои заказы: страница списка, фильтры, поиск',
  needs: 'account',
  method: 'POST',
  path: '/api/order/fetch-orders',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    page: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
    per_page: z._default(z.int().check(z.gte(1), z.lte(50)), 20),
    /** One status, or one of the filters above the list. */
    status: z.optional(z.union([z.int(), z.enum(ORDER_FILTER_NAMES as [string, ...string[]])])),
    period: z.optional(z.object({ from: z.optional(Day), to: z.optional(Day) })),
    /** Number of an order, or words of a product's name. */
    q: z.optional(z.string().check(z.maxLength(100))),
    sort: z._default(z.enum(['created_at-desc', 'created_at-asc']), 'created_at-desc'),
  }),
  reply: z.object({
    ...okWord,
    orders: z.array(OrderRow),
    total: z.int(),
    /** How many orders each filter has, whatever the page shows; `all` too. */
    counts: z.record(z.string(), z.int()),
    /** What lies in the warehouse and may be sent together; null: nothing. */
    deferred: z._default(z.nullable(z.object({ count: z.int(), weight: z.int(), until: z.string() })), null),
    server_time: z.string(),
  }),
});
const OneOrder = z.object({ ...okWord, order: Order, server_time: z.string() });
export const getOrder = defineCall({
  ...common,
  name: 'getOrder',
  summary: 'Заказ целиком',
  needs: 'account',
  method: 'GET',
  path: '/api/order/:id',
  params: z.object({ id: PathId }),
  reply: OneOrder,
});
export const PublicToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));
export const getOrderByToken = defineCall({
  ...common,
  name: 'getOrderByToken',
  summary: 'Заказ по ссылке гостя: контакты скрыты, кода выдачи нет',
  needs: 'anyone',
  method: 'GET',
  path: '/api/order/by-token/:token',
  limit: { network: 600 },
  params: z.object({ token: PublicToken }),
  reply: OneOrder,
});

// ── 4 Changing ──────────────────────────────────────────────────────────────────────────────────
const INT4_MAX = 2_147_483_647;
/** Which order: by number for its owner, by the token of the link for a guest. One of the two. */
export const whichOrder = {
  exp_id: z.optional(z.int().check(z.positive(), z.lte(INT4_MAX))),
  public_token: z.optional(PublicToken),
};
const toChange = { ...common, needs: 'anyone', method: 'POST' } as const;

export const cancelOrder = defineCall({
  ...toChange,
  name: 'cancelOrder',
  summary: 'Отменить заказ; оплаченное вернуть туда, откуда пришло, или на личный счёт',
  path: '/user/order/cancel',
  keyed: true,
  body: z.object({
    ...whichOrder,
    reason: z.optional(z.string().check(z.maxLength(500))),
    refund_to: z._default(z.enum(['source', 'ls']), 'source'),
  }),
  reply: OneOrder,
});
export const saveOrderComment = defineCall({
  ...toChange,
  name: 'saveOrderComment',
  summary: 'Комментарий к заказу',
  path: '/api/order/comment',
  keyed: true,
  body: z.object({ ...whichOrder, comment: z.string().check(z.trim(), z.maxLength(1000)) }),
  reply: OneOrder,
});
/** An order that the desk wrote down: nobody agrees for the buyer (docs/product/desk.md#an-order-by-telephone). */
export const agreeToOrder = defineCall({
  ...toChange,
  name: 'agreeToOrder',
  summary: 'Согласия покупателя к заказу, который оформил магазин',
  path: '/api/order/agree',
  keyed: true,
  body: z.object({
    ...whichOrder,
    consents: z.object({ personal: z.boolean(), offer: z.boolean(), delivery: z._default(z.boolean(), false) }),
  }),
  reply: OneOrder,
});
/** «Сохранить в кабинете»: an order that was placed without an account, with an address that this account has proved. */
export const keepOrder = defineCall({
  ...common,
  name: 'keepOrder',
  summary: 'Сохранить заказ гостя в кабинете',
  needs: 'account',
  method: 'POST',
  path: '/api/order/keep',
  limit: { caller: 60, network: 600 },
  body: z.object({ public_token: PublicToken }),
  reply: z.object({ ...okWord, message: z.string(), order_id: z.int() }),
});
const changedLines = {
  ...whichOrder,
  /** The order's version on the screen. */
  version: z.int(),
  /** New quantities, only lower ones; 0 drops the line. Lines that are not named stay. */
  lines: z
    .array(z.object({ line_id: z.int(), quantity: z.int().check(z.gte(0), z.lte(999)) }))
    .check(z.minLength(1), z.maxLength(300)),
};
const Difference = z.object({ from: Kopecks, to: Kopecks });
export const LinesChange = z.object({
  version: z.int(),
  sum_amount: Difference,
  spend: z.object({ from: SpendsByType, to: SpendsByType }),
  due: Difference,
  /** Goes back to the source of an order that was paid. */
  refund: Kopecks,
  /** Goes back to the accounts. */
  returned: Kopecks,
  sum_balls: z.nullable(z.object({ from: Balls, to: Balls })),
});
export type LinesChange = z.infer<typeof LinesChange>;
/** Shows the money of a change before it is made. */
export const previewOrderChange = defineCall({
  ...toChange,
  name: 'previewOrderChange',
  summary: 'Что изменится в деньгах, если убрать строки заказа',
  path: '/api/order/preview-change',
  changes: false,
  body: z.object(changedLines),
  reply: z.object({ ...okWord, change: LinesChange }),
});
export const changeOrder = defineCall({
  ...toChange,
  name: 'changeOrder',
  summary: 'Убрать или уменьшить строки заказа, пока он не собран',
  path: '/api/order/change',
  keyed: true,
  body: z.object({ ...changedLines, expected_due: Kopecks }),
  reply: OneOrder,
});
