import type { ReactNode } from 'react';
import styles from './ChipRow.module.css';

/** Chips above a list, of which one holds: a row to swipe on the phone, lines from the tablet up. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {children}
    </fieldset>
  );
}
