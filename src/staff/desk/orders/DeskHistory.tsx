import type { DeskOrder } from '#contract/desk-orders.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { ATTEMPT_WORDS, REFUND_WORDS } from '#src/staff/desk/orders/desk-orders.words.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './DeskOrder.module.css';

type Props = { data: DeskOrder };
const KIND_WORDS: Readonly<Record<DeskOrder['events'][number]['kind'], string>> = {
  status: 'Статус',
  change: 'Изменён состав',
  comment: 'Комментарий',
  payment: 'Оплата',
  refund: 'Возврат',
  link: 'Ссылка отправлена ещё раз',
  parcel: 'Посылка',
  hold: 'Ожидание',
  note: 'Заметка',
};

/** What happened, the newest first: when, what, by whom and why. */
export const DeskEvents = ({ data: { events } }: Props) => (
  <section className={`card ${styles.box}`} aria-labelledby="desk-events">
    <h2 id="desk-events">История</h2>
    <ol className={styles.events}>
      {events.map(({ kind, status, actor, note, at }, i) => (
        <li key={`${at}${kind}${events.length - i}`}>
          <b>{status ?? KIND_WORDS[kind]}</b>
          <span className="small mute num">{momentWords(at)}</span>
          <span className={styles.note}>
            {actor}
            {note && <span className="soft">: {note}</span>}
          </span>
        </li>
      ))}
    </ol>
  </section>
);

/** Attempts to pay, refunds, and what the ledger has of them. */
export const DeskMoney = ({ data: { attempts, refunds, movements } }: Props) => (
  <section className={`card ${styles.box}`} aria-labelledby="desk-money">
    <h2 id="desk-money">Деньги</h2>
    {attempts.length === 0 && <p className="soft">Попыток оплаты не было.</p>}
    <ul className={styles.list}>
      {attempts.map((one) => (
        <li key={one.id}>
          <Lead
            wraps
            name={`Оплата ${one.attempt}, ${one.name}: ${ATTEMPT_WORDS[one.status]}`}
            value={formatMoney(one.captured > 0 ? one.captured : one.amount)}
          />
          <span className="small mute num">{momentWords(one.paid_at ?? one.created_at)}</span>
        </li>
      ))}
      {refunds.map((one) => (
        <li key={`r${one.id}`}>
          <Lead
            wraps
            name={`Возврат ${one.id} ${one.target === 'ls' ? 'на ЛС' : 'туда, откуда пришло'}: ${REFUND_WORDS[one.state]}`}
            value={`−${formatMoney(one.amount)}`}
          />
          <span className="small mute">
            {momentWords(one.at)}, {one.actor}: {one.reason}
            {one.cause && `. ${one.cause}`}
          </span>
        </li>
      ))}
    </ul>
    {movements.length > 0 && (
      <>
        <h3>Проводки</h3>
        <ul className={styles.list}>
          {movements.map((one) => (
            <li key={one.id}>
              <b>{one.reason}</b> <span className="small mute num">{momentWords(one.at)}</span>
              {one.entries.map((entry, i) => (
                <Lead key={`${entry.account}${i}`} name={entry.account} value={signed(entry.amount)} />
              ))}
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
const signed = (kopecks: number): string => `${kopecks < 0 ? '−' : '+'}${formatMoney(Math.abs(kopecks))}`;
