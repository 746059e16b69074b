import { useAtomValue, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { getPaymentStatus, type PaymentState } from '#contract/payments.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

type Poll = {
  orderRef: OrderRef;
  /** Milliseconds to wait after so many questions; null: nobody asks any more. */
  pauseAfter: (asked: number) => number | null;
  onPaid: () => void;
};

/**
 * Asks the shop whether the order is paid until it says so, or says that it will not be. `silent`: there was patience for no more
 * questions; `again` begins anew.
 */
export function usePaymentPoll({ orderRef, pauseAfter, onPaid }: Poll): {
  state: PaymentState | 'asking' | 'silent';
  again: () => void;
} {
  const api = useAtomValue(apiAtom);
  const { get } = useStore();
  const timers = useAtomValue(timersAtom);
  const [state, setState] = useState<PaymentState | 'asking' | 'silent'>('asking');
  const [round, setRound] = useState(0);
  // They are other functions in every drawing; the question is the same.
  const now = useRef({ pauseAfter, onPaid });
  useEffect(() => {
    now.current = { pauseAfter, onPaid };
  });
  const key = JSON.stringify(whichOrder(orderRef));
  useEffect(() => {
    let isLeft = false;
    let stop = () => {};
    const ask = async (asked: number) => {
      try {
        const body = JSON.parse(key) as ReturnType<typeof whichOrder>;
        // Asked for here: a part that waits for it on the screen would blink.
        const headers = { 'X-Client-User': await get(ownerAtom) };
        const { payment } = await api.send(getPaymentStatus, { body }, { headers });
        if (isLeft) return;
        if (payment.paid) return now.current.onPaid();
        if (payment.state !== 'waiting' && payment.state !== 'none') return setState(payment.state);
      } catch {
        // Without an answer it is asked again, as long as there is patience.
      }
      if (isLeft) return;
      const pause = now.current.pauseAfter(asked);
      if (pause === null) setState('silent');
      else stop = timers.after(pause, () => void ask(asked + 1));
    };
    void ask(0);
    return () => {
      isLeft = true;
      stop();
    };
  }, [api, get, timers, key, round]);
  const again = () => {
    setState('asking');
    setRound(round + 1);
  };
  return { state, again };
}
