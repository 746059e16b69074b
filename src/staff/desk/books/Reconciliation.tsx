import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { GatewayLine, GatewayTotal } from '#contract/desk-books.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { loadReconciliationAtom, reconciliationAtom } from '#src/staff/desk/books/books.atoms.ts';
import { Money } from '#src/terms/Money.tsx';
import { Note } from '#src/ui/Note.tsx';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import styles from './Books.module.css';
import { numberWords } from '#src/ui/format.ts';

type Sums = Omit<GatewayTotal, 'code' | 'name'>;
const sum = (key: keyof Sums, title: string, wide = false): Column<Sums> => ({
  key,
  title,
  figures: true,
  wide,
  cell: (row) => (row[key] === 0 ? <span className="mute">0</span> : <Money value={row[key]} />),
});
const SUMS: readonly Column<Sums>[] = [
  sum('taken', 'Пришло'),
  sum('given_back', 'Вернули'),
  sum('booked', 'На счетах'),
  sum('returning', 'Возвращается', true),
  sum('in_review', 'На проверке', true),
  sum('unexplained', 'Не объяснено'),
];
const TOTALS: readonly Column<GatewayTotal>[] = [
  { key: 'name', title: 'Способ', card: 'head', cell: ({ name }) => name },
  ...SUMS,
];
const LINES: readonly Column<GatewayLine>[] = [
  {
    key: 'about',
    title: 'Основание',
    card: 'head',
    cell: ({ order_id: order, payment_id: payment }, at) =>
      order !== null ? (
        <Link href={`/desk/orders/${order}`} className="link" {...at}>
          Заказ {numberWords(order)}
        </Link>
      ) : payment !== null ? (
        `Пополнение ${numberWords(payment)}`
      ) : (
        'Без основания'
      ),
  },
  { key: 'name', title: 'Способ', card: 'plain', cell: ({ name }) => name },
  ...SUMS,
];

/** What providers say beside what the ledger says: totals, and every line in which they differ. */
export function Reconciliation() {
  const { data, failure } = useAtomValue(reconciliationAtom);
  const load = useSetAtom(loadReconciliationAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load({ body: {} });
  }, [load, uid, returns]);
  const failed = failure ? { text: failureText(failure), onRetry: () => void load({ body: {} }) } : undefined;
  const isOdd = data?.totals.some(({ unexplained }) => unexplained !== 0) ?? false;
  return (
    <section className={styles.part} aria-labelledby="reconciliation">
      <h2 id="reconciliation">Сверка платёжных систем со счетами</h2>
      <Table
        label="Способы оплаты"
        columns={TOTALS}
        rows={data?.totals ?? null}
        keyOf={({ code }) => code}
        asOf={data?.server_time}
        failure={failed}
        empty={<p className="soft">Денег извне ещё не приходило.</p>}
      />
      {data && (isOdd || data.lines.length > 0) && (
        <>
          <Note kind={isOdd ? 'error' : 'plain'} icon={isOdd ? 'alert' : 'clock'}>
            {isOdd
              ? 'Есть деньги, которых ничто не объясняет. Такие строки первые.'
              : 'Всё сходится. Ниже возвраты в пути и суммы, которые ждут решения.'}
          </Note>
          <Table
            label="Строки, где различается"
            columns={LINES}
            rows={data.lines}
            keyOf={({ order_id: order, payment_id: payment, code, booked }) => `${order} ${payment} ${code} ${booked}`}
            count={data.line_count}
            empty={<p className="soft">Строк нет.</p>}
          />
        </>
      )}
      {data && !isOdd && data.lines.length === 0 && data.totals.length > 0 && (
        <p className="soft">Построчно всё сходится.</p>
      )}
    </section>
  );
}
