import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { aboutOf } from '#src/features/sync/words.rules.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './SyncItem.module.css';

type Props = { record: OutboxRecord; picture: (image: string | null) => ReactNode };

/** What an entry is about: its product's picture, a book for lessons and quizzes. */
export function ItemPicture({ record, picture }: Props) {
  const about = aboutOf(useAtomValue(lookAtom), record);
  return about && 'lesson' in about ? (
    <span className={styles.glyph}>
      <Icon name="book" />
    </span>
  ) : (
    <span className={styles.picture}>{picture(record.seen.image ?? null)}</span>
  );
}
