import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SPEND_ORDER } from '#contract/amount-to-pay.ts';
import type { ViewLine } from '#src/features/cart/cart.types.ts';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { currentWayAtom, sumsAtom } from '#src/features/checkout/checkout.atoms.ts';
import { totalWords } from '#src/features/checkout/total-words.ts';
import { priceWords } from '#src/features/checkout/ways.ts';
import { realPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import { Points } from '#src/terms/Points.tsx';
import { formatMoney, formatWeight, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './OrderSide.module.css';

const SHORT = { 0: 'С личного счёта', 1: 'С комиссионного счёта', 2: 'С бонусного счёта' } as const;
const SHOWN = 5;
type Props = { picture: (line: Pick<ViewLine, 'image' | 'available'>) => ReactNode; children: ReactNode };

/** «Ваш заказ»: every line of the sum is a pair of a name and a number; the button repeats the total. */
export function OrderSide({ picture, children }: Props) {
  const { lines } = useAtomValue(cartAtom);
  const sums = useAtomValue(sumsAtom);
  const more = lines.length - SHOWN;
  return (
    <aside className={`card ${styles.side}`} aria-label="Ваш заказ">
      <h2>Ваш заказ</h2>
      <ul className={styles.mini}>
        {lines.slice(0, SHOWN).map((line) => (
          <li key={line.productId}>
            {picture(line)}
            <span className="num" aria-label={`${line.title}, ${line.quantity}${NBSP}шт.`}>
              {line.quantity}
            </span>
          </li>
        ))}
        {more > 0 && <li className={`num ${styles.more}`}>+{more}</li>}
      </ul>
      <SumLines />
      <p className={styles.total}>
        <span>{totalWords(sums)}</span>
        <b className="num">{formatMoney(sums.due)}</b>
      </p>
      {children}
      <p className={`small mute ${styles.terms}`}>
        Отказаться можно до{NBSP}передачи и{NBSP}7{NBSP}дней после неё.{' '}
        <Link href="/kompaniya/vozvrat" className="link" target="_blank">
          Условия возврата
        </Link>
      </p>
    </aside>
  );
}

function SumLines() {
  // The cart may be a moment later than who it is of.
  const isConsultant = useAtomValue(realPriceTypeAtom) === 1;
  const sums = useAtomValue(sumsAtom);
  const way = useAtomValue(currentWayAtom);
  const delivery = way?.isPaidThere
    ? 'Оплата при получении'
    : sums.delivery === null
      ? (way && priceWords(way).now) || '—'
      : formatMoney(sums.delivery);
  const name = way ? `${way.name}${sums.weight > 0 ? `, посылка${NBSP}${formatWeight(sums.weight)}` : ''}` : 'Доставка';
  return (
    <ul className={styles.lines}>
      <li>
        <Lead name={`Товары, ${sums.count}${NBSP}шт.`} value={formatMoney(sums.goods)} />
      </li>
      <li>
        <Lead name={name} value={delivery} wraps />
      </li>
      {SPEND_ORDER.map((type) => {
        const taken = sums.spends[type].order + sums.spends[type].delivery;
        return taken > 0 ? (
          <li key={type} className={styles.own}>
            <Lead name={SHORT[type]} value={`−${formatMoney(taken)}`} />
          </li>
        ) : null;
      })}
      {sums.debt > 0 && (
        <li>
          <Lead name="Долг по счёту" value={formatMoney(sums.debt)} />
        </li>
      )}
      {(sums.points !== null || isConsultant) && (
        <li>
          <Lead name="Баллы" value={sums.points === null ? '—' : <Points value={sums.points} />} />
        </li>
      )}
    </ul>
  );
}
