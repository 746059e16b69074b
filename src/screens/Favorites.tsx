import { useAtomValue } from 'jotai';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { GridSkeleton } from '#src/features/catalogue/GridSkeleton.tsx';
import { ProductGrid } from '#src/features/catalogue/ProductGrid.tsx';
import { FavouritesPage } from '#src/features/favourites/FavouritesPage.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { ShopCard } from '#src/screens/cards/ShopCard.tsx';

export function Favorites() {
  const { uid } = useAtomValue(sessionAtom);
  const { byId } = useAtomValue(catalogueAtom);
  return (
    <FavouritesPage
      key={uid}
      loading={<GridSkeleton />}
      cards={(ids) => (
        <ProductGrid
          rows={ids.flatMap((id) => byId.get(id) ?? [])}
          listKey="/user/favorites"
          label="Избранные товары"
          renderCard={(row, index) => <ShopCard row={row} priority={index < 4} />}
        />
      )}
    />
  );
}
