import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ProductRow } from '#src/features/catalogue/ProductRow.tsx';
import { boughtIdsAtom, loadBoughtAtom } from '#src/features/orders/bought.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** «Купить снова»: of the person's last orders what the shop has now; absent where there is nothing. */
export function BuyAgain({ renderCard }: { renderCard: (row: ListRow) => ReactNode }) {
  const { uid } = useAtomValue(sessionAtom);
  const { byId } = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  const bought = useAtomValue(boughtIdsAtom)
    .flatMap((id) => byId.get(id) ?? [])
    .filter((row) => (priceOf(row.id)?.stock ?? 0) > 0);
  const loadBought = useSetAtom(loadBoughtAtom);
  useEffect(() => {
    void loadBought();
  }, [uid, loadBought]);
  return (
    <ProductRow
      title="Купить снова"
      rows={bought}
      renderCard={renderCard}
      more={
        <Link href="/user/orders" className="link hit">
          Все заказы
        </Link>
      }
    />
  );
}
