import { type Atom, atom } from 'jotai';
import { cartChange } from '#src/features/cart/cart.mutation.ts';
import { payloadOf } from '#src/offline/outbox/mutation.ts';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import {
  baseQuantitiesAtom,
  drawnLinesAtom,
  isCartReadAtom,
  pendingAtom,
  storedCartAtom,
} from '#src/features/cart/cart-state.atoms.ts';
import type { Added, CartView, ViewLine } from '#src/features/cart/cart.types.ts';
import type { LineAsked } from '#src/features/cart/lane.ts';
import { toView } from '#src/features/cart/view.rules.ts';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { CART_TYPES } from '#contract/tables.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { realPriceTypeAtom, shownPriceTypeAtom } from '#src/features/session/session.atoms.ts';

// cartAtom: the cart as its screen shows it; cartOf: the same of one cart type, of promotions no screen shows it yet. removeLinesAtom: «Удалить» and «Очистить корзину» with «Вернуть».
// addByCodeAtom, acceptPriceAtom: commands that wait for the server.

export const cartOf = (cartType: number): Atom<CartView> =>
  atom((get) => {
    const stored = get(storedCartAtom);
    const { byId } = get(catalogueAtom);
    const view = toView({
      cartType,
      drawn: get(drawnLinesAtom),
      realType: stored?.data.result.price_type ?? get(realPriceTypeAtom),
      quantities: get(baseQuantitiesAtom),
      pending: get(pendingAtom),
      shownType: get(shownPriceTypeAtom),
      rowOf: (id) => byId.get(id),
      seenOf: (id) => get(syncAtom).pending.findLast((record) => payloadOf(cartChange, record)?.productId === id)?.seen,
      priceOf: get(priceOfAtom),
    });
    return { ...view, at: stored?.at ?? null, status: get(isCartReadAtom) ? 'ready' : 'reading' };
  });
export const cartAtom = cartOf(CART_TYPES.base);

/** One change per line under one «Вернуть», which adds the same pieces again (docs/product/look.md#feel). */
export const removeLinesAtom = atom(
  null,
  (_get, set, lines: readonly Pick<ViewLine, 'cartType' | 'productId' | 'quantity' | 'title'>[]): void => {
    const gone = lines.filter(({ cartType, productId, quantity }) =>
      set(changeCartAtom, { cartType, productId, delta: -quantity }),
    );
    if (gone.length === 0) return;
    const text = gone.length === 1 ? `Убрали: ${gone[0]?.title ?? ''}` : 'Корзина очищена';
    const run = () =>
      gone.forEach(({ cartType, productId, quantity }) =>
        set(changeCartAtom, { cartType, productId, delta: quantity }),
      );
    set(showToastAtom, { text, action: { label: 'Вернуть', run } });
  },
);

export const addByCodeAtom = atom(null, async (get, set, wish: { code: string; quantity: number }): Promise<Added> =>
  (await import('#src/features/cart/ask-cart.ts')).addByCode(get, set, wish),
);
/** «Оставить»: the line is counted at the price that the person has now seen. */
export const acceptPriceAtom = atom(null, async (get, set, wish: LineAsked & { price: number }): Promise<void> =>
  (await import('#src/features/cart/ask-cart.ts')).acceptNewPrice(get, set, wish),
);
