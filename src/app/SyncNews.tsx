import { useAtomValue, useSetAtom } from 'jotai';
import { acceptPriceAtom, cartAtom, removeLinesAtom } from '#src/features/cart/cart-view.atoms.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { type Rise, SyncSheet } from '#src/features/sync/SyncSheet.tsx';
import { newsAtom } from '#src/features/sync/sync.atoms.ts';

export { LostNotice } from '#src/features/sync/LostNotice.tsx';
export { SealedNotice } from '#src/features/sync/SealedNotice.tsx';
export { WarmUp } from '#src/features/sync/WarmUp.tsx';

/** The sheet «Пока вы были офлайн» with what only other features know: risen prices and the product's picture. */
export function SyncNews() {
  const shown = useAtomValue(newsAtom);
  const { lines } = useAtomValue(cartAtom);
  const accept = useSetAtom(acceptPriceAtom);
  const remove = useSetAtom(removeLinesAtom);
  if (!shown) return null;
  const rises: Rise[] = lines.flatMap(({ productId, title, image, priceChanged }) =>
    priceChanged ? [{ productId, title, image, ...priceChanged }] : [],
  );
  return (
    <SyncSheet
      shown={shown}
      rises={rises}
      onKeep={({ productId, to }) => void accept({ productId, price: to })}
      onDrop={({ productId }) => remove(lines.filter((line) => line.productId === productId))}
      picture={(image) => <ProductPicture image={image} title="" size={240} sizes="52px" />}
    />
  );
}
