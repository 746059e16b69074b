import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderRef } from '#src/features/orders/orders.rules.ts';
import { toneOf, untilWords } from '#src/features/orders/orders.words.ts';
import { usePaymentPoll } from '#src/features/orders/use-payment-poll.ts';
import { Button } from '#src/ui/Button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Order.module.css';

/** The maker of QR codes comes with them. */
const RequisitesCard = lazyPart(() => import('#src/features/orders/RequisitesCard.tsx'), 'RequisitesCard');

const SbpCard = lazyPart(() => import('#src/features/orders/SbpCard.tsx'), 'SbpCard');

/** Every three seconds at first, then slower, a minute in all; after that the person asks. */
const PAUSES_MS = [3000, 3000, 3000, 3000, 5000, 5000, 8000, 10_000, 10_000, 10_000];

type Props = { orderRef: OrderRef; order: Order; onPaid: () => void };

/** «Проверяем оплату…»: the address that the bank has sent the browser back to proves nothing, only the shop's word does. */
export function PaymentState({ orderRef, order, onPaid }: Props) {
  const hasCome = new URLSearchParams(useSearch()).has('paid');
  const waits = toneOf(order.status.id) === 'wait';
  if (order.payment.paid)
    // Of one that was cancelled since, thanks would be mockery.
    return hasCome && toneOf(order.status.id) !== 'off' ? (
      <Note kind="leaf" icon="check">
        Оплата получена. Спасибо!
      </Note>
    ) : null;
  if (!waits) return null;
  if (hasCome) return <Checking orderRef={orderRef} onPaid={onPaid} />;
  if (order.payment.type === PAYMENT_TYPES.bankRequisite)
    return (
      <Suspense fallback={<div className={`card ${styles.requisites}`} aria-busy="true" />}>
        <RequisitesCard order={order} />
      </Suspense>
    );
  if (order.payment.type === PAYMENT_TYPES.qr && order.payment.can_pay)
    return (
      <Suspense fallback={<div className={`card ${styles.sbp}`} aria-busy="true" />}>
        <SbpCard orderRef={orderRef} order={order} onPaid={onPaid} />
      </Suspense>
    );
  return order.payment.pay_until ? (
    <Note kind="seed" icon="clock">
      {untilWords(order, order.payment.pay_until)}
    </Note>
  ) : null;
}

function Checking({ orderRef, onPaid }: Pick<Props, 'orderRef' | 'onPaid'>) {
  const pauseAfter = (asked: number): number | null => PAUSES_MS[asked] ?? null;
  const { state, again } = usePaymentPoll({ orderRef, pauseAfter, onPaid });
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
          <Button kind="soft" onClick={again}>
            Проверить сейчас
          </Button>
        </Note>
      );
  }
}
