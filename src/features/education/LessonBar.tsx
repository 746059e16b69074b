import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Stem } from '#src/features/education/Stem.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './LessonBar.module.css';

type Props = {
  back: { href: string; label: string };
  /** The small line above. */
  over: string;
  title: string;
  percent: number;
  /** What the percent is of; a course by default. */
  measure?: string;
  tools?: ReactNode;
};

/** The bar of a lesson and of its quiz: back, where I am, how far, contents. */
export function LessonBar({ back, over, title, percent, measure = 'Пройдено', tools }: Props) {
  return (
    <div className={styles.bar}>
      <div className={styles.in}>
        <Link href={back.href} aria-label={back.label}>
          <Icon name="left" />
        </Link>
        <p>
          <span className="small mute">{over}</span>
          <b>{title}</b>
        </p>
        <span className={styles.tools}>{tools}</span>
      </div>
      <Stem percent={percent} label={measure} thin />
    </div>
  );
}

/** The page under the bar, with what to do next at the thumb. */
export function LessonFrame({ bar, go, children }: { bar: ReactNode; go?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page} data-phone-bare data-lesson-bar>
      {bar}
      <div className={styles.content}>{children}</div>
      {go && <div className={styles.go}>{go}</div>}
    </div>
  );
}
