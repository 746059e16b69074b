import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { DESK_PAGE, type DeskCase } from '#contract/desk-orders.ts';
import { ORDER_FILTER_NAMES } from '#contract/order-statuses.ts';
import { FILTER_WORDS } from '#src/features/orders/orders.rules.ts';
import { numberWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { deskListAtom, loadDeskListAtom } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { type DeskAsked, deskAddress, readDeskAddress } from '#src/staff/desk/orders/desk-orders.rules.ts';
import { DESK_COLUMNS } from '#src/staff/desk/orders/DeskOrdersTable.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatMoney, formatNumber } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import { Table } from '#src/ui/table/Table.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './DeskOrders.module.css';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;

/** /desk/orders: filters, search and page stand in the address. */
export function DeskOrdersPage() {
  const asked = readDeskAddress(useSearch());
  const [, go] = useLocation();
  const { data, failure } = useAtomValue(deskListAtom);
  const load = useSetAtom(loadDeskListAtom);
  const { uid } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const address = deskAddress(asked);
  useEffect(() => {
    void load(readDeskAddress(address.split('?')[1] ?? ''));
  }, [load, uid, isOnline, address]);
  const change = (next: DeskAsked) => go(deskAddress(next), { replace: true });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Заказы</h1>
      {data && data.cases.length > 0 && <Cases cases={data.cases} />}
      <Filters asked={asked} counts={data?.counts ?? {}} onChange={change} />
      <Table
        label="Заказы"
        columns={DESK_COLUMNS}
        rows={data?.orders ?? null}
        keyOf={({ id }) => id}
        onSort={noSort}
        count={data?.total}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load(asked) } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title="Таких заказов нет"
            text="Ищите по номеру, телефону, имени, почте или товару."
            action={
              <Button kind="soft" onClick={() => change({})}>
                Показать все заказы
              </Button>
            }
          />
        }
      />
      {data && data.orders.length > 0 && (
        <Pages asked={asked} shown={data.orders.length} total={data.total} onChange={(next) => go(deskAddress(next))} />
      )}
    </div>
  );
}

/** The newest stand first, always. */
const noSort = () => {};

const CASE_WORDS = { review: 'пришла не та сумма', refund: 'возврат ждёт решения' } as const;
const Cases = ({ cases }: { cases: readonly DeskCase[] }) => (
  <Note kind="seed" icon="alert">
    <b>Деньги ждут решения</b>
    <ul className={styles.cases}>
      {cases.map(({ order_id: id, kind, amount }, i) => (
        <li key={`${id}${kind}${i}`}>
          <Link href={`/desk/orders/${id}`} className="link num">
            {numberWords(id)}
          </Link>
          : {CASE_WORDS[kind]}, <span className="num">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  </Note>
);

type FiltersProps = {
  asked: DeskAsked;
  counts: Readonly<Record<string, number>>;
  onChange: (next: DeskAsked) => void;
};
function Filters({ asked, counts, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(asked.q ?? '');
  useEffect(() => {
    const q = typed.trim();
    if (q === (asked.q ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ ...asked, q: q === '' ? undefined : q, page: undefined }), REST_MS);
    return () => clearTimeout(timer);
    // The words decide when to ask; the filters of that moment go along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  const choose = (filter: DeskAsked['filter']) => onChange({ ...asked, filter, page: undefined });
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        className={styles.find}
        aria-label="Найти"
        placeholder="Номер, телефон, имя или товар"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ChipRow label="Состояние заказов">
        <Chip pressed={asked.filter === undefined} count={counts['all']} onClick={() => choose(undefined)}>
          Все
        </Chip>
        {ORDER_FILTER_NAMES.map((name) => (
          <Chip key={name} pressed={asked.filter === name} count={counts[name]} onClick={() => choose(name)}>
            {FILTER_WORDS[name]}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

type PagesProps = { asked: DeskAsked; shown: number; total: number; onChange: (next: DeskAsked) => void };
function Pages({ asked, shown, total, onChange }: PagesProps) {
  const page = asked.page ?? 1;
  const first = (page - 1) * DESK_PAGE + 1;
  if (total <= DESK_PAGE) return null;
  return (
    <nav className={styles.pages} aria-label="Страницы">
      <span className="small soft num">
        {formatNumber(first)}–{formatNumber(first + shown - 1)} из {formatNumber(total)}
      </span>
      {page > 1 && (
        <Button kind="line" onClick={() => onChange({ ...asked, page: page - 1 })}>
          Назад
        </Button>
      )}
      {first + shown - 1 < total && (
        <Button kind="line" onClick={() => onChange({ ...asked, page: page + 1 })}>
          Дальше
        </Button>
      )}
    </nav>
  );
}
