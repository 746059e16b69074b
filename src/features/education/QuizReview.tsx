import styles from './QuizPage.module.css';
import type { Quiz, QuizQuestion } from '#contract/education.ts';
import { verdictOf } from '#src/features/education/quiz.rules.ts';
import type { Judged, QuizSubmit } from '#src/features/education/education.mutation.ts';
import { Icon } from '#src/ui/Icon.tsx';

// What was answered, question by question, and what to know about each mistake.

export function Mistakes({ quiz, judged }: { quiz: Quiz | null; judged: Judged }) {
  const { wrong, why, right, passed } = verdictOf(judged);
  return (
    <section aria-labelledby="mistakes" className={styles.review}>
      <h2 id="mistakes">Разбор ошибок</h2>
      {!passed && <p className="small soft">Верные ответы покажем, когда тест будет сдан.</p>}
      {wrong.map((id) => {
        const question = quiz?.questions.find((one) => one.id === id);
        return (
          <article key={id} className={`card ${styles.item}`}>
            <h3>{question?.text ?? `Вопрос ${id}`}</h3>
            {question && <Given question={question} body={judged.body} isWrong />}
            {question && <Right question={question} ids={right.get(id) ?? []} />}
            {why.get(id) && (
              <p className={styles.why}>
                <b>Почему.</b> {why.get(id)}
              </p>
            )}
          </article>
        );
      })}
    </section>
  );
}

export function Answers({ quiz, body, title }: { quiz: Quiz | null; body: QuizSubmit; title: string }) {
  if (!quiz)
    return (
      <p className="small soft">
        Ответов: {body.quizResult.length}. Вопросов той версии теста на{'\u00a0'}этом телефоне уже нет.
      </p>
    );
  return (
    <section aria-labelledby="answers" className={styles.review}>
      <h2 id="answers" className="h3">
        {title}
      </h2>
      {quiz.questions.map((question) => (
        <article key={question.id} className={`card ${styles.item}`}>
          <h3>{question.text}</h3>
          <Given question={question} body={body} />
        </article>
      ))}
    </section>
  );
}

function Right({ question, ids }: { question: QuizQuestion; ids: readonly number[] }) {
  const right = question.answers.filter(({ id }) => ids.includes(id));
  if (right.length === 0) return null;
  return (
    <ul
      className={`${styles.answers} ${styles.right}`}
      aria-label={right.length > 1 ? 'Верные ответы' : 'Верный ответ'}
    >
      {right.map(({ id, text }) => (
        <li key={id}>
          <Icon name="check" size={20} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function Given({ question, body, isWrong = false }: { question: QuizQuestion; body: QuizSubmit; isWrong?: boolean }) {
  const ids = body.quizResult.find(({ question_id: id }) => id === question.id)?.answer_ids ?? [];
  const given = question.answers.filter(({ id }) => ids.includes(id));
  if (given.length === 0) return <p className="soft">Без ответа</p>;
  // Which of several was wrong only the shop knows: a cross stands where there was one choice.
  const isOneWrong = isWrong && question.kind === 'single';
  return (
    <>
      <ul className={`soft ${styles.answers}`}>
        {given.map(({ id, text }) => (
          <li key={id}>
            <Icon name={isOneWrong ? 'x' : 'right'} size={20} />
            <span>
              <span className="sr">Вы ответили: </span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      {isWrong && !isOneWrong && <p className="small soft">Выбрано не{'\u00a0'}всё или есть лишнее.</p>}
    </>
  );
}
