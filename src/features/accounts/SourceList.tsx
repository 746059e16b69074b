import { useState } from 'react';
import type { BonusSource } from '#contract/bonuses.ts';
import { type BonusVolume, useVolume } from '#src/features/accounts/accounts.atoms.ts';
import { dayOf } from '#src/features/accounts/accounts.words.ts';
import { passedWords, sourceRule } from '#src/features/accounts/bonus.words.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Account.module.css';
import { numberWords } from '#src/ui/format.ts';

type Props = { sources: readonly BonusSource[]; more: { count: number; amount: number }; period: number };
/** Rows of a bonus; each opens the volume that it was counted from. */
export const SourceList = ({ sources, more, period }: Props) => (
  <ul className={`card ${styles.sources}`}>
    {sources.map((source) => (
      <li key={`${source.kind} ${source.person.user_id}`} className={styles.source}>
        <span className={styles.who}>{source.kind === 'own' ? 'Мой объём' : source.person.name}</span>
        <Money value={source.amount} className={styles.amount} />
        <span className="small soft">
          <Points value={source.volume} /> {sourceRule(source, period)}
        </span>
        {source.passed.length > 0 && <span className={`small ${styles.passed}`}>{passedWords(source.passed)}</span>}
        <Volume period={period} userId={source.person.user_id} />
      </li>
    ))}
    {more.count > 0 && (
      <li className={styles.source}>
        <span className={styles.who}>Ещё строк: {more.count}</span>
        <Money value={more.amount} className={styles.amount} />
      </li>
    )}
  </ul>
);

type Told = { data: BonusVolume | null; failure: string | null };
/** The orders of a volume and the line below, asked for when they are opened. */
function Volume({ period, userId }: { period: number; userId: number }) {
  const ask = useVolume();
  const [told, setTold] = useState<Told | null>(null);
  const load = () => {
    setTold({ data: null, failure: null });
    ask({ period, userId }).then(
      (data) => setTold({ data, failure: null }),
      (error: unknown) => setTold({ data: null, failure: failureText(failureOf(error)) }),
    );
  };
  return (
    <details className={styles.volume} onToggle={(event) => event.currentTarget.open && !told?.data && load()}>
      <summary className="small">
        <Icon name="down" size={16} /> Из чего объём
      </summary>
      {told && !told.data && !told.failure && <Skeleton height={48} />}
      {told?.failure && (
        <p className="small">
          {told.failure}{' '}
          <button type="button" className="link" onClick={load}>
            Повторить
          </button>
        </p>
      )}
      {told?.data && <VolumeParts volume={told.data} period={period} />}
    </details>
  );
}

const VolumeParts = ({ volume: { orders, line1, own }, period }: { volume: BonusVolume; period: number }) => (
  <>
    <p className="small soft">
      ЛО <Points value={own} />
      {orders.length === 0 && ', заказов в этом месяце нет'}
    </p>
    {orders.length > 0 && (
      <ul className={`small ${styles.orders}`}>
        {orders.map(({ number, kind, points, at }, i) => (
          <li key={`${number} ${kind} ${i}`}>
            <span>
              {kind === 'return' ? 'Возврат, ' : ''}
              {number === null ? 'заказ' : `заказ ${numberWords(number)}`}
              {at && `, ${dayOf(at)}`}
            </span>
            <Points value={points} />
          </li>
        ))}
      </ul>
    )}
    {line1.length > 0 && (
      <>
        <p className="small soft">Первая линия, ГО</p>
        <ul className={styles.line1}>
          {line1.map(({ user_id: id, name, group, percent, active }) => (
            <li key={id}>
              <span className={styles.who}>
                {name}
                <span className="small soft"> {active ? `${percent} %` : 'без активности'}</span>
              </span>
              <Points value={group} />
              <Volume period={period} userId={id} />
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);
