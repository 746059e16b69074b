import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { isShopAwayAtom, networkAtom } from '#src/platform/api/network.ts';

/**
 * Rises whenever the network is back, or a shop that had turned calls away: a screen asks for its answer anew then. That it
 * went away is mostly told by the very answer that did not come, and asking once more at that moment would only fail again.
 */
export function useNetworkReturns(): number {
  const isThere = useAtomValue(networkAtom).isOnline;
  const isOnline = !useAtomValue(isShopAwayAtom) && isThere;
  const [seen, setSeen] = useState({ isOnline, returns: 0 });
  if (seen.isOnline === isOnline) return seen.returns;
  const next = { isOnline, returns: seen.returns + (isOnline ? 1 : 0) };
  setSeen(next);
  return next.returns;
}
