import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { Order } from '#contract/orders.ts';
import { getPaymentStatus, type PaymentState as State } from '#contract/payments.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { momentWords, toneOf } from '#src/features/orders/orders.words.ts';
import { ownerAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { Button } from '#src/ui/Button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Note } from '#src/ui/Note.tsx';

/** The maker of QR codes comes with it. */
const RequisitesCard = lazyPart(() => import('#src/features/orders/RequisitesCard.tsx'), 'RequisitesCard');

/** Every three seconds at first, then slower, a minute in all; after that the person asks. */
const PAUSES_MS = [0, 3000, 3000, 3000, 3000, 5000, 5000, 8000, 10_000, 10_000, 10_000];

type Props = { orderRef: OrderRef; order: Order; onPaid: () => void };

/** «Проверяем оплату…»: the address that the bank has sent the browser back to proves nothing, only the shop's word does. */
export function PaymentState({ orderRef, order, onPaid }: Props) {
  const hasCome = new URLSearchParams(useSearch()).has('paid');
  const waits = toneOf(order.status.id) === 'wait';
  if (order.payment.paid)
    return hasCome ? (
      <Note kind="leaf" icon="check">
        Оплата получена. Спасибо!
      </Note>
    ) : null;
  if (!waits) return null;
  if (hasCome) return <Checking orderRef={orderRef} onPaid={onPaid} />;
  if (order.payment.type === PAYMENT_TYPES.bankRequisite)
    return (
      <Suspense>
        <RequisitesCard order={order} />
      </Suspense>
    );
  return order.payment.pay_until ? (
    <Note kind="seed" icon="clock">
      Оплатите до {momentWords(order.payment.pay_until)}. Потом заказ отменится, деньги на ваших счетах вернутся.
    </Note>
  ) : null;
}

function Checking({ orderRef, onPaid }: Pick<Props, 'orderRef' | 'onPaid'>) {
  const api = useAtomValue(apiAtom);
  const owner = useAtomValue(ownerAtom);
  const timers = useAtomValue(timersAtom);
  const [state, setState] = useState<State | 'asking' | 'silent'>('asking');
  const [round, setRound] = useState(0);
  const key = JSON.stringify(whichOrder(orderRef));
  useEffect(() => {
    let isLeft = false;
    let stop = () => {};
    const ask = async (step: number) => {
      try {
        const body = JSON.parse(key) as ReturnType<typeof whichOrder>;
        const { payment } = await api.send(getPaymentStatus, { body }, { headers: { 'X-Client-User': owner } });
        if (isLeft) return;
        if (payment.paid) return onPaid();
        if (payment.state !== 'waiting' && payment.state !== 'none') return setState(payment.state);
      } catch {
        // Without an answer it is asked again, as long as there is patience.
      }
      const pause = PAUSES_MS[step + 1];
      if (isLeft) return;
      if (pause === undefined) setState('silent');
      else stop = timers.after(pause, () => void ask(step + 1));
    };
    void ask(0);
    return () => {
      isLeft = true;
      stop();
    };
    // `onPaid` is another function in every drawing; the question is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [api, owner, timers, key, round]);
  switch (state) {
    case 'asking':
    case 'waiting':
    case 'none':
      return (
        <Note icon="clock">
          <output>Проверяем оплату… Банк отвечает за минуту. Страницу можно закрыть: заказ сохранён.</output>
        </Note>
      );
    case 'failed':
    case 'expired':
      return (
        <Note kind="error" icon="alert">
          Оплата не прошла. Деньги не списаны, заказ ждёт. Попробуйте ещё раз или выберите другой способ.
        </Note>
      );
    case 'review':
      return (
        <Note kind="seed" icon="clock">
          Деньги пришли, но сумма другая. Мы проверим и напишем вам.
        </Note>
      );
    default:
      return (
        <Note icon="clock">
          Банк ещё не ответил. Как только он ответит, мы напишем вам.{' '}
          <Button
            kind="soft"
            onClick={() => {
              setState('asking');
              setRound(round + 1);
            }}
          >
            Проверить сейчас
          </Button>
        </Note>
      );
  }
}
