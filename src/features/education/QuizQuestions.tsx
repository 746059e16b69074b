import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LessonFrame } from '#src/features/education/LessonBar.tsx';
import { type Change, changeAttemptAtom, submitQuizAtom } from '#src/features/education/quiz.atoms.ts';
import { answerWith, type Attempt, goTo, isAnswered } from '#src/features/education/quiz.rules.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './QuizPage.module.css';

type Props = {
  attempt: Attempt;
  bar: (title: string, percent: number) => ReactNode;
  /** The phone remembers something else now. */
  onChange: () => Promise<void>;
};

/** The attempt as it goes: every answer is on the phone before the next question. */
export function QuizQuestions({ attempt: stored, bar, onChange }: Props) {
  const { attempt, change } = useAttempt(stored);
  const submit = useSetAtom(submitQuizAtom);
  const [isSending, setSending] = useState(false);
  const legend = useFocusOnTurn(attempt.at);
  // No update and no reload takes a quiz away from a person.
  useEffect(() => holdUpdates(), []);
  const { isOnline } = useAtomValue(networkAtom);
  const { questions } = attempt.quiz;
  const question = questions[attempt.at] ?? questions[0]!;
  const isLast = attempt.at === questions.length - 1;
  const given = isAnswered(attempt, question.id);
  const left = questions.filter(({ id }) => !isAnswered(attempt, id)).length;
  const send = () => {
    if (isSending) return;
    setSending(true);
    void submit(attempt)
      .then(onChange)
      .finally(() => setSending(false));
  };
  return (
    <LessonFrame
      bar={bar(
        `Вопрос ${attempt.at + 1} из\u00a0${questions.length}`,
        Math.round(((attempt.at + 1) * 100) / questions.length),
      )}
      go={
        <>
          {attempt.at > 0 && (
            <Button
              kind="line"
              className={styles.side}
              aria-label="Предыдущий вопрос"
              onClick={() => change({ kind: 'go', at: attempt.at - 1 })}
            >
              <Icon name="left" size={20} />
            </Button>
          )}
          <span className={styles.dots} aria-hidden="true">
            {questions.map(({ id }, i) => (
              <i
                key={id}
                className={`${isAnswered(attempt, id) ? styles.given : ''} ${i === attempt.at ? styles.now : ''}`}
              />
            ))}
          </span>
          {isLast ? (
            <Button
              kind="leaf"
              size="lg"
              disabled={left > 0}
              aria-disabled={isSending || undefined}
              aria-describedby="quiz-why"
              onClick={send}
            >
              Отправить ответы
            </Button>
          ) : (
            <Button
              kind="leaf"
              size="lg"
              disabled={!given}
              aria-describedby="quiz-why"
              onClick={() => change({ kind: 'go', at: attempt.at + 1 })}
            >
              Следующий вопрос
            </Button>
          )}
        </>
      }
    >
      <fieldset className={styles.question}>
        <legend ref={legend} tabIndex={-1}>
          <h1>{question.text}</h1>
        </legend>
        <p className={`small mute ${styles.mode}`}>
          {question.kind === 'single' ? 'Один ответ' : 'Можно выбрать несколько'}
        </p>
        <div className={styles.options}>
          {question.answers.map((answer) => (
            <label key={answer.id} className={styles.option}>
              <input
                type={question.kind === 'single' ? 'radio' : 'checkbox'}
                name={`question-${question.id}`}
                checked={(attempt.answers[question.id] ?? []).includes(answer.id)}
                onChange={() => change({ kind: 'answer', questionId: question.id, answerId: answer.id })}
              />
              <span>{answer.text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p id="quiz-why" className={`small soft ${styles.mode}`}>
        {isLast && left > 0 && given
          ? 'Остались вопросы без ответа: вернитесь к\u00a0ним'
          : given
            ? ''
            : 'Выберите ответ'}
      </p>
      {isLast && left === 0 && !isOnline && (
        <Note icon="clock">Ответы проверит магазин, когда появится сеть. Мы скажем, чем кончилось.</Note>
      )}
    </LessonFrame>
  );
}

/** Shown at once, kept in order: a tap never waits for the memory of the phone, nor overtakes another. */
function useAttempt(stored: Attempt): { attempt: Attempt; change: (change: Change) => void } {
  const keep = useSetAtom(changeAttemptAtom);
  const [attempt, setAttempt] = useState(stored);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  return {
    attempt,
    change(change) {
      const next =
        change.kind === 'go' ? goTo(attempt, change.at) : answerWith(attempt, change.questionId, change.answerId);
      setAttempt(next);
      line.current = line.current.then(() => keep({ attempt, change }));
    },
  };
}

/** A new question is read aloud: it takes the focus, but not at the first sight of the page. */
function useFocusOnTurn(at: number) {
  const legend = useRef<HTMLLegendElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    legend.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [at]);
  return legend;
}
