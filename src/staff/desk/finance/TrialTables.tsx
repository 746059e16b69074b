import { Link } from 'wouter';
import type { DeskTrial } from '#contract/desk-finance.ts';
import { ODD_WORDS } from '#src/staff/desk/finance/desk-finance.words.ts';
import { Money } from '#src/terms/Money.tsx';
import { Points } from '#src/terms/Points.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import styles from './DeskFinance.module.css';

type Great = DeskTrial['greatest'][number];
type Odd = DeskTrial['odd'][number];
type Named = Pick<Great, 'user_id' | 'name' | 'cons_id'>;

const person = <Row extends Named>(): Column<Row> => ({
  key: 'name',
  title: 'Человек',
  card: 'head',
  cell: ({ user_id: id, name, cons_id: consId }, at) => (
    <Link href={`/desk/users/${id}`} className={styles.name} {...at} {...{ [OPENER]: '' }}>
      {name}
      {consId && <span className="num soft small">{consId}</span>}
    </Link>
  ),
});
const GREAT: readonly Column<Great>[] = [
  person(),
  { key: 'own', title: 'ЛО', figures: true, value: ({ own }) => own, cell: ({ own }) => <Points value={own} /> },
  {
    key: 'group',
    title: 'ГО',
    figures: true,
    value: ({ group }) => group,
    cell: ({ group }) => <Points value={group} />,
  },
  {
    key: 'amount',
    title: 'Бонус',
    figures: true,
    card: 'side',
    value: ({ amount }) => amount,
    cell: ({ amount }) => <Money value={amount} />,
  },
];
const ODD: readonly Column<Odd>[] = [
  person(),
  {
    key: 'kind',
    title: 'Что необычно',
    card: 'plain',
    cell: ({ kind }) => <span className="soft">{ODD_WORDS[kind]}</span>,
  },
  {
    key: 'from',
    title: 'Месяцем раньше',
    figures: true,
    value: ({ from }) => from,
    cell: ({ from }) => <Money value={from} />,
  },
  {
    key: 'to',
    title: 'Теперь',
    figures: true,
    card: 'side',
    value: ({ to }) => to,
    cell: ({ to }) => <Money value={to} />,
  },
];

/** Who gets most, and whose bonus differs from the last one as it seldom does. */
export const TrialTables = ({ trial: { greatest, odd } }: { trial: DeskTrial }) => (
  <>
    <section className={styles.part} aria-labelledby="greatest">
      <h2 id="greatest">Самые большие бонусы</h2>
      <Table
        label="Самые большие бонусы"
        columns={GREAT}
        rows={greatest}
        keyOf={({ user_id: id }) => id}
        empty={<EmptyState drawing="sprout" title="Бонусов нет" text="Никто не набрал 100 баллов с ЛО от 30." />}
      />
    </section>
    <section className={styles.part} aria-labelledby="odd">
      <h2 id="odd">Необычные изменения</h2>
      <Table
        label="Необычные изменения"
        columns={ODD}
        rows={odd}
        keyOf={({ user_id: id }) => id}
        empty={<EmptyState drawing="sprout" title="Необычного нет" text="Ни один бонус не вырос и не упал втрое." />}
      />
    </section>
  </>
);
