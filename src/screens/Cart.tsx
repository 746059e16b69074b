import { useAtomValue } from 'jotai';
import { Redirect } from 'wouter';
import { CartPage } from '#src/features/cart/CartPage.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** A wholesale buyer's cart is another one (docs/product/people.md#roles). */
export function Cart() {
  const { user } = useAtomValue(sessionAtom);
  if (user.isOptovik) return <Redirect to="/optovik/cart" replace />;
  return (
    <CartPage
      title="Корзина"
      picture={(line) => (
        <ProductPicture image={line.image} title="" size={240} sizes="88px" dimmed={!line.available} />
      )}
    />
  );
}
