import { atom } from 'jotai';
import { cartKindAtom } from '#src/features/cart/cart-state.atoms.ts';
import { refusedByProduct } from '#src/features/cart/refused.rules.ts';
import { rejectedAtom } from '#src/sync-client/sync.atoms.ts';

/**
 * Parked changes of the cart on the screen, by product: they stand in neither a quantity nor «Итого»
 * (docs/product/offline.md#cart-arithmetic).
 */
export const refusedLinesAtom = atom((get) => refusedByProduct(get(rejectedAtom), get(cartKindAtom)));
