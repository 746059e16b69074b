import { CartPage } from '#src/features/cart/CartPage.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';

/** The wholesale cart: codes and quantities from the keyboard. Who may enter is the route's business. */
export function WholesaleCart() {
  return (
    <CartPage
      title="Корзина"
      withQuantity
      picture={(line) => (
        <ProductPicture image={line.image} title="" size={240} sizes="88px" dimmed={!line.available} />
      )}
    />
  );
}
