import { createContext } from 'react';
import type { Order } from '#contract/orders.ts';

/** «Повторить заказ»: the cart belongs to another feature, the screen joins them. */
export const RepeatSlot = createContext<(order: Order) => void>(() => {});
