import { useId } from 'react';
import { Link } from 'wouter';
import type { OrderRow } from '#contract/orders.ts';
import { contentsWords, dayWords, factWords, statusWords, toneOf } from '#src/features/orders/orders.words.ts';
import { PayButton } from '#src/features/orders/PayButton.tsx';
import { Points } from '#src/terms/Points.tsx';
import { formatMoney, numberWords } from '#src/ui/format.ts';
import { Sprout } from '#src/features/orders/Sprout.tsx';
import styles from './Orders.module.css';

/** One order of the list: the whole line leads to it, its button does the next thing. */
export function OrderLine({ order, isSearched }: { order: OrderRow; isSearched: boolean }) {
  const id = useId();
  const tone = toneOf(order.status.id);
  return (
    <article className={`${styles.order} ${styles[tone]}`} aria-labelledby={id}>
      <Sprout tone={tone} step={order.status.id} />
      <p className={styles.number}>
        <Link
          href={`/user/orders/${order.id}`}
          id={id}
          className="num"
          aria-label={`Заказ ${numberWords(order.number)}`}
        >
          {numberWords(order.number)}
        </Link>
        <span className="small mute">{dayWords(order.created_at)}</span>
      </p>
      <p className={styles.status}>{statusWords(order)}</p>
      <p className={styles.fact}>{isSearched ? contentsWords(order) : factWords(order)}</p>
      <p className={styles.sum}>
        <b className="num">{formatMoney(order.due + spentOf(order))}</b>
        {order.sum_balls !== null && order.sum_balls > 0 && <Points value={order.sum_balls} />}
      </p>
      {order.payment.can_pay && (
        <div className={styles.acts}>
          <PayButton order={{ id: order.id }} payment={order.payment} />
        </div>
      )}
    </article>
  );
}
/** What the accounts have paid belongs to the price of the order too. */
const spentOf = ({ sum_amount: goods, delivery_cost: delivery, due }: OrderRow): number =>
  Math.max(0, goods + delivery - due);
