import { useState } from 'react';
import { Link } from 'wouter';
import { type Answer, findAnswers } from '#src/features/content/faq.rules.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Faq.module.css';

/** /faq «Вопросы и ответы»: native disclosures, found by words; readable without a signal. */
export function Faq() {
  const [typed, setTyped] = useState('');
  const topics = findAnswers(typed);
  const isAsked = typed.trim() !== '';
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.main}>
        <h1 tabIndex={-1}>Вопросы и ответы</h1>
        <TextInput
          type="search"
          aria-label="Найти ответ"
          placeholder="Найти: доставка, возврат, без связи…"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <output className="sr">{isAsked && (topics.length === 0 ? 'Ответа не нашлось' : 'Ответы показаны')}</output>
        {topics.length === 0 && (
          <p>
            Ответа на{'\u00a0'}«{typed.trim()}» здесь нет.{' '}
            <button type="button" className="link" onClick={() => setTyped('')}>
              Показать все вопросы
            </button>{' '}
            или{' '}
            <Link href="/contacts" className="link">
              спросите нас
            </Link>
            .
          </p>
        )}
        {topics.map(({ title, answers }) => (
          <section key={title} aria-label={title}>
            <h2 className={styles.topic}>{title}</h2>
            <div className="card">
              {answers.map((one) => (
                <Question key={one.question} one={one} isOpen={isAsked} />
              ))}
            </div>
          </section>
        ))}
      </div>
      <aside className={`card ${styles.ask}`} aria-label="Не нашли ответ">
        <h2 className="h3">Не нашли ответ?</h2>
        <p className="soft">Напишите или позвоните: ответит человек.</p>
        <Link href="/contacts" className="link">
          Контакты
        </Link>
      </aside>
    </div>
  );
}

function Question({ one, isOpen }: { one: Answer; isOpen: boolean }) {
  const { question, answer, link } = one;
  return (
    <details key={String(isOpen)} className={styles.one} open={isOpen}>
      <summary>
        <span>{question}</span>
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.answer}>
        {answer.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {link && (
          <Link href={link[0]} className="link">
            {link[1]}
          </Link>
        )}
      </div>
    </details>
  );
}
