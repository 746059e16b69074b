import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import type { NetworkNow } from '#contract/network.ts';
import { loadBusinessAtom, nowAtom } from '#src/features/business/business.atoms.ts';
import type { Today } from '#src/features/business/business.words.ts';
import { Congratulation } from '#src/features/business/Congratulation.tsx';
import type { TreeSlot } from '#src/features/business/tree-slot.ts';
import { Forecast, Team } from '#src/features/business/Forecast.tsx';
import { NewStatus } from '#src/features/business/NewStatus.tsx';
import { Calls, Newcomers, Risen } from '#src/features/business/People.tsx';
import { Materials, Places } from '#src/features/business/Places.tsx';
import { Volumes } from '#src/features/business/Volumes.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { AsOf } from '#src/ui/AsOf.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Business.module.css';

type Props = {
  today: Today;
  /** How long the month lasts. */
  period: ReactNode;
  /** Opens the own link with its code; `label` where it is the one thing to do. */
  invite: (label?: string) => ReactNode;
  /** The tree of the structure as a dialog. */
  tree: TreeSlot;
};

/** /user/business «Бизнес»: the period at a glance, whom to call, what it would pay. All of it opens without a signal, with its date. */
export function BusinessPage({ today, period, invite, tree }: Props) {
  const { data, failure, isCopy, at } = useAtomValue(nowAtom);
  const load = useLoad();
  const { user } = useAtomValue(sessionAtom);
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <div>
          <h1 tabIndex={-1}>Бизнес</h1>
          <p className="soft">
            {user.name} <span className="num">{user.cons_id}</span>
          </p>
          {isCopy && at && <AsOf at={at} />}
        </div>
        {invite()}
      </header>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={data ? 'offline' : 'alert'}>
          {failureText(failure)} {data && 'Показаны последние сохранённые числа. '}
          <button type="button" className="link" onClick={load}>
            Повторить
          </button>
        </Note>
      )}
      <NewStatus />
      <Congratulation />
      <div className={styles.period}>
        {period}
        {data && <Volumes now={data} />}
        {data === null && !failure && <Skeleton height={148} radius={12} />}
      </div>
      {data === null && !failure && <Waiting />}
      {data && <Numbers now={data} today={today} invite={invite} tree={tree} />}
      <Places />
    </div>
  );
}

/** Asks when the screen opens and when the network is back. */
function useLoad(): () => void {
  const load = useSetAtom(loadBusinessAtom);
  const { uid, known } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    if (known) void load();
  }, [load, uid, known, returns]);
  return () => void load();
}

/** Without a structure there is nobody to call, and one thing to do. */
function Numbers({ now, today, invite, tree }: { now: NetworkNow } & Pick<Props, 'today' | 'invite' | 'tree'>) {
  const isAlone = now.structure.people === 0;
  return (
    <div className={styles.parts}>
      <div className={styles.side}>
        <Forecast now={now} />
        {!isAlone && <Team now={now} tree={tree} />}
      </div>
      <div className={styles.main}>
        {isAlone ? (
          <div className="card">
            <EmptyState
              drawing="sprout"
              title="В вашей структуре пока никого нет"
              text="Покажите свой код или пришлите ссылку: кто по ней зарегистрируется, появится здесь."
              action={invite('Показать ссылку и код')}
            />
          </div>
        ) : (
          <>
            <Calls today={today} />
            <Newcomers today={today} />
            <Risen />
          </>
        )}
        <Materials />
      </div>
    </div>
  );
}

const Waiting = () => (
  <div className={styles.parts} aria-busy="true">
    <div className={styles.side}>
      <Skeleton height={240} radius={12} />
    </div>
    <div className={styles.main}>
      <Skeleton height={420} radius={12} />
    </div>
  </div>
);
