import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { afterTakeOver } from '#src/platform/display/take-over.ts';

/** The longest wait, in milliseconds: without a network there may be no cards at all. */
const PATIENCE_MS = 2500;

/** True one frame after the cards were drawn, or soon after the start when they do not come. */
export function useFirstCardsShown(): boolean {
  const isHere = useAtomValue(catalogueAtom).status !== 'empty';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    afterTakeOver(() => (timer = setTimeout(() => setShown(true), isHere ? 50 : PATIENCE_MS)));
    return () => clearTimeout(timer);
  }, [isHere]);
  return isShown;
}
