import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { renderSVG } from 'uqr';
import type { CallReply } from '#contract/call.ts';
import type { Order } from '#contract/orders.ts';
import { getPaymentLink } from '#contract/payments.ts';
import { type OrderRef, whichOrder } from '#src/features/orders/orders.rules.ts';
import { useChangeOrder } from '#src/features/orders/use-change-order.ts';
import { usePaymentPoll } from '#src/features/orders/use-payment-poll.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Order.module.css';

type Link = CallReply<typeof getPaymentLink>;
type Props = { orderRef: OrderRef; order: Order; onPaid: () => void };
const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
const QUICK_MS = 3000;
const SLOW_MS = 10_000;
/** So many quick questions: the first minute, in which most people pay. */
const QUICK = 20;

/** СБП: on a wide screen a code for the telephone's camera, on a telephone a button that opens the bank (docs/product/payments.md#sbp). */
export function SbpCard({ orderRef, order, onPaid }: Props) {
  const [round, setRound] = useState(0);
  const { link, failure } = useLink(orderRef, round);
  const { isOnline } = useAtomValue(networkAtom);
  return (
    <section className={`card ${styles.box} ${styles.sbp}`} aria-label="Оплата через СБП">
      <h2>Оплата через СБП</h2>
      {link ? (
        <Code
          key={link.expires_at}
          orderRef={orderRef}
          order={order}
          link={link}
          onPaid={onPaid}
          onNew={() => setRound(round + 1)}
        />
      ) : failure && isOnline ? (
        <Note kind="error" icon="alert">
          {failure}{' '}
          <Button kind="quiet" onClick={() => setRound(round + 1)}>
            Повторить
          </Button>
        </Note>
      ) : isOnline ? (
        <Skeleton height={208} radius={12} />
      ) : (
        <Note icon="offline">Код для оплаты появится, когда будет сеть.</Note>
      )}
    </section>
  );
}

function Code({ orderRef, order, link, onPaid, onNew }: Props & { link: Link; onNew: () => void }) {
  const timers = useAtomValue(timersAtom);
  const [path, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const ends = new Date(link.expires_at);
  const pauseAfter = (asked: number): number | null =>
    timers.date() >= ends ? null : asked < QUICK ? QUICK_MS : SLOW_MS;
  const paid = () => {
    go(`${path}?paid=1`, { replace: true });
    onPaid();
  };
  const { state } = usePaymentPoll({ orderRef, pauseAfter, onPaid: paid });
  if (state === 'review') return <Note icon="clock">Деньги пришли, но сумма другая. Мы проверим и напишем вам.</Note>;
  if (state !== 'asking')
    return (
      <Note kind="error" icon="alert">
        {state === 'failed' ? 'Оплата не прошла. Деньги не списаны.' : 'Срок кода истёк. Деньги не списаны.'}{' '}
        <Button kind="quiet" onClick={onNew}>
          Получить новый код
        </Button>
      </Note>
    );
  const svg = renderSVG(link.qr ?? link.link, { border: 2 });
  return (
    <>
      <p className={`soft ${styles.wide}`}>Наведите камеру телефона: откроется приложение банка.</p>
      <img
        className={`${styles.qr} ${isAsked ? '' : styles.wide}`}
        alt="QR-код для оплаты через СБП"
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      />
      <div>
        <Lead name="Заказ" value={<span className="num">{numberWords(order.number)}</span>} />
        <Lead name="Сумма" value={formatMoney(order.due)} strong />
      </div>
      <p className="small soft">
        Ждём оплату. Код действует до{'\u00a0'}
        <span className="num">{time.format(ends)}</span>
        {link.is_test && ', тестовый режим'}.
      </p>
      <a href={link.link} className={`${buttonClass('leaf', { wide: true, size: 'lg' })} ${styles.narrow}`}>
        Открыть приложение банка
      </a>
      {!isAsked && (
        <Button kind="quiet" wide className={styles.narrow} onClick={() => setAsked(true)}>
          Показать QR-код
        </Button>
      )}
      <a href={link.link} className={`link ${styles.wide}`}>
        Открыть страницу оплаты
      </a>
    </>
  );
}

/** The link of the living attempt, else of a new one; asked for as soon as there is a network. */
function useLink(orderRef: OrderRef, round: number): { link: Link | null; failure: string | null } {
  const change = useChangeOrder();
  const { isOnline } = useAtomValue(networkAtom);
  const [answer, setAnswer] = useState<{ round: number; link: Link | null; failure: string | null } | null>(null);
  const key = JSON.stringify(orderRef);
  useEffect(() => {
    if (!isOnline) return undefined;
    let isLeft = false;
    const ref = JSON.parse(key) as OrderRef;
    change({ ref, call: getPaymentLink, input: { body: whichOrder(ref) } }).then(
      (link) => isLeft || setAnswer({ round, link, failure: null }),
      (error: unknown) => isLeft || setAnswer({ round, link: null, failure: failureText(failureOf(error)) }),
    );
    return () => {
      isLeft = true;
    };
    // `change` is another function in every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOnline, key, round]);
  return answer?.round === round ? answer : { link: null, failure: null };
}
