import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './GridSkeleton.module.css';

/** The sheet before its cards: the final geometry, drawn only after 300 ms. */
export function GridSkeleton({ cells = 8 }: { cells?: number }) {
  return (
    <div className={styles.grid} aria-busy="true">
      {Array.from({ length: cells }, (_, i) => (
        <div key={i} className={styles.cell}>
          <Skeleton className={styles.picture} height="auto" radius={8} />
          <Skeleton width="45%" height={20} />
          <Skeleton width="90%" />
          <Skeleton width="60%" />
          <Skeleton height={44} radius={10} className={styles.button} />
        </div>
      ))}
    </div>
  );
}
