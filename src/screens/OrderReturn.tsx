import { useParams } from 'wouter';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { ReturnPage } from '#src/features/orders/returns/ReturnPage.tsx';

/** /user/orders/:id/return for its owner, /order/:token/return for a guest (docs/product/returns.md). */
export function OrderReturn() {
  const { id, token } = useParams<{ id?: string; token?: string }>();
  return (
    <ReturnPage
      orderRef={token === undefined ? { id: Number(id) } : { token }}
      picture={(image) => <ProductPicture image={image} title="" size={240} sizes="56px" dimmed={false} />}
    />
  );
}
