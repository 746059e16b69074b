import { ORDER_STATUSES, type OrderStatus } from '#contract/order-statuses.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';

/** What a paid order becomes: one that waits in the warehouse is not packed yet. */
export const paidStatusOf = (deliveryType: number): OrderStatus =>
  deliveryType === DELIVERY_TYPES.deferred ? ORDER_STATUSES.deferred : ORDER_STATUSES.paid;
