import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { CounterOrder, WaitingOrder } from '#contract/counter.ts';
import { packedGrams } from '#contract/tariff.ts';
import { dayWords, momentWords } from '#src/features/orders/orders.words.ts';
import { type Failure, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { CardLines } from '#src/staff/punkt/CardLines.tsx';
import { cardAtom, loadCardAtom } from '#src/staff/punkt/counter.atoms.ts';
import { isLate, type Marks } from '#src/staff/punkt/counter.rules.ts';
import { HandOverForm } from '#src/staff/punkt/HandOverForm.tsx';
import { LateActs } from '#src/staff/punkt/LateActs.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { formatMoney, formatWeight, numberWords } from '#src/ui/format.ts';
import styles from './Card.module.css';

type Props = {
  id: number;
  /** As the device has it; absent for one that does not wait here any more. */
  kept: WaitingOrder | undefined;
  marks: Marks;
  now: number;
  onForget: () => void;
  onDone: (id: number) => void;
  onSentBack: () => void;
};

/** The order that is open. Without a network the device's copy is shown, and nothing is handed over. */
export function CounterCard({ id, kept, marks, now, onForget, onDone, onSentBack }: Props) {
  const held = useAtomValue(cardAtom);
  const load = useSetAtom(loadCardAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load(id);
  }, [load, id, returns]);
  const card = held.id === id ? held : { order: null, failure: null };
  const order = card.order ?? kept;
  if (!order) return <Missing id={id} failure={card.failure} />;
  const whole = card.order;
  const isOver = whole !== null && whole.state !== 'waits';
  return (
    <article className={`card ${styles.card}`} aria-labelledby="counter-order">
      <header className={styles.head}>
        <div>
          <p className="small mute">{stateWords(whole, order)}</p>
          <h2 id="counter-order" className="num">
            Заказ {numberWords(id)}
          </h2>
          <p>
            {order.name} <span className="num mute">{whole?.masked_phone ?? `…${order.phone}`}</span>
          </p>
          {whole?.proxy && <p className="small soft">Может забрать: {whole.proxy}, со своим кодом</p>}
        </div>
        <p className={styles.place}>
          <span className="small">{order.cells.length > 1 ? 'Ячейки' : 'Ячейка'}</span>
          <b className="num">{order.cells.join(', ') || '—'}</b>
        </p>
      </header>
      <div className={styles.body}>
        <div>
          <CardLines lines={order.lines} marks={marks} isOver={isOver} onForget={onForget} />
          {whole?.comment && (
            <p className={`small ${styles.comment}`}>
              <span className="soft">Комментарий покупателя</span>
              <span>{whole.comment}</span>
            </p>
          )}
        </div>
        <div className={styles.side}>
          {whole && (
            <p className={styles.facts}>
              <Lead name="К оплате" value={formatMoney(0)} strong />
              <Lead name="Оплачен" value={formatMoney(whole.paid)} />
              <Lead name="Вес посылки" value={formatWeight(packedGrams(whole.weight))} />
            </p>
          )}
          {!isOver && (
            <HandOverForm order={order} whole={whole} marks={marks} isOnline={isOnline} onDone={() => onDone(id)} />
          )}
          {card.failure && card.failure.kind !== 'offline' && (
            <Note kind="error" icon="alert">
              {failureText(card.failure)}
            </Note>
          )}
          {!isOver && isLate(order, now) && <LateActs id={id} isOnline={isOnline} onSentBack={onSentBack} />}
        </div>
      </div>
    </article>
  );
}

function stateWords(whole: CounterOrder | null, order: WaitingOrder): string {
  if (whole?.state === 'handed') return `Выдан ${momentWords(whole.at)}`;
  if (whole?.state === 'returned') return `Уехал на склад ${momentWords(whole.at)}`;
  return `Готов к выдаче с ${dayWords(order.arrived_at)}, хранится до ${dayWords(order.keep_until)}`;
}

function Missing({ id, failure }: { id: number; failure: Failure | null }) {
  return (
    <div role={failure ? 'alert' : 'status'}>
      <Note kind={failure ? 'error' : 'plain'} icon={failure ? 'alert' : 'clock'}>
        {failure ? `${numberWords(id)}: ${failureText(failure)}` : `Открываем ${numberWords(id)}…`}
      </Note>
    </div>
  );
}
