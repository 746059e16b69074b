import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Listing, NO_FILTERS } from '#src/features/catalogue/listing-url.rules.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';

type Filters = Partial<Listing>;

/**
 * A new query takes away filters that would leave nothing of what it finds, and gives them back to whoever asks. Filters chosen
 * for this very query stay: their empty list says so itself. Null: nothing was taken away.
 */
export function useDroppedFilters(list: ListState): Filters | null {
  const { found, listing, filters, result, change } = list;
  const [dropped, setDropped] = useState<{ query: string; filters: Filters } | null>(null);
  // The query that was judged already; what the person chooses under it is theirs.
  const judged = useRef<string | null>(null);
  const judge = useEffectEvent(() => {
    if (!found?.answer || found.query !== listing.q || !result || judged.current === listing.q) return;
    judged.current = listing.q;
    if (filters === 0 || result.rows.length > 0 || found.answer.ids.length === 0) return;
    const taken = Object.fromEntries(
      Object.keys(NO_FILTERS).map((name) => [name, listing[name as keyof Listing]]),
    ) as Filters;
    setDropped({ query: listing.q, filters: taken });
    change(NO_FILTERS, { replace: true });
  });
  // What was taken is remembered in the moment in which the address loses it.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => judge(), [found, result]);
  return dropped?.query === listing.q && filters === 0 ? dropped.filters : null;
}
