import type { Career } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { CONSULTANT_STATUS, type PlanTerms, type Rung } from '#contract/plan/terms.ts';
import { conditionsOf } from '#contract/plan/titles.ts';
import { needWords } from '#contract/plan-words.ts';
import { monthOf } from '#src/features/career/words.ts';
import { formatNumber } from '#src/ui/numbers.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Ladder.module.css';

/** The ladder grows from below: leaves that are out, and those that are still ahead. */
export function Ladder({ career }: { career: Career }) {
  const terms = termsOf(career.period);
  const rungs = terms.ladder.filter(({ id }) => id >= CONSULTANT_STATUS).toReversed();
  return (
    <section className={`card ${styles.ladder}`} aria-labelledby="ladder">
      <div className={styles.head}>
        <h2 id="ladder">Лестница</h2>
        <span className="small mute">ГО от</span>
        <span className="small mute">бонус</span>
      </div>
      <ol className={styles.list} reversed>
        {rungs.map((rung) => (
          <Row key={rung.id} rung={rung} career={career} words={wordsOf(rung, career, terms)} />
        ))}
      </ol>
      <p className={`small soft ${styles.foot}`}>
        Условия складываются: званию нужны и условия всех строк под ним. Процент даёт ГО, если ЛО от{' '}
        {formatNumber(terms.activeHalf / 2)}.
      </p>
    </section>
  );
}
/** Of the next title all that it wants, as «До звания…» counts it; of those above what they add. */
function wordsOf(rung: Rung, { title }: Career, terms: PlanTerms): string {
  const isNext = rung.id === title + 1;
  const words = (isNext ? conditionsOf(rung.id, terms) : rung.needs).map((need) => needWords(need, terms)).join(', ');
  return words === '' || isNext ? words : `ещё ${words}`;
}

function Row({ rung, career, words }: { rung: Rung; career: Career; words: string }) {
  const { id, name, fromHalf, percent, leaderPercent } = rung;
  const isReached = id <= career.title;
  const isNow = id === career.title;
  const isNext = id === career.title + 1;
  const since = career.history.find(({ title }) => title === id)?.period;
  const below = isReached && since ? monthOf(since) : words;
  const classes = [
    isReached && styles.reached,
    isNow && styles.now,
    isNext && styles.next,
    id % 2 === 0 && styles.left,
  ];
  return (
    <li className={classes.filter(Boolean).join(' ')} aria-current={isNow ? 'step' : undefined}>
      <Leaf isSeed={id === CONSULTANT_STATUS} isOut={isReached} />
      <div className={styles.name}>
        <b>{name}</b>
        {isNow && <Tag icon="check">сейчас</Tag>}
        {isNext && <Tag kind="seed">следующий</Tag>}
        {below !== '' && <span className="small soft">{below}</span>}
      </div>
      <span className={`num ${styles.from}`}>{fromHalf === 0 ? '—' : formatNumber(fromHalf / 2)}</span>
      <span className={`num ${styles.percent}`}>
        {percent}
        {leaderPercent > 0 ? ` + ${leaderPercent}` : ''} %
      </span>
    </li>
  );
}

const Leaf = ({ isSeed, isOut }: { isSeed: boolean; isOut: boolean }) => (
  <svg
    className={`${styles.leaf} ${isSeed ? styles.seed : ''} ${isOut ? styles.out : ''}`}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={isSeed ? 'M12 7c3 2 4 5 4 7a4 4 0 0 1-8 0c0-2 1-5 4-7Z' : 'M2 22C1 12 7 3 21 2c1 13-8 20-19 20Z'} />
  </svg>
);
