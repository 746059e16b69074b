import { useState } from 'react';
import { Redirect, useParams, useSearch } from 'wouter';
import { NoProduct } from '#src/features/catalogue/NoProduct.tsx';
import { useProduct } from '#src/features/catalogue/use-product.ts';

/** `/product/{id}` leads to the slug (docs/product/addresses.md#screens), offline too. */
export function ProductById() {
  const { id } = useParams<{ id: string }>();
  const [attempt, setAttempt] = useState(0);
  return <ById key={attempt} id={/^\d{1,10}$/.test(id) ? Number(id) : 0} onRetry={() => setAttempt(attempt + 1)} />;
}

function ById({ id, onRetry }: { id: number; onRetry: () => void }) {
  const state = useProduct({ id });
  const search = useSearch();
  if (state.kind === 'waiting') return <div className="wrap" aria-busy="true" />;
  if (state.kind === 'shown')
    return <Redirect to={`/produkt/${state.row.slug}${search === '' ? '' : `?${search}`}`} replace />;
  return (
    <div className="wrap">
      <NoProduct kind={state.kind} onRetry={onRetry} />
    </div>
  );
}
