import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { suggestFor } from '#src/features/catalogue/search-client.ts';
import type { Suggestions } from '#src/offline/search/suggest.ts';

/** Suggestions for what is typed: null before the first answer. A newer text keeps the older answer until its own arrives. */
export function useSuggestions(text: string, isWanted: boolean): Suggestions | null {
  const catalogue = useAtomValue(catalogueAtom);
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  const { rev, status, rows, categories } = catalogue;
  const query = text.trim();
  const isAsked = isWanted && query.length > 1 && status === 'ready';
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOld = false;
    void suggestFor({ rev, rows, categories }, query)
      .catch(() => null)
      .then((answer) => !isOld && setSuggestions(answer));
    return () => {
      isOld = true;
    };
  }, [isAsked, query, rev, rows, categories]);
  return isAsked ? suggestions : null;
}
