import type { ReactNode } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import styles from './ProductRow.module.css';

type Props = { title: string; rows: readonly ListRow[]; renderCard: (row: ListRow) => ReactNode; more?: ReactNode };

/** A row of the same sheet that slides sideways: related products, novelties, hits. */
export function ProductRow({ title, rows, renderCard, more }: Props) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {more}
      </div>
      <div className={styles.row}>
        {rows.map((row) => (
          <div key={row.id} className={styles.cell}>
            {renderCard(row)}
          </div>
        ))}
      </div>
    </section>
  );
}
