import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { Labels } from '#src/features/catalogue/Labels.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { namesApart, tied, titleLines } from '#src/features/catalogue/typography.rules.ts';
import { formatMoney, NBSP } from '#src/ui/numbers.ts';
import { Money } from '#src/terms/Money.tsx';
import { NotMedicineMark } from '#src/terms/NotMedicineMark.tsx';
import { Points } from '#src/terms/Points.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './ProductCard.module.css';

const QuickButton = lazyPart(() => import('#src/features/catalogue/QuickButton.tsx'), 'QuickButton');

type Props = {
  row: ListRow;
  price: Price | undefined;
  /** Slots filled by the screen: the heart and the button of other features. */
  heart?: ReactNode;
  action?: ReactNode;
  onPreview?: ((row: ListRow) => void) | undefined;
  /** Level of the title: 3 inside a titled block, so that headings never skip one. */
  level?: 2 | 3;
  /** In the first screen: its picture loads first. */
  priority?: boolean;
};

export const CARD_SIZES = '(min-width: 960px) 250px, (min-width: 780px) calc((100vw - 136px) / 3), 50vw';

/** More letters than a line of two columns holds when text is enlarged. */
const LONG_WORD = /[а-яё]{14}/i;
const wholeNames = (text: string): ReactNode[] =>
  namesApart(tied(text)).map((part, i) =>
    part.startsWith('«') ? (
      <span key={i} className={styles.name}>
        {part}
      </span>
    ) : (
      part
    ),
  );

/** Card of a fixed height per width (design/README.md), so that windowing never moves anything. */
export function ProductCard({ row, price, heart, action, onPreview, priority = false, level = 2 }: Props) {
  const isOut = price !== undefined && price.stock === 0;
  const Title = level === 3 ? 'h3' : 'h2';
  const titleId = `card-${row.id}`;
  const href = `/produkt/${row.slug}`;
  // A guest's card has room for the whole title.
  const lines = price && price.consPrice !== null ? titleLines(row.title) : undefined;
  return (
    <article className={`${styles.card} ${isOut ? styles.out : ''}`} aria-labelledby={titleId} data-product={row.id}>
      <Link className={styles.picture} href={href} tabIndex={-1} aria-hidden="true" transition>
        <ProductPicture image={row.image} title="" size={480} sizes={CARD_SIZES} priority={priority} dimmed={isOut} />
      </Link>
      <Labels labels={row.labels} className={styles.labels} />
      {heart && <div className={styles.heart}>{heart}</div>}
      <div className={styles.body}>
        <p className={styles.price}>
          {price ? <b className="num">{formatMoney(price.price)}</b> : <b className={styles.noPrice}>{NBSP}</b>}
          {price?.oldPrice ? <Money value={price.oldPrice} old /> : null}
        </p>
        {price && price.consPrice !== null && (
          <p className={styles.own}>
            <span className="num">вам {formatMoney(price.consPrice)}</span>
            {price.points !== null && <Points value={price.points} />}
          </p>
        )}
        <Title className={LONG_WORD.test(row.title) ? `${styles.title} ${styles.long}` : styles.title} id={titleId}>
          <Link href={href} transition>
            {lines
              ? lines.map((line, i) => (
                  <span key={i} className={styles.line}>
                    {i ? ' ' : ''}
                    {wholeNames(line)}
                  </span>
                ))
              : wholeNames(row.title)}
          </Link>
        </Title>
        <p className={styles.sub}>
          {row.pack}
          {row.is_bad && (
            <span className={styles.bad}>
              <NotMedicineMark />
            </span>
          )}
        </p>
      </div>
      {onPreview && (
        <Suspense>
          <QuickButton onClick={() => onPreview(row)} />
        </Suspense>
      )}
      <div className={styles.action}>{action}</div>
    </article>
  );
}
