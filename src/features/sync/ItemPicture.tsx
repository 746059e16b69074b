import type { ReactNode } from 'react';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './SyncItem.module.css';

type Props = { record: OutboxRecord; picture: (image: string | null) => ReactNode };

/** What an entry is about: its product's picture, a book for lessons and quizzes. */
export function ItemPicture({ record, picture }: Props) {
  const isLesson = record.kind === 'lesson.watched' || record.kind === 'quiz.submit';
  return isLesson ? (
    <span className={styles.glyph}>
      <Icon name="book" />
    </span>
  ) : (
    <span className={styles.picture}>{picture(record.seen.image ?? null)}</span>
  );
}
