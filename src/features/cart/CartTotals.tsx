import { packedGrams } from '#contract/tariff.ts';
import { useBottomBar } from '#src/ui/use-bottom-bar.ts';
import type { CartTotals as Totals } from '#src/features/cart/cart.types.ts';
import { HelloNotice } from '#src/features/cart/HelloNotice.tsx';
import { OrderButton } from '#src/features/cart/OrderButton.tsx';
import { formatMoney, formatWeight, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Points } from '#src/terms/Points.tsx';
import styles from './CartTotals.module.css';

type Props = { totals: Totals; isClientView: boolean; hasRefused: boolean };

export function CartTotals({ totals, isClientView, hasRefused }: Props) {
  const { count, clientSum, discount, sum, weight, points } = totals;
  return (
    <aside className={`card ${styles.sums}`} aria-label="Итог">
      <ul>
        <li>
          <Lead name={`Товары, ${count}${NBSP}шт.`} value={formatMoney(clientSum)} />
        </li>
        {discount > 0 && (
          <li className={styles.own}>
            <Lead name="Ваша скидка" value={`−${formatMoney(discount)}`} />
          </li>
        )}
        {weight > 0 && (
          <li>
            <Lead name="Вес посылки" value={formatWeight(packedGrams(weight))} />
          </li>
        )}
        {points !== null && (
          <li>
            <Lead name="Баллы" value={<Points value={points} />} />
          </li>
        )}
      </ul>
      <p className={styles.total}>
        <span>Итого</span>
        <b className="num">{formatMoney(sum)}</b>
      </p>
      {isClientView && <p className={`small soft ${styles.view}`}>показаны цены для{NBSP}клиента</p>}
      {hasRefused && (
        <p className={`small soft ${styles.view}`}>
          неотправленное в{NBSP}сумму не{NBSP}входит
        </p>
      )}
      <HelloNotice />
      <div className={styles.go}>
        <OrderButton id="checkout-why" wide />
      </div>
    </aside>
  );
}

/** The phone's total stays where the thumb is. */
export function CartSticky({ totals }: { totals: Totals }) {
  const bar = useBottomBar();
  return (
    <div ref={bar} className={styles.sticky} data-bottom-bar="">
      <p className={styles.stickySum}>
        <span className="small mute">Итого</span>
        <b className="num">{formatMoney(totals.sum)}</b>
      </p>
      {totals.points !== null && <Points value={totals.points} />}
      <OrderButton id="checkout-why-phone" />
    </div>
  );
}
