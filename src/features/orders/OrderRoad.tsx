import { useSetAtom } from 'jotai';
import type { Order } from '#contract/orders.ts';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { momentWords, roadOf } from '#src/features/orders/orders.words.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './Order.module.css';

/** Where the order has been, and what is still ahead. */
export function OrderRoad({ order }: { order: Order }) {
  const tell = useSetAtom(showToastAtom);
  const { track, name } = order.delivery;
  const copy = () =>
    void navigator.clipboard.writeText(track ?? '').then(
      () => tell({ text: 'Номер скопирован' }),
      () => tell({ text: MESSAGES.linkNotCopied }),
    );
  return (
    <section className={`card ${styles.road}`} aria-label="Дорога заказа">
      <ol>
        {roadOf(order).map((stop, i) => (
          <li
            key={`${stop.name}${i}`}
            className={styles[stop.state]}
            aria-current={stop.state === 'now' ? 'step' : undefined}
          >
            <span className={styles.dot} aria-hidden="true">
              {stop.state === 'done' && <Icon name="check" size={14} />}
            </span>
            <b>{stop.name}</b>
            <span className="small mute num">{stop.at ? momentWords(stop.at) : ''}</span>
          </li>
        ))}
      </ol>
      {track && (
        <p className={styles.track}>
          <span className="soft">Трек {name}</span>
          <b className="num">{track}</b>
          <button type="button" className="link" onClick={copy}>
            Скопировать
          </button>
        </p>
      )}
    </section>
  );
}
