import { useAtomValue } from 'jotai';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { catalogueAtom, priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { GridSkeleton } from '#src/features/catalogue/GridSkeleton.tsx';
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx';
import { ProductGrid } from '#src/features/catalogue/ProductGrid.tsx';
import { FavouritesPage } from '#src/features/favourites/FavouritesPage.tsx';
import { FavouriteToggle } from '#src/features/favourites/FavouriteToggle.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

export function Favorites() {
  const { uid } = useAtomValue(sessionAtom);
  const { byId } = useAtomValue(catalogueAtom);
  const priceOf = useAtomValue(priceOfAtom);
  return (
    <FavouritesPage
      key={uid}
      loading={<GridSkeleton />}
      cards={(ids) => (
        <ProductGrid
          rows={ids.flatMap((id) => byId.get(id) ?? [])}
          listKey="/user/favorites"
          label="Избранные товары"
          renderCard={(row, index) => {
            const price = priceOf(row.id);
            return (
              <ProductCard
                row={row}
                price={price}
                priority={index < 4}
                heart={<FavouriteToggle id={row.id} title={row.title} variant="card" />}
                action={<AddToCart row={row} price={price} variant="card" />}
              />
            );
          }}
        />
      )}
    />
  );
}
