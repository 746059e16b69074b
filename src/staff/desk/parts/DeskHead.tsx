import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './DeskHead.module.css';

type Props = {
  title: ReactNode;
  /** The list that it belongs to; a list itself has none. */
  back?: { href: string; words: string };
  /** Of figures. */
  isNumber?: boolean;
  /** Beside the title: a state, a moment, ways on. */
  children?: ReactNode;
};

/** The head of a screen of the desk. */
export const DeskHead = ({ title, back, isNumber = false, children }: Props) => (
  <header className={back ? styles.head : `${styles.head} ${styles.list}`}>
    {back && (
      <Link href={back.href} className={styles.back}>
        <Icon name="left" size={20} />
        {back.words}
      </Link>
    )}
    <h1 tabIndex={-1} className={isNumber ? 'num' : undefined}>
      {title}
    </h1>
    {children}
  </header>
);
