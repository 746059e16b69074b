import { useAtomValue, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { DeliveryRow } from '#contract/delivery-types.ts';
import type { DeferredOrder } from '#contract/shipments.ts';
import { askDeferred, askWays, sendTogether } from '#src/features/checkout/together/together.commands.ts';
import { currentOf, missingOf, NOTHING, sendable, type Together, waysFor } from '#src/features/checkout/together/together.ts'; // prettier-ignore
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';

type Listed = { orders: readonly DeferredOrder[] | null; failure: string | null };
type Offered = { rows: readonly DeliveryRow[]; weight: number | null; isAsking: boolean; failure: string | null };

/** The page's state: what lies there, what is chosen, what it costs, and sending it. */
export function useTogether() {
  const { get } = useStore();
  const [, go] = useLocation();
  const { known, uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const [listed, setListed] = useState<Listed>({ orders: null, failure: null });
  const [state, setState] = useState<Together>(NOTHING);
  const [offered, setOffered] = useState<Offered>({ rows: [], weight: null, isAsking: false, failure: null });
  const [sending, setSending] = useState<{ isBusy: boolean; failure: string | null }>({ isBusy: false, failure: null });
  const lastRid = useRef(0);
  const edit = (patch: Partial<Together>) => {
    setSending({ isBusy: false, failure: null });
    setState((now) => ({ ...now, ...patch }));
  };
  const load = () =>
    askDeferred(get).then(
      ({ orders }) => {
        setListed({ orders, failure: null });
        const ids = sendable(orders).map(({ id }) => id);
        setState((now) => ({ ...now, orders: now.orders.some((id) => ids.includes(id)) ? now.orders.filter((id) => ids.includes(id)) : ids })); // prettier-ignore
      },
      (error: unknown) => setListed((now) => ({ ...now, failure: failureText(failureOf(error)) })),
    );
  useEffect(() => {
    if (known) void load();
    // Whose list it is, and whether there is a network again, decide.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [known, uid, returns]);

  const { orders, place, way, points } = state;
  const gate = way?.mode === 'gate' ? points[way.type]?.id : undefined;
  const asked = place && orders.length > 0 ? JSON.stringify([orders, place.address, way?.type, gate]) : null;
  const look = () => {
    lastRid.current += 1;
    const rid = lastRid.current;
    if (asked === null) return setOffered({ rows: [], weight: null, isAsking: false, failure: null });
    setOffered((now) => ({ ...now, isAsking: true, failure: null }));
    const isLate = () => rid !== lastRid.current;
    void askWays(get, state, rid).then(
      ({ deliveries, weight }) => isLate() || setOffered({ rows: deliveries, weight, isAsking: false, failure: null }),
      (error: unknown) =>
        isLate() || setOffered((now) => ({ ...now, isAsking: false, failure: failureText(failureOf(error)) })),
    );
  };
  useEffect(() => {
    look();
    // Only what decides the price asks anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);

  const ways = waysFor(offered.rows, state);
  const current = currentOf(ways, state);
  const missing = missingOf(state, current);
  const send = async () => {
    if (sending.isBusy) return;
    if (missing !== null || !current) return setSending({ isBusy: false, failure: missing });
    setSending({ isBusy: true, failure: null });
    try {
      go((await sendTogether(get, state, current)).redirect);
    } catch (error) {
      setSending({ isBusy: false, failure: failureText(failureOf(error)) });
      // A price that has risen, or an order that another tab has sent, is shown as it is now.
      await load();
      look();
    }
  };
  return { listed, state, edit, offered, ways, current, missing, sending, send, look, load };
}
export type TogetherPage = ReturnType<typeof useTogether>;
