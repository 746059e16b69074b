import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { deskAct, deskCommon, DeskOneOrder, DeskReason, OrderId } from '#contract/desk-orders.ts';
import { HOLD_KINDS } from '#contract/parcels.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';

// What happens to an order between «Оплачен» and its road (docs/product/desk.md#parcels). Contents: 1 packing, 2 waiting, 3 words

// ── 1 Packing ───────────────────────────────────────────────────────────────────────────────────
/** A packer scans a few hundred pieces an hour. */
const step = {
  ...deskCommon,
  method: 'POST',
  keyed: true,
  limit: { caller: 6000 },
  reply: DeskOneOrder,
} as const;
const Parcel = { exp_id: OrderId, parcel_id: OrderId };
/** `version`: of the parcel on the screen. */
const ParcelStep = { ...Parcel, version: z.int() };

export const deskStartPacking = defineCall({
  ...step,
  name: 'deskStartPacking',
  summary: 'Хозяйство: взять заказ в сборку; то, что ещё не в посылках, становится посылкой',
  path: '/api/desk/parcels/start',
  body: z.object({ exp_id: OrderId, version: z.int() }),
});
export const deskScanPiece = defineCall({
  ...step,
  name: 'deskScanPiece',
  summary: 'Хозяйство: ещё одна штука по коду сканера легла в посылку; код «Честного знака» остаётся за ней',
  path: '/api/desk/parcels/scan',
  // Not trimmed: a code of «Честный знак» may begin with a control sign.
  body: z.object({ ...Parcel, code: z.string().check(z.minLength(1), z.maxLength(300)) }),
});
export const deskPutPieces = defineCall({
  ...step,
  name: 'deskPutPieces',
  summary: 'Хозяйство: сколько штук строки лежит в посылке, если кода нет',
  path: '/api/desk/parcels/put',
  body: z.object({ ...Parcel, line_id: OrderId, packed: z.int().check(z.gte(0), z.lte(999)) }),
});
export const deskTakeParcel = defineCall({
  ...step,
  name: 'deskTakeParcel',
  summary: 'Хозяйство: посылку дальше собираю я',
  path: '/api/desk/parcels/take',
  body: z.object(ParcelStep),
});
export const deskFinishParcel = defineCall({
  ...step,
  name: 'deskFinishParcel',
  summary: 'Хозяйство: посылка собрана и закрыта',
  path: '/api/desk/parcels/finish',
  body: z.object({ ...ParcelStep, weight: z.optional(z.int().check(z.gte(1), z.lte(200_000))) }),
});
export const deskReopenParcel = defineCall({
  ...step,
  name: 'deskReopenParcel',
  summary: 'Хозяйство: собранную посылку открыть снова',
  path: '/api/desk/parcels/reopen',
  body: z.object(ParcelStep),
});
export const deskSplitParcel = defineCall({
  ...step,
  name: 'deskSplitParcel',
  summary: 'Хозяйство: чего ещё нет в посылке, поедет другой',
  path: '/api/desk/parcels/split',
  body: z.object(ParcelStep),
});
export const deskSendParcel = defineCall({
  ...step,
  name: 'deskSendParcel',
  summary: 'Хозяйство: посылка передана перевозчику, трек-номер',
  path: '/api/desk/parcels/send',
  body: z.object({
    ...ParcelStep,
    track: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    /** Packed parcels of other orders of the same person that travel inside it, under its number (docs/product/desk.md#together). */
    inside: z._default(z.array(z.object({ parcel_id: OrderId, version: z.int() })).check(z.maxLength(20)), []),
  }),
});
export const deskJoinDeferred = defineCall({
  ...step,
  name: 'deskJoinDeferred',
  summary: 'Хозяйство: отложенные заказы того же человека едут с этим',
  path: '/api/desk/orders/join',
  body: z.object({
    exp_id: OrderId,
    /** The order's version on the screen. */
    version: z.int(),
    joined: z.array(OrderId).check(z.minLength(1), z.maxLength(20)),
  }),
});

const WITHOUT_TRACK: readonly number[] = [DELIVERY_TYPES.pickup, DELIVERY_TYPES.product, DELIVERY_TYPES.logisticCenter];
/** Our own people carry it: there is no carrier who would give it a number. */
export const goesWithoutTrack = (deliveryType: number): boolean => WITHOUT_TRACK.includes(deliveryType);

/** A piece that is missing (docs/product/desk.md#a-piece-that-is-missing). */
export const deskReplacePieces = defineCall({
  ...deskAct,
  name: 'deskReplacePieces',
  summary: 'Хозяйство: не хватившие штуки заменить другим товаром, покупатель не доплачивает',
  path: '/api/desk/orders/replace',
  body: z.object({
    exp_id: OrderId,
    /** The order's version on the screen. */
    version: z.int(),
    line_id: OrderId,
    pieces: z.int().check(z.gte(1), z.lte(999)),
    /** Of the product that comes instead. */
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    reason: DeskReason,
  }),
});

// ── 2 Waiting ───────────────────────────────────────────────────────────────────────────────────
export const deskHoldOrder = defineCall({
  ...deskAct,
  name: 'deskHoldOrder',
  summary: 'Хозяйство: заказ ждёт: почему, до какого дня, что прочтёт покупатель',
  path: '/api/desk/orders/hold',
  body: z.object({
    exp_id: OrderId,
    kind: z.enum(HOLD_KINDS),
    /** The last day, in Moscow. */
    until: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата вида 2026-11-22')),
    words: z.string().check(z.trim(), z.minLength(3, 'Напишите, что прочтёт покупатель'), z.maxLength(300)),
    reason: DeskReason,
  }),
});
export const deskReleaseHold = defineCall({
  ...deskAct,
  name: 'deskReleaseHold',
  summary: 'Хозяйство: заказ больше не ждёт',
  path: '/api/desk/orders/release',
  body: z.object({ exp_id: OrderId, hold_id: OrderId, reason: DeskReason }),
});

// ── 3 Words ─────────────────────────────────────────────────────────────────────────────────────
export const deskNoteOrder = defineCall({
  ...deskAct,
  name: 'deskNoteOrder',
  summary: 'Хозяйство: заметка к заказу, её видит только хозяйство',
  path: '/api/desk/orders/note',
  body: z.object({ exp_id: OrderId, reason: DeskReason }),
});
export const deskMarkReceived = defineCall({
  ...deskAct,
  name: 'deskMarkReceived',
  summary: 'Хозяйство: заказ получен там, где нет нашей выдачи',
  path: '/api/desk/orders/received',
  body: z.object({ exp_id: OrderId, reason: DeskReason }),
});

/** Taking a parcel over, opening it again and splitting it have one shape. */
export type PackingAct =
  | typeof deskStartPacking
  | typeof deskScanPiece
  | typeof deskPutPieces
  | typeof deskTakeParcel
  | typeof deskFinishParcel
  | typeof deskSendParcel
  | typeof deskJoinDeferred
  | typeof deskReplacePieces
  | typeof deskHoldOrder
  | typeof deskReleaseHold
  | typeof deskNoteOrder
  | typeof deskMarkReceived;

export const PACKING_CALLS = [
  deskFinishParcel,
  deskHoldOrder,
  deskJoinDeferred,
  deskMarkReceived,
  deskNoteOrder,
  deskPutPieces,
  deskReleaseHold,
  deskReopenParcel,
  deskReplacePieces,
  deskScanPiece,
  deskSendParcel,
  deskSplitParcel,
  deskStartPacking,
  deskTakeParcel,
] as const;
