import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { Career } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { careerAtom, loadCareerAtom } from '#src/features/career/career.atoms.ts';
import { sinceMonth } from '#src/features/career/words.ts';
import { History } from '#src/features/career/History.tsx';
import { Ladder } from '#src/features/career/Ladder.tsx';
import { Needs } from '#src/features/career/Needs.tsx';
import { WhatIf } from '#src/features/career/WhatIf.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Career.module.css';

/** /user/career «Карьера»: the ladder, what is missing, «что, если». Everything of it opens without a signal, with its date. `daysLeft`: of the month. */
export function CareerPage({ daysLeft }: { daysLeft: number }) {
  const { data, failure, isCopy, at } = useAtomValue(careerAtom);
  const load = useSetAtom(loadCareerAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>Карьера</h1>
          {data && <Title career={data} />}
        </div>
        {isCopy && at && <AsOf at={at} />}
      </div>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={data ? 'offline' : 'alert'}>
          {failureText(failure)} {data && 'Расчёт «что, если» работает и без сети: по сохранённым веткам. '}
          <button type="button" className="link" onClick={() => void load()}>
            Повторить
          </button>
        </Note>
      )}
      {data === null && !failure && <Waiting />}
      {data && (
        <>
          <div className={styles.parts}>
            <Ladder career={data} />
            <div className={styles.side}>
              <Needs career={data} daysLeft={daysLeft} />
              <WhatIf key={data.as_of} career={data} />
            </div>
            <History career={data} />
          </div>
          <p className="small soft">Доход зависит от личных усилий и не гарантирован.</p>
        </>
      )}
    </div>
  );
}

function Title({ career: { title, period, history, is_preliminary: isPreliminary } }: { career: Career }) {
  const since = history.find((one) => one.title === title)?.period;
  const { name } = termsOf(period).ladder[title] ?? { name: '' };
  return (
    <p className="soft">
      {name}
      {isPreliminary ? ' (предварительно, до закрытия месяца)' : since ? ` с ${sinceMonth(since)}` : ''}
    </p>
  );
}

const Waiting = () => (
  <div className={styles.parts} aria-busy="true">
    <Skeleton height={640} radius={12} />
    <div className={styles.side}>
      <Skeleton height={220} radius={12} />
      <Skeleton height={420} radius={12} />
    </div>
  </div>
);
