import { Link } from 'wouter';
import type { JournalLine } from '#contract/desk-audit.ts';
import { boxCode } from '#contract/desk-shelves.ts';
import { periodWords } from '#contract/period-words.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { actWords, differenceOf } from '#contract/journal-words.ts';
import styles from './Journal.module.css';
import { numberWords } from '#src/ui/format.ts';

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
          {line.reason !== '' && <span className="soft">: {line.reason}</span>}
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

function Target({ line: { target_type: type, target_id: id, target } }: { line: JournalLine }) {
  const { href, words } = {
    order: { href: `/desk/orders/${id}`, words: `Заказ ${numberWords(id)}` },
    person: { href: `/desk/users/${id}`, words: target ?? `кабинет ${numberWords(id)}` },
    period: { href: '/desk/finance', words: periodWords(id) },
    import: { href: `/desk/products/import/${id}`, words: `Импорт ${numberWords(id)}` },
    cell: { href: '/desk/shelves', words: 'Полки склада' },
    box: { href: '/desk/boxes', words: `Коробка ${boxCode(id)}` },
    product: { href: `/desk/products/${id}`, words: target ?? `товар ${numberWords(id)}` },
  }[type];
  return (
    <Link href={href} className="link">
      {words}
    </Link>
  );
}
