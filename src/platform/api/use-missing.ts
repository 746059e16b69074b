import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { type NetworkState, networkAtom } from '#src/platform/api/network.ts';

/**
 * Whether a picture could not be had, and what says so. That holds for the network as it was: as soon as the signal comes
 * back it is tried again, without a scroll.
 */
export function useMissing(): readonly [isMissing: boolean, miss: () => void] {
  const network = useAtomValue(networkAtom);
  const [missedIn, setMissedIn] = useState<NetworkState | null>(null);
  return [missedIn === network, () => setMissedIn(network)];
}
