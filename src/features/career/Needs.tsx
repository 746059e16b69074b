import type { Career } from '#contract/network.ts';
import { isActive } from '#contract/plan/activity.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { needRows, pointsWords } from '#src/features/career/words.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Career.module.css';

/** What is missing to the next title, bar by bar; at the top of the ladder there is nothing more to reach. */
export function Needs({ career, daysLeft }: { career: Career; daysLeft: number }) {
  const terms = termsOf(career.period);
  const next = terms.ladder[career.title + 1];
  const silent = isActive(career.own_half, terms) ? 0 : terms.activeHalf - career.own_half;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="needs">
      <h2 id="needs">{next ? `До звания «${next.name}»` : 'Вы на вершине лестницы'}</h2>
      {silent > 0 && (
        <Note kind="seed">
          Месяц пока не активен: до 30 баллов ЛО не хватает {pointsWords(silent)}. Без активности бонуса не будет.
        </Note>
      )}
      {next ? (
        <ul className={styles.needs}>
          {needRows(career, next, daysLeft).map(({ name, have, want, percent, isMet, words }) => (
            <li key={name}>
              <Lead
                name={name}
                value={
                  <span className={styles.have}>
                    {isMet && <Icon name="check" size={16} />}
                    <span>
                      <b>{have}</b> из {want}
                    </span>
                  </span>
                }
              />
              <div className={isMet ? `${styles.bar} ${styles.met}` : styles.bar} aria-hidden="true">
                <i style={{ width: `${percent}%` }} />
              </div>
              <p className="small soft">{words}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">Дальше растёт структура: лидерский бонус идёт с веток директоров.</p>
      )}
    </section>
  );
}
