import { Link } from 'wouter';
import type { OrderRow } from '#contract/orders.ts';
import { OrderLine } from '#src/features/orders/OrderLine.tsx';
import { AsOf } from '#src/ui/AsOf.tsx';
import styles from '../User.module.css';

const MOST = 3;

/** Orders that are on their way, wait for money or for their owner; `at`: they are this phone's copy of then. */
export function OrdersToday({ orders, at }: { orders: readonly OrderRow[]; at: string | null }) {
  if (orders.length === 0) return null;
  return (
    <section className={`card ${styles.orders}`} aria-labelledby="orders-today">
      <div className={styles.blockHead}>
        <h2 id="orders-today">Заказы</h2>
        {at && <AsOf at={at} />}
        <Link href="/user/orders" className="link hit">
          {orders.length > MOST ? `Все заказы, в\u00a0работе ${orders.length}` : 'Все заказы'}
        </Link>
      </div>
      {orders.slice(0, MOST).map((order) => (
        <OrderLine key={order.id} order={order} isSearched={false} />
      ))}
    </section>
  );
}
