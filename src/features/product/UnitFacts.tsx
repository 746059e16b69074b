import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';
import { lastsDays, unitPrice } from '#src/features/product/unit-price.rules.ts';
import { formatMoney, NBSP, pluralOf } from '#src/ui/numbers.ts';
import styles from './ProductSide.module.css';

type Props = { row: ListRow; price: Price | undefined; details: ProductDetails | null };

/** «11,50 ₽ за капсулу · хватает на 30 дней». Its line is there before the details are, so that nothing moves. */
export function UnitFacts({ row, price, details }: Props) {
  const pack = details && { ...details, pack: row.pack };
  const unit = pack && price ? unitPrice(pack, price.consPrice ?? price.price) : null;
  // A subtitle that already says it in words of its own need not be repeated.
  const days = pack && !/хватает на/i.test(pack.subtitle) && lastsDays(pack);
  const words = [
    unit && `${formatMoney(unit.kopecks)} за${NBSP}${unit.per}`,
    days && `хватает на${NBSP}${days}${NBSP}${pluralOf(days, DAYS)}`,
  ].filter(Boolean);
  return <p className={`small soft num ${styles.unit}`}>{words.join(' · ')}</p>;
}
const DAYS = { one: 'день', few: 'дня', many: 'дней', other: 'дня' };
