import { useState } from 'react';
import { Link } from 'wouter';
import type { BonusMonths } from '#src/features/accounts/accounts.atoms.ts';
import { missingWords, stateWords } from '#src/features/accounts/bonus.words.ts';
import { monthTitle } from '#src/features/accounts/accounts.words.ts';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import { Button } from '#src/ui/Button.tsx';
import { pluralOf } from '#src/ui/format.ts';
import styles from './Account.module.css';

const SHOWN = 6;
const ORDERS = { one: 'заказ ждёт', few: 'заказа ждут', many: 'заказов ждут', other: 'заказа ждут' };

/**
 * «Бонусы»: the closed months, each a way into its derivation; what was missing where there is no sum. A month without a bonus has no row in the
 * history, so older ones open here too.
 */
export function BonusMonthList({ months: { months, on_the_way: way } }: { months: BonusMonths }) {
  const [isWhole, setWhole] = useState(false);
  if (months.length === 0 && way.orders === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="bonuses">
      <h2 id="bonuses">Бонусы</h2>
      {way.orders > 0 && (
        <p className="soft">
          В пути <Points value={way.points} />: {way.orders} {pluralOf(way.orders, ORDERS)} оплаты. В месяц они войдут,
          когда их оплатят.
        </p>
      )}
      <ul className={`card ${styles.months}`}>
        {(isWhole ? months : months.slice(0, SHOWN)).map((month) => (
          <li key={month.period} className={styles.bonus}>
            <Link href={`/user/account/${month.period}`} className={styles.open}>
              {monthTitle(month.period)}
            </Link>
            <Money value={month.bonus + month.leader} className={styles.amount} />
            <span className="small soft">{month.missing ? missingWords(month.missing) : stateWords(month)}</span>
          </li>
        ))}
      </ul>
      {!isWhole && months.length > SHOWN && (
        <div className={styles.more}>
          <Button kind="line" onClick={() => setWhole(true)}>
            Все месяцы: {months.length}
          </Button>
        </div>
      )}
    </section>
  );
}
