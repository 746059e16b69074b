import { Link } from 'wouter';
import type { JournalLine } from '#contract/desk-audit.ts';
import { momentWords, numberWords } from '#src/features/orders/orders.words.ts';
import { actWords, differenceOf } from '#src/staff/desk/audit/journal.words.ts';
import styles from './Journal.module.css';

/** Lines of the journal, the newest first: when, who, what with whom, what was and what became, why. */
export const JournalList = ({ lines, withTarget = false }: { lines: readonly JournalLine[]; withTarget?: boolean }) => (
  <ol className={styles.lines}>
    {lines.map((line) => (
      <li key={line.id}>
        <span>
          <b>{actWords(line.act)}</b>
          {withTarget && ': '}
          {withTarget && <Target line={line} />}
        </span>
        <span className="small mute num">{momentWords(line.at)}</span>
        <span className={styles.about}>
          {line.actor}
          <span className="soft">: {line.reason}</span>
        </span>
        {differenceOf(line).map(({ name, was, became }) => (
          <span key={name} className={`small ${styles.about}`}>
            {name}: <span className="soft">{was}</span> → {became}
          </span>
        ))}
      </li>
    ))}
  </ol>
);

const Target = ({ line: { target_type: type, target_id: id, target } }: { line: JournalLine }) => (
  <Link href={type === 'order' ? `/desk/orders/${id}` : `/desk/users/${id}`} className="link">
    {type === 'order' ? `Заказ ${numberWords(id)}` : (target ?? `кабинет № ${id}`)}
  </Link>
);
