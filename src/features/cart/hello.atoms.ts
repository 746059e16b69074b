import { atom } from 'jotai';
import { storedCartAtom } from '#src/features/cart/cart-state.atoms.ts';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { shownPriceTypeAtom, realPriceTypeAtom } from '#src/features/session/session.atoms.ts';

/** Kopecks; `left` is 0 when the cart earns it. */
export type HelloShown = { amount: number; required: number; left: number };

/**
 * What the cart on the screen lacks for the hello bonus, gestures that the shop has not heard of included; null for whoever
 * cannot earn it (docs/product/delivery.md#hello). A cart shown in client prices says nothing: it is shown to somebody else.
 */
export const helloAtom = atom((get): HelloShown | null => {
  // A snapshot that an older build has kept may lack it.
  const said = get(storedCartAtom)?.data.helloBonus ?? null;
  if (!said || get(shownPriceTypeAtom) !== get(realPriceTypeAtom)) return null;
  const { required } = said.successCondition;
  return { amount: said.amount, required, left: Math.max(0, required - get(cartAtom).totals.sum) };
});
