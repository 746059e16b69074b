import { Link } from 'wouter';
import type { Order } from '#contract/orders.ts';
import { RETURN_STATE_NAMES } from '#contract/returns.ts';
import { type OrderRef, returnAddress } from '#src/features/orders/orders.rules.ts';
import { dayWords } from '#src/features/orders/orders.words.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './Order.module.css';

/** What of the order goes back, and how far it is. */
export function OrderReturns({ orderRef, order: { returns } }: { orderRef: OrderRef; order: Order }) {
  if (returns.length === 0) return null;
  return (
    <section className={`card ${styles.box}`} aria-label="Возвраты">
      <h2>Возвраты</h2>
      <ul className={styles.sums}>
        {returns.map(({ id, code, state, at }) => (
          <li key={id}>
            <Lead
              wraps
              name={
                <Link href={returnAddress(orderRef)} className="link num">
                  {code}
                </Link>
              }
              value={`${RETURN_STATE_NAMES[state]}, ${dayWords(at)}`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
