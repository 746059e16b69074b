import * as z from 'zod/mini';

// Parcels of an order and why one waits (docs/product/desk.md#parcels), for whoever reads an order. Times in ISO, weights in grams.
// Contents: 1 states, 2 shapes, 3 holds

// ── 1 States ────────────────────────────────────────────────────────────────────────────────────
export const PARCEL_STATES = ['packing', 'packed', 'sent', 'at_point', 'handed', 'returned', 'cancelled'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];
/** Where each may go from where it is. */
export const PARCEL_NEXT: Readonly<Record<ParcelState, readonly ParcelState[]>> = {
  packing: ['packed', 'cancelled'],
  packed: ['packing', 'sent', 'cancelled'],
  sent: ['at_point', 'handed', 'returned'],
  at_point: ['handed', 'returned'],
  handed: ['returned'],
  returned: [],
  cancelled: [],
};
export const mayBecome = (from: ParcelState, to: ParcelState): boolean => PARCEL_NEXT[from].includes(to);
export const PARCEL_STATE_NAMES: Readonly<Record<ParcelState, string>> = {
  packing: 'Собирается',
  packed: 'Собрана',
  sent: 'В пути',
  at_point: 'Ждёт в пункте',
  handed: 'Вручена',
  returned: 'Возвращается',
  cancelled: 'Отменена',
};

// ── 2 Shapes ────────────────────────────────────────────────────────────────────────────────────
/** What a label says: `P30377-1`. */
export const parcelCode = (orderId: number, number: number): string => `P${orderId}-${number}`;

/** As its buyer sees it. */
export const OrderParcel = z.object({
  number: z.int(),
  state: z.enum(PARCEL_STATES),
  at: z.string(),
  track: z.nullable(z.string()),
  /** It lies in a parcel of this other order of the same person. */
  inside: z.optional(z.int()),
  lines: z.array(z.object({ line_id: z.int(), pieces: z.int() })),
});
export type OrderParcel = z.infer<typeof OrderParcel>;

/** As the desk sees it. */
export const DeskParcel = z.object({
  id: z.int(),
  code: z.string(),
  version: z.int(),
  ...OrderParcel.shape,
  /** Who packs it; `is_mine`: whoever asks. */
  packer: z.nullable(z.object({ name: z.string(), is_mine: z.boolean() })),
  weight: z.nullable(z.int()),
  box: z.nullable(z.string()),
  lines: z.array(
    z.object({
      line_id: z.int(),
      code: z.string(),
      title: z.string(),
      /** Shelf and cell; null: nobody has said where it lies. */
      place: z.nullable(z.object({ shelf: z.string(), cell: z.string() })),
      pieces: z.int(),
      packed: z.int(),
      /** Codes of «Честный знак» that the line has by now, in all of its parcels; null: it needs none. */
      marks: z.nullable(z.int()),
    }),
  ),
});
export type DeskParcel = z.infer<typeof DeskParcel>;

// ── 3 Holds ─────────────────────────────────────────────────────────────────────────────────────
export const HOLD_KINDS = ['payment', 'address', 'stock', 'call', 'documents', 'quality', 'check', 'buyer'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];
/** What the desk calls it, and the sentence that the buyer reads unless the desk writes its own. */
export const HOLD_WORDS: Readonly<Record<HoldKind, { name: string; buyer: string }>> = {
  payment: { name: 'Проверяем оплату', buyer: 'Проверяем оплату. Как только банк подтвердит, соберём заказ.' },
  address: { name: 'Уточняем адрес', buyer: 'Нужно уточнить адрес доставки. Мы напишем или позвоним.' },
  stock: {
    name: 'Не хватает товара',
    buyer: 'Одного из товаров сейчас не хватает. Мы предложим замену или вернём деньги.',
  },
  call: { name: 'Не дозвонились', buyer: 'Не смогли вам дозвониться. Позвоните нам, и мы отправим заказ.' },
  documents: { name: 'Ждём документы', buyer: 'Ждём документы для отправки.' },
  quality: { name: 'Проверяем качество', buyer: 'Проверяем товар перед отправкой.' },
  check: { name: 'Проверяем заказ', buyer: 'Проверяем заказ перед отправкой.' },
  buyer: { name: 'По просьбе покупателя', buyer: 'Заказ ждёт, как вы просили.' },
};
export const OrderHold = z.object({ kind: z.enum(HOLD_KINDS), words: z.string(), until: z.string() });
export const DeskHold = z.object({
  id: z.int(),
  ...OrderHold.shape,
  owner: z.string(),
  reason: z.string(),
  is_late: z.boolean(),
});
export type DeskHold = z.infer<typeof DeskHold>;
