import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { suggestAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import type { Suggestions } from '#src/offline/search/suggest.ts';

/** Suggestions for what is typed: null before the first answer. A newer text keeps the older answer until its own arrives. */
export function useSuggestions(text: string, isWanted: boolean): Suggestions | null {
  const suggest = useAtomValue(suggestAtom);
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  const query = text.trim();
  const isAsked = isWanted && query.length > 1;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOld = false;
    void suggest(query).then((answer) => !isOld && setSuggestions(answer));
    return () => {
      isOld = true;
    };
  }, [isAsked, query, suggest]);
  return isAsked ? suggestions : null;
}
