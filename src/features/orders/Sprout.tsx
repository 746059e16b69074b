import type { Tone } from '#src/features/orders/orders.words.ts';
import styles from './Orders.module.css';

/** An order grows leaves on its way (design: sprouts); one that was given up stays bare. */
export function Sprout({ tone, step }: { tone: Tone; step: number }) {
  return (
    <svg className={`${styles.sprout} ${styles[tone]}`} viewBox="0 0 28 28" aria-hidden="true">
      <path d="M13.5 26c-.2-5 .2-9 .9-12" />
      <path className={styles.leaf} d="M14.3 14C14 8.500 17.400 4.500 24.500 4c.3 7-3.100 10.500-10.200 10Z" />
      {tone === 'go' && step >= 4 && (
        <path className={styles.leaf} d="M13.400 19.500C8 20 4.300 17 3.500 11.500c5.500.2 9.100 2.500 9.900 8Z" />
      )}
    </svg>
  );
}
