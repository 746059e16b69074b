import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { deskExportRegister, type Liability } from '#contract/desk-books.ts';
import { periodWords } from '#contract/period-words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { liabilitiesAtom, loadLiabilitiesAtom } from '#src/staff/desk/books/books.atoms.ts';
import { monthsBack } from '#src/staff/desk/books/books.rules.ts';
import { Money } from '#src/terms/Money.tsx';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Field } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Select } from '#src/ui/Select.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import styles from './Books.module.css';

const NONE = <span className="mute">—</span>;
const COLUMNS: readonly Column<Liability>[] = [
  { key: 'name', title: 'Счёт', card: 'head', cell: ({ name }) => name },
  { key: 'owed', title: 'Должны людям', figures: true, card: 'side', cell: ({ owed }) => <Money value={owed} /> },
  { key: 'people', title: 'Счетов не пустых', figures: true, cell: ({ people }) => people || NONE },
  { key: 'debts', title: 'Люди должны нам', figures: true, cell: ({ debts }) => (debts > 0 ? <Money value={debts} /> : NONE) },
  { key: 'held', title: 'Отложено', figures: true, wide: true, cell: ({ held }) => (held > 0 ? <Money value={held} /> : NONE) },
]; // prettier-ignore

/** What the shop owes people, now or at the end of a month, and the files for accounting. */
export function Liabilities() {
  const { data, failure } = useAtomValue(liabilitiesAtom);
  const load = useSetAtom(loadLiabilitiesAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const timers = useAtomValue(timersAtom);
  const returns = useNetworkReturns();
  const [period, setPeriod] = useState<number | null>(null);
  const [months] = useState(() => monthsBack(timers.date(), 24));
  useEffect(() => {
    void load({ body: { period } });
  }, [load, uid, returns, period]);
  const file = period ?? months[0]!; // There is always a month.
  return (
    <section className={styles.part} aria-labelledby="liabilities">
      <div className={styles.line}>
        <h2 id="liabilities">Обязательства</h2>
        <Field label="На какое время">
          <Select
            value={period ?? ''}
            onChange={({ target: { value } }) => setPeriod(value === '' ? null : Number(value))}
          >
            <option value="">Сейчас</option>
            {months.slice(1).map((month) => (
              <option key={month} value={month}>
                Конец: {periodWords(month)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {data && data.balance !== 0 && (
        <Note kind="error" icon="alert">
          Журнал проводок не сходится в ноль: <Money value={data.balance} />. Позовите разработчиков.
        </Note>
      )}
      <Table
        label="Обязательства"
        columns={COLUMNS}
        rows={data?.liabilities ?? null}
        keyOf={({ name }) => name}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load({ body: { period } }) } : undefined}
        empty={null}
      />
      {isOnline && (
        <nav className={styles.line} aria-label={`Реестры: ${periodWords(file)}`}>
          <span className="soft">Реестры, {periodWords(file)}:</span>
          {REGISTERS.map(([kind, title]) => (
            <a
              key={kind}
              className={buttonClass('line')}
              href={`${deskExportRegister.path}?kind=${kind}&period=${file}`}
              download
            >
              <Icon name="download" size={18} /> {title}
            </a>
          ))}
        </nav>
      )}
    </section>
  );
}
const REGISTERS = [
  ['payments', 'Платежи'],
  ['bonuses', 'Начисления'],
  ['balances', 'Остатки'],
] as const;
