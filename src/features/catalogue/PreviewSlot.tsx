import { type ReactNode, Suspense } from 'react';
import { useSearch } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ProductPreview = lazyPart(() => import('#src/features/catalogue/ProductPreview.tsx'), 'ProductPreview');

/** Draws the quick view whenever the address names one. */
export function PreviewSlot({
  renderActions,
}: {
  renderActions: (row: ListRow, price: Price | undefined) => ReactNode;
}) {
  const slug = new URLSearchParams(useSearch()).get('preview');
  if (!slug) return null;
  return (
    <Suspense>
      <ProductPreview key={slug} slug={slug} renderActions={renderActions} />
    </Suspense>
  );
}
