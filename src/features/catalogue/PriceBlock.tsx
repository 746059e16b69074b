import { MANY_IN_STOCK } from '#contract/cart-arithmetic.ts';
import type { ListRow } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { formatMoney, formatTenths, NBSP } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import styles from './PriceBlock.module.css';

type Props = { row: ListRow; price: Price | undefined };

/** Price by role: a client sees one, a consultant the own price, the points and the difference as well. */
export function PriceBlock({ row, price }: Props) {
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
      {price.consPrice !== null && (
        <ul className={styles.own}>
          <li>
            <Lead name="Ваша цена" value={<b>{formatMoney(price.consPrice)}</b>} />
          </li>
          {price.points !== null && (
            <li>
              <Lead
                name="Баллы за покупку"
                value={<span className={styles.points}>{formatTenths(price.points)}</span>}
              />
            </li>
          )}
          <li>
            <Lead name="Разница, если купит клиент" value={formatMoney(price.price - price.consPrice)} />
          </li>
        </ul>
      )}
      <p className={`small ${styles.stock} ${price.stock === 0 ? styles.none : ''}`}>{stockWords(price.stock)}</p>
    </div>
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
