import type { ReactNode } from 'react';
import type { Placed } from '#contract/desk-shelves.ts';
import { formatNumber, NBSP } from '#src/ui/format.ts';
import styles from './Warehouse.module.css';

/** Products with their stock; where one lies, or what can be done with it, at the end of its line. */
export const PlacedList = ({ rows, end }: { rows: readonly Placed[]; end: (row: Placed) => ReactNode }) => (
  <ul className={styles.products}>
    {rows.map((row) => (
      <li key={row.product_id}>
        <span>
          <span className="mute num">{row.code}</span> {row.title}
        </span>
        <span className="small soft num">
          {formatNumber(row.stock)}
          {NBSP}шт.
        </span>
        {end(row)}
      </li>
    ))}
  </ul>
);
