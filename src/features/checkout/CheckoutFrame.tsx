import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SELLER } from '#contract/content.ts';
import { useBottomBar } from '#src/ui/use-bottom-bar.ts';
import { sumsAtom } from '#src/features/checkout/checkout.atoms.ts';
import { totalWords } from '#src/features/checkout/total-words.ts';
import { formatMoney } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './Checkout.module.css';

/**
 * Nothing leads away from an order but the way back. On the phone it has the whole screen: its bar above, the sum and the one button at
 * the thumb. On wide screens the shop's header keeps its logo and says only whom to call and how to return.
 */
export function CheckoutFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  const sums = useAtomValue(sumsAtom);
  const ref = useBottomBar();
  return (
    <div className={`wrap ${styles.page}`} data-phone-bare="" data-bottom-bar="" data-bare="">
      <div className={styles.bar}>
        <Link href="/cart" aria-label="Назад в корзину">
          <Icon name="left" />
        </Link>
        <b aria-hidden="true">Оформление заказа</b>
      </div>
      <div className={styles.head}>
        <a href={`tel:${SELLER.phone.replaceAll(/[^+\d]/g, '')}`} className={`num ${styles.phone}`}>
          {SELLER.phone}
        </a>
        <Link href="/cart" className={`link ${styles.back}`}>
          Вернуться в корзину
        </Link>
      </div>
      {children}
      <div ref={ref} className={styles.sticky}>
        <p>
          <span className="small mute">{totalWords(sums)}</span>
          <b className="num">{formatMoney(sums.due)}</b>
        </p>
        <div className={styles.stickyGo}>{bar}</div>
      </div>
    </div>
  );
}
