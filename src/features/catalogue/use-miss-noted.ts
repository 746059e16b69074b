import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Found } from '#src/features/catalogue/use-found.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';

/** Beginnings of words find nothing too: what stood still for so long was meant. */
const STILL_MS = 2000;
/** Once per page and query. */
const told = new Set<string>();

/** Counts a search that found nothing, without who asked; what names an illness is nobody's to count. */
export function useMissNoted(found: Found | null): void {
  const api = useAtomValue(apiAtom);
  const isMiss = found?.answer?.ids.length === 0 && !found.answer.isIllness;
  const query = found?.query ?? '';
  useEffect(() => {
    if (!isMiss || told.has(query)) return undefined;
    const timer = setTimeout(() => {
      told.add(query);
      void import('#src/features/catalogue/note-miss.ts').then(({ noteMiss }) => noteMiss(api, query)).catch(() => {});
    }, STILL_MS);
    return () => clearTimeout(timer);
  }, [api, isMiss, query]);
}
