// Statuses of an order and what may be done in each (docs/product/orders.md#statuses). No library in here.

export const ORDER_STATUSES = {
  new: 0,
  awaiting: 1,
  paid: 2,
  packing: 3,
  sent: 4,
  ready: 5,
  received: 6,
  cancelled: 7,
  deferred: 8,
  returned: 9,
} as const;
export type OrderStatus = (typeof ORDER_STATUSES)[keyof typeof ORDER_STATUSES];
export const ORDER_STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  0: 'Новый',
  1: 'Ожидает оплаты',
  2: 'Оплачен',
  3: 'Собирается',
  4: 'Отправлен',
  5: 'Готов к выдаче',
  6: 'Получен',
  7: 'Отменён',
  8: 'Отложен на складе',
  9: 'Возврат',
};

/** Filters of the list of orders: each is a few statuses together. */
export const ORDER_FILTERS = {
  awaiting: [0, 1],
  moving: [2, 3, 4],
  ready: [5],
  deferred: [8],
  received: [6],
  cancelled: [7, 9],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type OrderFilter = keyof typeof ORDER_FILTERS;
export const ORDER_FILTER_NAMES = Object.keys(ORDER_FILTERS) as OrderFilter[];

const CANCELLABLE: readonly number[] = [0, 1, 2, 8];
const UNPAID: readonly number[] = [0, 1];
/** The buyer cancels, drops or lessens lines until the order is packed. */
export const mayCancel = (status: number): boolean => CANCELLABLE.includes(status);
export const mayChangeLines = mayCancel;
export const isUnpaid = (status: number): boolean => UNPAID.includes(status);
export const mayChangePayment = isUnpaid;

/** An order that nobody has paid is cancelled by itself after so long. */
export const UNPAID_DAYS = 5;
