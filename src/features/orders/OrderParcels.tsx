import type { Order } from '#contract/orders.ts';
import { PARCEL_STATE_NAMES } from '#contract/parcels.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { NBSP, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Order.module.css';

/** Only of an order that travels in several, or with another one: the track of a single one stands on its road. */
export function OrderParcels({ order }: { order: Order }) {
  const isAlone = order.parcels.length < 2;
  if (isAlone && order.parcels[0]?.inside === undefined) return null;
  const titleOf = (id: number) => order.items.find(({ line_id: lineId }) => lineId === id)?.title ?? '';
  return (
    <section className={`card ${styles.box}`} aria-label="Посылки">
      <h2>{isAlone ? 'Едет вместе с другим заказом' : `Едет в ${order.parcels.length} посылках`}</h2>
      <ul className={styles.sums}>
        {order.parcels.map(({ number, state, at, track, inside, lines }) => (
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
            {inside !== undefined && <p className="small">Лежит в одной посылке с заказом {numberWords(inside)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
