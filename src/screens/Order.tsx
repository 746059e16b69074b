import { useAtomValue, useSetAtom } from 'jotai';
import { useLocation, useParams } from 'wouter';
import type { Order as OrderData } from '#contract/orders.ts';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { OrderPage } from '#src/features/orders/OrderPage.tsx';
import { RepeatSlot } from '#src/features/orders/slots.ts';
import { productsCount } from '#src/terms/counts.ts';

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

/** What is on sale goes into the cart, at today's prices; what is not is named. */
function useRepeat(): (order: OrderData) => void {
  const { byId } = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const change = useSetAtom(changeCartAtom);
  const toast = useSetAtom(showToastAtom);
  const [, go] = useLocation();
  return ({ items }) => {
    const there = items.filter(({ product_id: id }) => byId.has(id) && (priceOf(id)?.stock ?? 0) > 0);
    const gone = items.filter((item) => !there.includes(item));
    const added = there.filter(({ product_id: productId, quantity }) => change({ productId, delta: quantity }));
    const missing = gone.length > 0 ? ` Нет в наличии: ${gone.map(({ title }) => title).join(', ')}` : '';
    if (added.length === 0) return void toast({ text: `Добавить нечего.${missing}` });
    toast({ text: `Добавили ${productsCount(added.length)} в корзину.${missing}` });
    go('/cart');
  };
}
