import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import type { Shown } from '#src/platform/api/kept-answer.ts';
import { type Counter, counterAtom, loadCounterAtom, siteAtom } from '#src/staff/punkt/counter.atoms.ts';

/** What waits at the point: the copy of the device at once, then the shop's answer, again with every network. */
export function useCounter(): { shown: Shown<Counter>; reload: () => void } {
  const load = useSetAtom(loadCounterAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const site = useAtomValue(siteAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns, site]);
  return { shown: useAtomValue(counterAtom), reload: () => void load() };
}
