import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

// The counter of a pickup point (docs/product/counter.md). Money in kopecks, times in ISO.
// Contents: 1 the point, 2 its orders, 3 handing over, 4 supplies, 5 the shift, 6 the day, 7 all of them

const INT4_MAX = 2_147_483_647;
const common = { word: 'punkt', dialect: 'word', needs: 'punkt.counter' } as const;
/** An act of an operator: keyed, never queued. A busy counter scans a few hundred codes an hour. */
const act = { ...common, method: 'POST', keyed: true, limit: { caller: 3000 } } as const;
const OrderId = z.int().check(z.positive(), z.lte(INT4_MAX));
/** `<way of delivery>:<point>`, as cells and boxes have it. */
export const Site = z.string().check(z.regex(/^\d{1,3}:[\w.-]{1,40}$/, 'Пункт вида 3:CO-4'));

// ── 1 The point ─────────────────────────────────────────────────────────────────────────────────
export const CounterPoint = z.object({ site: Site, name: z.string(), city: z.string(), address: z.string() });
export type CounterPoint = z.infer<typeof CounterPoint>;
export const Shift = z.object({ id: z.int(), opened_at: z.string(), operator: z.string() });
export type Shift = z.infer<typeof Shift>;

// ── 2 Its orders ────────────────────────────────────────────────────────────────────────────────
/** All that a tablet keeps of an order: no code, no whole telephone, no comment of the buyer. */
export const WaitingOrder = z.object({
  id: z.int(),
  name: z.string(),
  /** The last four digits of the telephone. */
  phone: z.string(),
  /** «А-12», one for each parcel. */
  cells: z.array(z.string()),
  /** What its labels say: `P30377-1`. */
  parcels: z.array(z.string()),
  arrived_at: z.string(),
  keep_until: z.string(),
  reminded_at: z.nullable(z.string()),
  lines: z.array(
    z.object({
      line_id: z.int(),
      title: z.string(),
      code: z.string(),
      pack: z.string(),
      image: z.nullable(z.string()),
      pieces: z.int(),
      /** How many codes of «Честный знак» are still to be scanned. */
      marks: z.int(),
    }),
  ),
});
export type WaitingOrder = z.infer<typeof WaitingOrder>;

export const punktFetchOrders = defineCall({
  ...common,
  name: 'punktFetchOrders',
  summary: 'Пункт выдачи: что ждёт выдачи, для планшета; смена и поставки',
  method: 'POST',
  path: '/api/punkt/orders',
  // It reads.
  changes: false,
  body: z.object({
    site: z.optional(Site),
    /** A busy point comes in pieces: orders above this number, as `next` of the piece before named it. */
    after: z._default(z.int().check(z.gte(0), z.lte(INT4_MAX)), 0),
  }),
  reply: z.object({
    ...okWord,
    /** Null: the desk has given this operator no point. */
    point: z.nullable(CounterPoint),
    /** All points of this operator. */
    points: z.array(CounterPoint),
    shift: z.nullable(Shift),
    orders: z.array(WaitingOrder),
    /** Where the next piece begins; null: this was the last. What a tablet has kept of an earlier app has neither. */
    next: z._default(z.nullable(z.int()), null),
    /** All that wait. */
    total: z._default(z.nullable(z.int()), null),
    supplies: z.int(),
    server_time: z.string(),
  }),
});
/** One that was handed over or has gone back is found too: people ask for it. */
export const FoundOrder = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string(),
  cells: z.array(z.string()),
  state: z.enum(['waits', 'handed', 'returned']),
  at: z.string(),
});
export type FoundOrder = z.infer<typeof FoundOrder>;
export const COUNTER_FOUND_MOST = 20;
export const punktFindOrders = defineCall({
  ...common,
  name: 'punktFindOrders',
  summary: 'Пункт выдачи: найти заказ этого пункта по номеру, телефону, имени или этикетке',
  method: 'POST',
  path: '/api/punkt/find',
  changes: false,
  body: z.object({ site: Site, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ ...okWord, orders: z.array(FoundOrder), server_time: z.string() }),
});
/** What stands on the screen and is not kept. */
export const CounterOrder = z.object({
  ...WaitingOrder.shape,
  state: z.enum(['waits', 'handed', 'returned']),
  at: z.string(),
  /** Country, first digit and the last two: «+7 9•• •••-••-01». */
  masked_phone: z.string(),
  comment: z.string(),
  weight: z.int(),
  paid: Kopecks,
  /** Whoever else may collect it, with a code of their own. */
  proxy: z.nullable(z.string()),
  /** No code is taken until then. */
  locked_until: z.nullable(z.string()),
  /** The desk must look at it before a code is taken again. */
  needs_desk: z.boolean(),
});
export type CounterOrder = z.infer<typeof CounterOrder>;
const OneOrder = z.object({ ...okWord, order: CounterOrder, server_time: z.string() });
export const punktGetOrder = defineCall({
  ...common,
  name: 'punktGetOrder',
  summary: 'Пункт выдачи: заказ целиком, перед выдачей',
  method: 'GET',
  path: '/api/punkt/orders/:id',
  params: z.object({ id: PathId }),
  reply: OneOrder,
});
export const punktShowPhone = defineCall({
  ...act,
  name: 'punktShowPhone',
  summary: 'Пункт выдачи: телефон получателя, чтобы позвонить; остаётся в журнале',
  path: '/api/punkt/phone',
  keyed: false,
  limit: { caller: 120 },
  body: z.object({ exp_id: OrderId }),
  reply: z.object({ ...okWord, phone: z.string() }),
});

// ── 3 Handing over ──────────────────────────────────────────────────────────────────────────────
export const punktHandOver = defineCall({
  ...act,
  name: 'punktHandOver',
  summary: 'Пункт выдачи: выдать заказ по коду получателя',
  path: '/api/punkt/hand-over',
  body: z.object({
    exp_id: OrderId,
    code: z.string().check(z.regex(/^\d{4}$/, 'Код — четыре цифры')),
    /** A code of «Честный знак» for each unit that has none yet: all or nothing. */
    marks: z._default(
      z
        .array(
          z.object({
            line_id: OrderId,
            codes: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(999)),
          }),
        )
        .check(z.maxLength(300)),
      [],
    ),
  }),
  reply: OneOrder,
});
export const punktSendBack = defineCall({
  ...act,
  name: 'punktSendBack',
  summary: 'Пункт выдачи: срок хранения вышел, заказ едет на склад',
  path: '/api/punkt/send-back',
  body: z.object({ exp_id: OrderId }),
  reply: OneOrder,
});

// ── 4 Supplies ──────────────────────────────────────────────────────────────────────────────────
export const Supply = z.object({
  id: z.int(),
  sent_at: z.string(),
  parcels: z.array(
    z.object({
      code: z.string(),
      exp_id: z.int(),
      name: z.string(),
      pieces: z.int(),
      /** Null: not scanned yet. */
      cell: z.nullable(z.string()),
      accepted: z.boolean(),
    }),
  ),
});
export type Supply = z.infer<typeof Supply>;
const Supplies = z.object({ ...okWord, supplies: z.array(Supply), server_time: z.string() });
export const punktFetchSupplies = defineCall({
  ...common,
  name: 'punktFetchSupplies',
  summary: 'Пункт выдачи: поставки в пути и что из них уже принято',
  method: 'POST',
  path: '/api/punkt/supplies',
  changes: false,
  body: z.object({ site: Site }),
  reply: Supplies,
});
/** What a scan has put where, or that it had been put there before. */
export const Accepted = z.object({ code: z.string(), exp_id: z.int(), cell: z.string(), again: z.boolean() });
export type Accepted = z.infer<typeof Accepted>;
export const punktAcceptParcel = defineCall({
  ...act,
  name: 'punktAcceptParcel',
  summary: 'Пункт выдачи: принять посылку по этикетке; она ложится в ячейку',
  path: '/api/punkt/accept',
  body: z.object({
    site: Site,
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** Shelf and cell; left out, the shop chooses a free one. */
    cell: z.optional(z.string().check(z.trim(), z.maxLength(12))),
  }),
  reply: z.object({ ...Supplies.shape, accepted: Accepted }),
});
export const punktFinishSupply = defineCall({
  ...act,
  name: 'punktFinishSupply',
  summary: 'Пункт выдачи: поставка принята; чего нет, названо недостачей',
  path: '/api/punkt/finish-supply',
  body: z.object({
    site: Site,
    supply_id: OrderId,
    /** So many did not come, as the screen showed: a parcel that was scanned meanwhile is not declared missing. */
    missing: z._default(z.int().check(z.gte(0), z.lte(10_000)), 0),
  }),
  reply: Supplies,
});

// ── 5 The shift ─────────────────────────────────────────────────────────────────────────────────
const ShiftReply = z.object({ ...okWord, shift: z.nullable(Shift), server_time: z.string() });
export const punktOpenShift = defineCall({
  ...act,
  name: 'punktOpenShift',
  summary: 'Пункт выдачи: открыть смену',
  path: '/api/punkt/open-shift',
  body: z.object({ site: Site }),
  reply: ShiftReply,
});
export const punktCloseShift = defineCall({
  ...act,
  name: 'punktCloseShift',
  summary: 'Пункт выдачи: посчитать посылки и закрыть смену',
  path: '/api/punkt/close-shift',
  body: z.object({
    site: Site,
    /** Parcels on the shelves, as they were counted by hand. */
    counted: z.int().check(z.gte(0), z.lte(100_000)),
    /** Why it is another number than the shop has. */
    note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  reply: ShiftReply,
});

// ── 6 The day ───────────────────────────────────────────────────────────────────────────────────
export const DayRow = z.object({
  exp_id: z.int(),
  at: z.string(),
  what: z.enum(['accepted', 'handed', 'returned']),
  operator: z.string(),
  pieces: z.int(),
});
export type DayRow = z.infer<typeof DayRow>;
export const punktFetchDay = defineCall({
  ...common,
  name: 'punktFetchDay',
  summary: 'Пункт выдачи: что было принято, выдано и отправлено назад за день',
  method: 'POST',
  path: '/api/punkt/day',
  changes: false,
  body: z.object({
    site: Site,
    /** None: the one that it is at the point. */
    day: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата вида 2026-11-22'))),
  }),
  reply: z.object({
    ...okWord,
    day: z.string(),
    /** The one that it is at the point: no later one has happened. */
    today: z.string(),
    rows: z.array(DayRow),
    shifts: z.array(
      z.object({
        opened_at: z.string(),
        closed_at: z.nullable(z.string()),
        operator: z.string(),
        expected: z.nullable(z.int()),
        counted: z.nullable(z.int()),
        note: z.string(),
      }),
    ),
    server_time: z.string(),
  }),
});

// ── 7 All of them ───────────────────────────────────────────────────────────────────────────────
export const COUNTER_CALLS = [
  punktAcceptParcel,
  punktCloseShift,
  punktFetchDay,
  punktFetchOrders,
  punktFetchSupplies,
  punktFindOrders,
  punktFinishSupply,
  punktGetOrder,
  punktHandOver,
  punktOpenShift,
  punktSendBack,
  punktShowPhone,
] as const;
