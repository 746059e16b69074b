import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { DeskPeriod } from '#contract/desk-finance.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { deskPeriodsAtom, loadDeskPeriodsAtom } from '#src/staff/desk/finance/desk-finance.atoms.ts';
import { Disputes } from '#src/staff/desk/finance/Disputes.tsx';
import { nextStepOf, PERIOD_STATES, titleOf } from '#src/staff/desk/finance/desk-finance.words.ts';
import { Money } from '#src/terms/Money.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskFinance.module.css';

const columnsOf = (needed: number, now: Date): readonly Column<DeskPeriod>[] => [
  {
    key: 'period',
    title: 'Месяц',
    card: 'head',
    cell: ({ period }, at) => (
      <Link href={`/desk/finance/${period}`} className={styles.name} {...at} {...{ [OPENER]: '' }}>
        {titleOf(period)}
      </Link>
    ),
  },
  {
    key: 'state',
    title: 'Состояние',
    card: 'side',
    cell: ({ state }) => <Tag kind={PERIOD_STATES[state].kind}>{PERIOD_STATES[state].text}</Tag>,
  },
  {
    key: 'earned',
    title: 'Бонусы',
    figures: true,
    cell: ({ closed }) => (closed ? <Money value={closed.earned} /> : <span className="mute">—</span>),
  },
  {
    key: 'posted',
    title: 'На КС',
    figures: true,
    wide: true,
    cell: ({ posted }) => (posted.people > 0 ? <Money value={posted.amount} /> : <span className="mute">—</span>),
  },
  {
    key: 'next',
    title: 'Что дальше',
    card: 'plain',
    cell: (row) => (
      <span className="soft">
        {nextStepOf(row, needed, now)}
        {row.late_returns > 0 && `. Поздних возвратов: ${row.late_returns}`}
      </span>
    ),
  },
];

/** /desk/finance: months of the plan, what each waits for. */
export function DeskFinancePage() {
  const { data, failure } = useAtomValue(deskPeriodsAtom);
  const load = useSetAtom(loadDeskPeriodsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load();
  }, [load, uid, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Деньги сети</h1>
      <p className="soft">
        Закрытый месяц начисляется на КС с 10-го числа, когда пробное закрытие посмотрели два разных сотрудника.
      </p>
      <Table
        label="Месяцы"
        columns={columnsOf(data?.needed ?? 2, new Date(data?.server_time ?? 0))}
        rows={data?.periods ?? null}
        keyOf={({ period }) => period}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load() } : undefined}
        empty={<EmptyState drawing="sprout" title="Месяцев ещё нет" text="Они появятся с первыми баллами." />}
      />
      <Disputes />
    </div>
  );
}
