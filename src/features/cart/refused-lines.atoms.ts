import { atom } from 'jotai';
import { CART_TYPES } from '#contract/tables.ts';
import { type CartChange, cartChange, type CartPrice, cartPrice } from '#src/features/cart/cart.mutation.ts';
import { cartKindAtom } from '#src/features/cart/cart-state.atoms.ts';
import { refusedByProduct } from '#src/features/cart/refused.rules.ts';
import { payloadOf } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { rejectedAtom } from '#src/sync-client/sync.atoms.ts';

/**
 * Parked changes of the cart on the screen, by product: they stand in neither a quantity nor «Итого»
 * (docs/product/offline.md#cart-arithmetic).
 */
export const refusedLinesOf = (cartType: number) =>
  atom((get) => refusedByProduct(get(rejectedAtom), { kind: get(cartKindAtom), cartType }, lineOf));
export const refusedLinesAtom = refusedLinesOf(CART_TYPES.base);

/** The line that a record changes; null for what is no change of a cart. */
export const lineOf = (record: Pick<OutboxRecord, 'kind' | 'body'>): CartChange | CartPrice | null =>
  payloadOf(cartChange, record) ?? payloadOf(cartPrice, record);
