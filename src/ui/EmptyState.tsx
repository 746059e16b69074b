import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Line drawings, 160×120, on one ground line. */
const DRAWINGS = {
  sprout: 'M80 104V62M80 66C79 40 94 22 122 20c1 28-14 46-42 46ZM80 88C60 87 46 76 43 54c21 1 36 12 37 34Z',
  search: 'M101 79l26 25M72 28a33 33 0 1 0 0 66 33 33 0 0 0 0-66ZM60 66c8-14 18-18 27-18-1 11-9 19-27 18Zm0 0-3 9',
  heart:
    'M80 104C54 85 40 70 40 50a20 20 0 0 1 40-7 20 20 0 0 1 40 7c0 20-14 35-40 54ZM80 82V62M80 66c0-9 5-15 15-16 0 10-5 16-15 16Z',
  cart: 'M38 54h84l-8 50H46l-8-50ZM60 54l16-30M100 54 84 24M64 70v18M80 70v18M96 70v18',
  lost: 'M80 104V40M80 44h38l10 11-10 11H80M80 70H44L34 80l10 10h36M66 104h28',
  home: 'M50 104V66L80 38l30 28v38M70 104V82h20v22',
  lock: 'M52 104V60h56v44ZM64 60V46a16 16 0 0 1 32 0v14M80 78v12',
  offline: 'M36 58a64 64 0 0 1 88 0M50 72a44 44 0 0 1 60 0M65 86a22 22 0 0 1 30 0M80 99v1M44 104 116 28',
} as const;
type Props = {
  drawing: keyof typeof DRAWINGS;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2;
  children?: ReactNode;
};

/** A drawing, one sentence, one next step. `level={1}` when it is the whole page. */
export function EmptyState({ drawing, title, text, action, level = 2, children }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
        <path d={DRAWINGS[drawing]} />
        <path className={styles.ground} d="M24 104h112" />
      </svg>
      <Heading className={level === 1 ? undefined : 'h3'} tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className="soft">{text}</p>}
      {children}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
