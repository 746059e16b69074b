import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { lessonLane, quizLane } from '#src/features/education/education.mutation.ts';
import type { LessonView } from '#src/features/education/education.rules.ts';
import { Facts } from '#src/features/education/Facts.tsx';
import { minutesCount } from '#src/features/education/words.ts';
import { MARK_WORDS, markOf } from '#src/sync-client/sync.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './LessonList.module.css';

type Props = { lessons: readonly LessonView[]; currentId?: number; className?: string; onOpen?: () => void };

/** Contents of a course: the number becomes a tick when everything of a lesson is done. */
export function LessonList({ lessons, currentId, className = '', onOpen }: Props) {
  const { isOnline } = useAtomValue(networkAtom);
  return (
    <ol className={`${styles.lessons} ${className}`}>
      {lessons.map((lesson, i) => (
        <li key={lesson.id}>
          <LessonRow
            lesson={lesson}
            number={i + 1}
            isOnline={isOnline}
            isCurrent={lesson.id === currentId}
            {...(onOpen ? { onOpen } : {})}
          />
        </li>
      ))}
    </ol>
  );
}

type RowProps = { lesson: LessonView; number: number; isOnline: boolean; isCurrent: boolean; onOpen?: () => void };
function LessonRow({ lesson, number, isOnline, isCurrent, onOpen }: RowProps) {
  const { id, title, kind, minutes, watched, hasQuiz, quiz, isHeld } = lesson;
  const mark = useAtomValue(useMemo(() => markOf(lessonLane(id)), [id]));
  const quizMark = useAtomValue(useMemo(() => markOf(quizLane(id)), [id]));
  const waits = mark ?? quizMark ?? false;
  const isDone = watched && (!hasQuiz || quiz.passed);
  return (
    <Link
      href={`/user/education/lesson/${id}`}
      className={styles.row}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onOpen?.()}
    >
      <span className={`${styles.number} ${isDone ? styles.done : ''}`} aria-hidden="true">
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <span className={styles.words}>
        <span>
          <span className="sr">{number}. </span>
          {title}
        </span>{' '}
        <Facts
          facts={[
            `${kind === 'video' ? 'видео, ' : ''}${minutesCount(minutes)}`,
            watched && <Tag icon="check">просмотрен</Tag>,
            hasQuiz && <QuizTag passed={quiz.passed} best={quiz.best} />,
            waits && (
              <Tag kind="seed" icon="clock">
                {MARK_WORDS[waits]}
              </Tag>
            ),
            isHeld && (
              <span className={styles.held}>
                <Icon name="download" size={14} />
                <span className="sr">есть </span>на телефоне
              </span>
            ),
            !isHeld && !isOnline && <span>нужен интернет</span>,
          ]}
        />
      </span>
      <Icon name="right" size={20} />
    </Link>
  );
}

function QuizTag({ passed, best }: { passed: boolean; best: number | null }) {
  if (passed) return <Tag icon="check">тест сдан{best === null ? '' : `, ${best}\u00a0%`}</Tag>;
  if (best !== null) return <Tag kind="plain">тест: {best} %</Tag>;
  return <span>тест</span>;
}
