import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { DeskPeriod, DeskTrial } from '#contract/desk-finance.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import {
  deskPeriodsAtom,
  deskTrialAtom,
  loadDeskPeriodsAtom,
  loadDeskTrialAtom,
  useApprove,
} from '#src/staff/desk/finance/desk-finance.atoms.ts';
import { nextStepOf, PERIOD_STATES, titleOf } from '#src/staff/desk/finance/desk-finance.words.ts';
import { TrialTables } from '#src/staff/desk/finance/TrialTables.tsx';
import { TrialNumbers } from '#src/staff/desk/finance/TrialNumbers.tsx';
import { ReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskFinance.module.css';

/** /desk/finance/:period: the trial closing, and the word that lets it be posted. */
export function DeskPeriodPage({ period }: { period: number }) {
  const trial = useAtomValue(deskTrialAtom);
  const months = useAtomValue(deskPeriodsAtom);
  const load = useSetAtom(loadDeskTrialAtom);
  const loadMonths = useSetAtom(loadDeskPeriodsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load(period);
    void loadMonths();
  }, [load, loadMonths, uid, returns, period]);
  usePageTitle(titleOf(period));
  const data = trial.key === `${uid} ${period}` ? trial.data : null;
  const row = months.data?.periods.find(({ period: id }) => id === period);
  const failure = trial.failure ?? months.failure;
  return (
    <div className={`wrap ${styles.page}`}>
      <Link href="/desk/finance" className="link small">
        Все месяцы
      </Link>
      <h1 tabIndex={-1}>{titleOf(period)}</h1>
      {failure && (
        <Note kind={data ? 'plain' : 'error'} icon={failure.kind === 'offline' ? 'offline' : 'alert'}>
          {failureText(failure)} {data && 'Ниже — то, что пришло раньше. '}
          <button type="button" className="link" onClick={() => void load(period)}>
            Повторить
          </button>
        </Note>
      )}
      {months.data && !row && (
        <EmptyState drawing="search" title="Такого месяца нет" text="Баллов в нём не было, закрывать нечего." />
      )}
      {row && months.data && (
        <Step row={row} needed={months.data.needed} now={new Date(months.data.server_time)} off={!isOnline} />
      )}
      {data ? <Trial trial={data} /> : !failure && <Skeleton height={240} />}
    </div>
  );
}

function Step({ row, needed, now, off }: { row: DeskPeriod; needed: number; now: Date; off: boolean }) {
  const { approvals, state, closed, late_returns: late } = row;
  const [isOpen, setOpen] = useState(false);
  const approve = useApprove();
  const { uid } = useAtomValue(sessionAtom);
  const hasApproved = approvals.some(({ user_id: id }) => String(id) === uid);
  return (
    <section className={`card ${styles.box}`} aria-label="Начисление">
      <p className={styles.line}>
        <Tag kind={PERIOD_STATES[state].kind}>{PERIOD_STATES[state].text}</Tag>
        <span>{nextStepOf(row, needed, now)}</span>
      </p>
      {approvals.length > 0 && (
        <ul className={styles.people}>
          {approvals.map(({ user_id: id, name, at }) => (
            <li key={id}>
              {name} <span className="small soft">{momentWords(at)}</span>
            </li>
          ))}
        </ul>
      )}
      {late > 0 && (
        <p className="small soft">
          После закрытия вернули товары: {late}. Снимок не меняется, разницы придут исправлениями после начисления.
        </p>
      )}
      {state === 'closed' && hasApproved && approvals.length < needed && (
        <p className="small soft">Второе согласование даёт другой сотрудник.</p>
      )}
      {state === 'closed' && closed && !hasApproved && approvals.length < needed && (
        <Button kind="leaf" aria-disabled={off || undefined} onClick={() => !off && setOpen(true)}>
          {off ? 'Нужен интернет' : 'Согласовать начисление'}
        </Button>
      )}
      {isOpen && closed && (
        <ReasonSheet
          title={`Согласовать: ${titleOf(row.period)}`}
          word="Согласовать"
          done="Согласовано"
          hint="Что вы проверили. Останется в журнале."
          send={(reason, onDoubt) => approve({ period: row.period, sha256: closed.sha256, reason }, onDoubt)}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

const Trial = ({ trial }: { trial: DeskTrial }) => (
  <>
    {!trial.is_closed && (
      <Note kind="seed" icon="alert">
        Месяц ещё не закрыт: числа ниже показывают, что было бы, если закрыть его сейчас.
      </Note>
    )}
    <TrialNumbers trial={trial} />
    <TrialTables trial={trial} />
  </>
);
