import { atom } from 'jotai';
import { cartChange, cartPrice } from '#src/features/cart/cart.mutation.ts';
import { cartKindAtom } from '#src/features/cart/cart-state.atoms.ts';
import { refusedByProduct } from '#src/features/cart/refused.rules.ts';
import type { CartChange, CartPrice, OutboxRecord } from '#src/offline/outbox/record.ts';
import { rejectedAtom } from '#src/sync-client/sync.atoms.ts';

/**
 * Parked changes of the cart on the screen, by product: they stand in neither a quantity nor «Итого»
 * (docs/product/offline.md#cart-arithmetic).
 */
export const refusedLinesAtom = atom((get) => refusedByProduct(get(rejectedAtom), get(cartKindAtom), lineOf));

/** The line that a record changes; null for what is no change of a cart. */
export function lineOf({ kind, body }: Pick<OutboxRecord, 'kind' | 'body'>): CartChange | CartPrice | null {
  const payload: unknown = body;
  if (kind === cartChange.kind && cartChange.isPayload(payload)) return payload;
  return kind === cartPrice.kind && cartPrice.isPayload(payload) ? payload : null;
}
