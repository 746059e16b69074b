import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { carryAtom, isBadSponsor } from '#src/app/sponsor-carry.ts';
import { carrySponsorAtom } from '#src/features/sponsor/sponsor.atoms.ts';

/**
 * Every link and the address bar carry the sponsor: written by replace, with query, hash and state as they are
 * (docs/product/people.md#sponsor).
 */
export function SponsorKeeper() {
  const carry = useAtomValue(carrySponsorAtom);
  const setCarry = useSetAtom(carryAtom);
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => setCarry({ carry }), [carry, setCarry]);
  // Every new address is looked at, whoever made it.
  useEffect(() => {
    if (isBadSponsor(location.search)) return;
    const here = location.pathname + location.search + location.hash;
    const next = carry(here);
    if (next !== here) history.replaceState(history.state, '', next);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [path, search, carry]);
  return null;
}
