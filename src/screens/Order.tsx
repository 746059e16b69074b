import { useAtomValue, useSetAtom } from 'jotai';
import { useLocation, useParams } from 'wouter';
import type { Order as OrderData } from '#contract/orders.ts';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { OrderPage } from '#src/features/orders/OrderPage.tsx';
import { repeatOf } from '#src/features/orders/repeat.words.ts';
import { RepeatSlot } from '#src/features/orders/slots.ts';
import { shownPriceTypeAtom } from '#src/features/session/session.atoms.ts';

/** /user/orders/:id for its owner, /order/:token for a guest (docs/product/orders.md#guests). */
export function Order() {
  const { id, token } = useParams<{ id?: string; token?: string }>();
  const repeat = useRepeat();
  return (
    <RepeatSlot value={repeat}>
      <OrderPage
        orderRef={token === undefined ? { id: Number(id) } : { token }}
        picture={(image) => <ProductPicture image={image} title="" size={240} sizes="44px" dimmed={false} />}
      />
    </RepeatSlot>
  );
}

/** What is on sale goes into the cart, at today's prices; what is not, or is dearer now, is named. */
function useRepeat(): (order: OrderData) => void {
  const { byId } = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const shownType = useAtomValue(shownPriceTypeAtom);
  const change = useSetAtom(changeCartAtom);
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  return (order) => {
    // An order has points only at consultant prices. Prices of two kinds are not compared.
    const isSameKind = (order.sum_balls !== null) === (shownType === 1);
    const { there, text } = repeatOf(order, (id) => {
      const price = byId.has(id) ? priceOf(id) : undefined;
      return price && { stock: price.stock, price: isSameKind ? (price.consPrice ?? price.price) : 0 };
    });
    const added = there.filter(({ product_id: productId, quantity }) => change({ productId, delta: quantity }));
    // A cart that may not be changed has said why.
    if (there.length > 0 && added.length === 0) return;
    toast({ text });
    if (added.length > 0) go('/cart');
  };
}
