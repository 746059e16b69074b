import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { DeliveryChoice } from '#contract/checkout.ts';
import { calculateDelivery } from '#contract/delivery.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

// «Отправить отложенные»: deferred orders leave together without another purchase (docs/product/orders.md#sent-together).

/** A person has a handful; more is a mistake of whoever asks. */
export const SHIPMENT_MOST = 20;
const OrderIds = z
  .array(z.int().check(z.gte(1), z.lte(2_147_483_647)))
  .check(z.minLength(1, 'Отметьте хотя бы один заказ'), z.maxLength(SHIPMENT_MOST));
const common = { word: 'orders', dialect: 'word' } as const;
const fieldWords = {
  orders: 'Отметьте хотя бы один заказ',
  type: 'Сначала выберите способ доставки.',
  delivery: 'Перевозчику нужны имя, телефон и адрес. Отметьте согласие на их передачу',
};

export const DeferredOrder = z.object({
  id: z.int(),
  created_at: z.string(),
  pieces: z.int(),
  /** Grams of what lies there, without packing. */
  weight: z.int(),
  sum: Kopecks,
  /** The last day of the thirty. */
  until: z.string(),
  recipient: z.object({ name: z.string(), phone: z.string() }),
  /** The shipment that takes it as soon as it is paid. */
  shipment: z.nullable(z.int()),
});
export type DeferredOrder = z.infer<typeof DeferredOrder>;

export const fetchDeferred = defineCall({
  ...common,
  name: 'fetchDeferred',
  summary: 'Мои отложенные заказы: что лежит на складе и до какого дня',
  needs: 'account',
  method: 'GET',
  path: '/api/order/deferred',
  reply: z.object({ ...okWord, orders: z.array(DeferredOrder), server_time: z.string() }),
});
export const offerShipment = defineCall({
  ...common,
  name: 'offerShipment',
  summary: 'Способы доставки отложенных заказов вместе: цена и срок по весу того, что лежит на складе',
  needs: 'account',
  limit: { caller: 600, network: 6000 },
  method: 'POST',
  path: '/api/order/deferred/offer',
  body: z.extend(calculateDelivery.body, { orders: OrderIds }),
  reply: calculateDelivery.reply,
  fieldWords: { ...calculateDelivery.fieldWords, ...fieldWords },
});
export const sendDeferred = defineCall({
  ...common,
  name: 'sendDeferred',
  summary: 'Отправить отложенные заказы вместе; оплачивается дорога',
  needs: ['account', 'order.create'],
  method: 'POST',
  path: '/api/order/deferred/send',
  keyed: true,
  body: z.object({
    orders: OrderIds,
    delivery: DeliveryChoice,
    payment_type: z.int(),
    /** Cost on the screen: a dearer one is refused. */
    expected_delivery: Kopecks,
    /** To pass name, phone and address on; asked for where a carrier brings the parcel (docs/product/law.md#consents). */
    consents: z._default(z.object({ delivery: z.optional(z.literal(true)) }), {}),
  }),
  reply: z.object({
    ...okWord,
    /** The shipment, paid as an order is; null: nothing is due, and the orders are on their way already. */
    exp_id: z.nullable(z.int()),
    due: Kopecks,
    paid: z.boolean(),
    redirect: z.string(),
  }),
  fieldWords,
});
