import type { Order } from '#contract/orders.ts';
import { PARCEL_STATE_NAMES } from '#contract/parcels.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Order.module.css';

/** Only of an order that travels in several: the track of a single one stands on its road. */
export function OrderParcels({ order }: { order: Order }) {
  if (order.parcels.length < 2) return null;
  const titleOf = (id: number) => order.items.find(({ line_id: lineId }) => lineId === id)?.title ?? '';
  return (
    <section className={`card ${styles.box}`} aria-label="Посылки">
      <h2>Едет в {order.parcels.length} посылках</h2>
      <ul className={styles.sums}>
        {order.parcels.map(({ number, state, at, track, lines }) => (
          <li key={number}>
            <Lead
              wraps
              strong
              name={`Посылка ${number}: ${PARCEL_STATE_NAMES[state].toLowerCase()}`}
              value={track ?? ''}
            />
            <p className="small soft">
              {lines.map(({ line_id: id, pieces }) => `${titleOf(id)} ×${NBSP}${pieces}`).join(', ')}.{' '}
              <span className="num">{momentWords(at)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
