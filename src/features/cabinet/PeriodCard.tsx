import { type ReactNode, useEffect, useState } from 'react';
import { periodAt } from '#src/features/cabinet/period.rules.ts';
import { NBSP, pluralOf } from '#src/ui/format.ts';
import styles from './PeriodCard.module.css';

const monthOnly = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const MINUTE_MS = 60_000;
const daysWords = (count: number): string => pluralOf(count, { one: 'день', few: 'дня', many: 'дней', other: 'дня' });

type Props = {
  className?: string | undefined;
  /** What the month has brought so far; its place is kept while it is on its way. */
  children?: ReactNode;
};

/** How much of the network's month is left: the month is its squares, one a day. */
export function PeriodCard({ className, children }: Props) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const { month, days, today, left } = periodAt(now);
  const name = monthOnly.format(month).replace(/\s*г\.$/, '');
  return (
    <section
      className={`card ${styles.card} ${children ? styles.shared : ''} ${className ?? ''}`}
      aria-labelledby="period-title"
    >
      <div>
        <h2 id="period-title" className={styles.title}>
          {name.charAt(0).toUpperCase() + name.slice(1)}, до конца периода
        </h2>
        <p className={styles.left}>
          {left.days > 0 && (
            <>
              <b className="num">{left.days}</b> {daysWords(left.days)}{' '}
            </>
          )}
          <span className={left.days > 0 ? 'mute' : styles.last}>
            {left.hours}
            {NBSP}ч
          </span>
        </p>
        <div className={styles.squares} aria-hidden="true">
          {Array.from({ length: days }, (_, i) => (
            <i key={i} className={i + 1 < today ? styles.past : i + 1 === today ? styles.today : undefined} />
          ))}
        </div>
      </div>
      {children && <div className={styles.volumes}>{children}</div>}
    </section>
  );
}
