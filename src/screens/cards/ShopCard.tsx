import { useAtomValue } from 'jotai';
import { memo, startTransition, Suspense, useEffect, useState } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { AddToCart } from '#src/features/cart/AddToCart.tsx';
import { priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx';
import { FavouriteToggle } from '#src/features/favourites/FavouriteToggle.tsx';
import { useTakenOver } from '#src/platform/display/use-hydrating.ts';
import { whenIdle } from '#src/platform/display/when-idle.ts';

type Props = {
  row: ListRow;
  level?: 2 | 3;
  /** In the first screen: its picture loads first. */
  priority?: boolean;
  onPreview?: (row: ListRow) => void;
};

/**
 * A card with its heart and its button. In a rendered page each is taken over by itself: a list answers before its last card does,
 * and a card that is tapped before its turn has it at once (docs/decisions/421). Drawn anew only when something of its own changes,
 * because a card whose parent asks for it again is taken over at that moment.
 */
export const ShopCard = memo(function ShopCard(props: Props) {
  return (
    <Suspense>
      <Live {...props} />
    </Suspense>
  );
});

function Live({ row, level, priority, onPreview }: Props) {
  const price = useAtomValue(priceOfAtom)(row.id);
  const hasPreview = useLater();
  return (
    <ProductCard
      row={row}
      price={price}
      level={level ?? 2}
      priority={priority ?? false}
      heart={<FavouriteToggle id={row.id} title={row.title} variant="card" />}
      action={<AddToCart row={row} price={price} variant="card" />}
      onPreview={hasPreview ? onPreview : undefined}
    />
  );
}

/** False in a card that was taken over until nothing else is to be done: its lazy button is seen by nobody without a mouse. */
function useLater(): boolean {
  const [isDue, setDue] = useState(!useTakenOver());
  useEffect(() => (isDue ? undefined : whenIdle(() => startTransition(() => setDue(true)))), [isDue]);
  return isDue;
}
