import { useEffect, useState } from 'react';
import type { Catalogue } from '#src/features/catalogue/catalogue.types.ts';
import type { SearchAnswer } from '#src/offline/search/search-query.ts';

export type Found = { query: string; answer: SearchAnswer | null };

/**
 * What the search says about a query: null while there is none or its first answer is on the way. A newer query keeps the
 * old answer on the screen until its own arrives, so nothing flashes while typing.
 */
export function useFound(catalogue: Catalogue, query: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const { rev, status } = catalogue;
  useEffect(() => {
    if (query === '') {
      setFound(null);
      return undefined;
    }
    let isOld = false;
    void import('#src/features/catalogue/search-client.ts')
      .then(({ search }) => search(catalogue, query))
      .catch(() => null)
      .then((answer) => !isOld && answer !== undefined && setFound({ query, answer }));
    return () => {
      isOld = true;
    };
    // The same revision confirmed again changes nothing for the search.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rev, status, query]);
  return query === '' ? null : found;
}
