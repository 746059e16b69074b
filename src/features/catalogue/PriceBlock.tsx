import { useAtomValue } from 'jotai';
import { MANY_IN_STOCK } from '#contract/cart-arithmetic.ts';
import type { ListRow } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { shownPriceTypeAtom } from '#src/features/session/session.atoms.ts';
import { formatMoney, formatTenths, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import styles from './PriceBlock.module.css';

type Props = { row: ListRow; price: Price | undefined };

/** Price by role: a client sees one, a consultant the own price, the points and the difference as well. */
export function PriceBlock({ row, price }: Props) {
  // Own prices come a moment after it is known that there are any: their lines stand already.
  const isOwn = useAtomValue(shownPriceTypeAtom) === 1;
  if (!price) return <div className={styles.block} />;
  return (
    <div className={styles.block}>
      <p className={styles.main}>
        <b className="num">{formatMoney(price.price)}</b>
        {price.oldPrice !== null && <Money value={price.oldPrice} old />}
        <span className="mute small">
          за 1{NBSP}шт.{row.pack && `, ${row.pack}`}
        </span>
      </p>
      {(price.consPrice !== null || isOwn) && <OwnPrice price={price} />}
      <p className={`small ${styles.stock} ${price.stock === 0 ? styles.none : ''}`}>{stockWords(price.stock)}</p>
    </div>
  );
}

function OwnPrice({ price: { price, consPrice, points } }: { price: Price }) {
  const isHere = consPrice !== null;
  return (
    <ul className={styles.own}>
      <li>
        <Lead name="Ваша цена" value={<b>{isHere ? formatMoney(consPrice) : '—'}</b>} />
      </li>
      {(points !== null || !isHere) && (
        <li>
          <Lead
            name="Баллы за покупку"
            value={<span className={styles.points}>{points === null ? '—' : formatTenths(points)}</span>}
          />
        </li>
      )}
      <li>
        <Lead name="Разница, если купит клиент" value={isHere ? formatMoney(price - consPrice) : '—'} />
      </li>
    </ul>
  );
}

/** Published stock: 0 none, 1…9 exact, 10 many (docs/product/catalogue.md#shards). */
const stockWords = (stock: number): string =>
  stock === 0 ? 'Нет в наличии' : stock < MANY_IN_STOCK ? `Осталось ${stock}${NBSP}шт.` : 'В наличии';

/** Two lines at the thumb of the phone. */
export function PriceLine({ price }: { price: Price | undefined }) {
  if (!price) return <div />;
  return (
    <div className={styles.line}>
      <b className="num">{formatMoney(price.price)}</b>
      {price.consPrice !== null && (
        <span className="small">
          <span className={`num ${styles.leaf}`}>вам {formatMoney(price.consPrice)}</span>{' '}
          {price.points !== null && <Points value={price.points} />}
        </span>
      )}
    </div>
  );
}
