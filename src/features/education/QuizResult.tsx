import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { Link } from 'wouter';
import styles from './QuizPage.module.css';
import type { Quiz } from '#contract/education.ts';
import { quizLane } from '#src/features/education/education.mutation.ts';
import { CertificateLink } from '#src/features/education/Certificates.tsx';
import { coursesAtom } from '#src/features/education/education.atoms.ts';
import { findLesson } from '#src/features/education/education.rules.ts';
import { type Attempt, questionsFor, verdictOf } from '#src/features/education/quiz.rules.ts';
import { Again } from '#src/features/education/QuizAgain.tsx';
import { Answers, Mistakes } from '#src/features/education/QuizReview.tsx';
import { mistakesCount, questionsCount } from '#src/features/education/words.ts';
import type { Judged, QuizSubmit } from '#src/features/education/education.mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';
import { discardAtom, MARK_WORDS, markOf } from '#src/sync-client/sync.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Note } from '#src/ui/Note.tsx';
import { Tag } from '#src/ui/Tag.tsx';

type Shared = {
  lessonId: number;
  attempts: readonly Attempt[];
  /** The quiz as it is now on this phone; null when it is not here. */
  current: Quiz | null;
  onBegin: (quiz: Quiz) => Promise<void>;
};

/** Passed before, or within the pause: nothing was begun on this phone. */
export function QuizStart({ lessonId, current, onBegin }: Shared) {
  const found = findLesson(useAtomValue(coursesAtom), lessonId);
  const { passed = false, best = null, retry_at = null } = found?.lesson.quiz ?? {};
  if (!current) return <p className="soft">У этого урока нет теста.</p>;
  return (
    <div className={styles.result}>
      <h1 tabIndex={-1}>{passed ? 'Тест сдан' : 'Тест'}</h1>
      <p className="soft">
        {best !== null && `Лучший результат\u00a0— ${best}\u00a0%. `}
        {questionsCount(current.questions.length)}, для сдачи нужно {current.pass_percent}
        {'\u00a0'}%.
      </p>
      <Again retryAt={retry_at === null ? null : Date.parse(retry_at)} current={current} onBegin={onBegin}>
        {passed ? 'Пройти ещё раз' : 'Начать'}
      </Again>
    </div>
  );
}

/** The answers are safe on the phone; the server has not judged them yet. */
export function QuizWaiting({ lessonId, attempts, current, record }: Shared & { record: OutboxRecord }) {
  const mark = useAtomValue(useMemo(() => markOf(quizLane(lessonId)), [lessonId]));
  const { isOnline } = useAtomValue(networkAtom);
  const body = record.body as QuizSubmit;
  const isPaused = record.last?.code === 'too_many';
  return (
    <div className={styles.result}>
      <h1 tabIndex={-1}>Ответы сохранены</h1>
      <output className={styles.review}>
        <span>
          <Tag kind="seed" icon={mark === 'sending' ? 'sync' : 'clock'}>
            {isOnline && !mark ? 'отправляем' : MARK_WORDS[mark ?? 'queued']}
          </Tag>
        </span>
        <span className="soft">
          {isPaused
            ? 'После прошлой попытки ещё идёт пауза. Ответы уйдут сами, когда она кончится.'
            : isOnline
              ? 'Магазин проверяет ответы.'
              : 'Когда появится сеть, магазин их проверит, и\u00a0мы скажем, чем кончилось. Страницу можно закрыть.'}
        </span>
      </output>
      <Answers quiz={questionsFor(attempts, body.version, current)} body={body} title="Ваши ответы" />
      <Back lessonId={lessonId} />
    </div>
  );
}

/** The quiz has changed since: what was answered is kept and readable, never silently dropped. */
export function QuizRefused({ lessonId, attempts, current, onBegin, rejected }: Shared & { rejected: RejectedRecord }) {
  const discard = useSetAtom(discardAtom);
  const body = rejected.record.body as QuizSubmit;
  const isNewer = current !== null && current.version !== body.version;
  return (
    <div className={styles.result}>
      <h1 tabIndex={-1}>Ответы не{'\u00a0'}приняты</h1>
      <Note kind="error" icon="alert">
        {rejected.last?.message ?? 'Магазин не принял эти ответы. Они сохранены.'}
      </Note>
      <div className={styles.actions}>
        {current && (
          <Button kind="leaf" onClick={() => void onBegin(current)}>
            {isNewer ? 'Пройти новый тест' : 'Пройти тест заново'}
          </Button>
        )}
        <Button kind="line" onClick={() => void discard(rejected)}>
          Убрать эти ответы
        </Button>
      </div>
      {current && !isNewer && rejected.last?.code === 'quiz_changed' && (
        <p className="small soft">Новый тест придёт на{'\u00a0'}телефон при следующем обновлении курса.</p>
      )}
      <Answers quiz={questionsFor(attempts, body.version, current)} body={body} title="Что вы ответили" />
      <Back lessonId={lessonId} />
    </div>
  );
}

/** The verdict, and what to know about each mistake in the server's words. */
export function QuizJudged({ lessonId, attempts, current, onBegin, judged }: Shared & { judged: Judged }) {
  const found = findLesson(useAtomValue(coursesAtom), lessonId);
  const verdict = verdictOf(judged);
  const { percent, passPercent, passed, isOld, wrong } = verdict;
  const quiz = questionsFor(attempts, judged.body.version, current);
  const certificate = found?.course.certificate;
  const next = found?.next;
  return (
    <div className={styles.result}>
      <div className={`${styles.verdict} ${passed ? styles.passed : ''}`}>
        <h1 tabIndex={-1}>{passed ? 'Тест сдан' : 'Тест не\u00a0сдан'}</h1>
        <p className={`${styles.percent} num`}>{percent} %</p>
        <p className="soft">
          {wrong.length === 0 ? 'Всё верно.' : `${mistakesCount(wrong.length)}.`}{' '}
          {!passed && `Для сдачи нужно ${passPercent}\u00a0%. Прочитайте разбор и\u00a0попробуйте ещё раз.`}
        </p>
        {isOld && (
          <p className="small soft">
            С{'\u00a0'}тех пор тест обновился, но{'\u00a0'}этот результат засчитан.
          </p>
        )}
      </div>
      {wrong.length > 0 && <Mistakes quiz={quiz} judged={judged} />}
      {passed && certificate && (
        <div className={styles.actions}>
          <p>Курс пройден целиком.</p>
          <CertificateLink certificate={certificate} />
        </div>
      )}
      <div className={styles.actions}>
        {!passed && current && (
          <Again retryAt={verdict.retryAt} current={current} onBegin={onBegin}>
            Попробовать ещё раз
          </Again>
        )}
        {passed && next && (
          <Link
            href={`/user/education/lesson/${next.id}`}
            className={buttonClass('leaf', { size: 'lg' })}
            aria-description={next.title}
          >
            Следующий урок
          </Link>
        )}
        <Back lessonId={lessonId} />
      </div>
    </div>
  );
}

const Back = ({ lessonId }: { lessonId: number }) => (
  <Link href={`/user/education/lesson/${lessonId}`} className="link">
    Вернуться к{'\u00a0'}уроку
  </Link>
);
