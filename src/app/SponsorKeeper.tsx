import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { carryAtom, isBadSponsor } from '#src/app/sponsor-carry.ts';
import { sponsorConsIdAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { withSponsor } from '#src/features/sponsor/sponsor.rules.ts';

/**
 * Every link and the address bar carry the sponsor: written by replace, with query, hash and state as they are
 * (docs/product/people.md#sponsor).
 */
export function SponsorKeeper() {
  const consId = useAtomValue(sponsorConsIdAtom);
  const setCarry = useSetAtom(carryAtom);
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => setCarry({ carry: (url) => withSponsor(url, consId) }), [consId, setCarry]);
  // Every new address is looked at, whoever made it.
  useEffect(() => {
    if (isBadSponsor(location.search)) return;
    const here = location.pathname + location.search + location.hash;
    const next = withSponsor(here, consId);
    if (next !== here) history.replaceState(history.state, '', next);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [path, search, consId]);
  return null;
}
