import type { ReactNode } from 'react';
import styles from './LessonList.module.css';

/** What is told of one thing in a row. Each fact stands apart, for the eye and in the name that is read out. */
export function Facts({ facts }: { facts: readonly ReactNode[] }) {
  const told = facts.filter((fact) => fact !== null && fact !== false);
  return (
    <span className={`small mute ${styles.facts}`}>
      {told.map((fact, i) => (
        // Facts keep their order, and none of them has a state.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={i} className={styles.fact}>
          {i > 0 && <span className={styles.dot}>{' · '}</span>}
          {fact}
        </span>
      ))}
    </span>
  );
}
