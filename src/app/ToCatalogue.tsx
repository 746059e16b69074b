import { Redirect, useSearch } from 'wouter';

/** /search leads to the list with the same words (docs/product/addresses.md#screens). */
export function ToCatalogue() {
  const search = useSearch();
  return <Redirect to={search ? `/katalog?${search}` : '/katalog'} replace />;
}
