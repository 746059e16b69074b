import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type DeskReturnRow, RETURN_FILTERS } from '#contract/desk-returns.ts';
import { RETURN_STATE_NAMES } from '#contract/returns.ts';
import { dayWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { deskReturnsAtom, loadDeskReturnsAtom } from '#src/staff/desk/returns/desk-returns.atoms.ts';
import { FILTER_WORDS, readReturnsAddress, returnsAddress, STATE_TAGS } from '#src/staff/desk/returns/desk-returns.words.ts'; // prettier-ignore
import { Button } from '#src/ui/Button.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { NBSP, numberWords } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskReturns.module.css';

const COLUMNS: readonly Column<DeskReturnRow>[] = [
  {
    key: 'code',
    title: 'Возврат',
    card: 'head',
    cell: ({ id, code }, at) => (
      <Link href={`/desk/returns/${id}`} className={`${styles.code} num`} {...at} {...{ [OPENER]: '' }}>
        {code}
      </Link>
    ),
  },
  {
    key: 'order',
    title: 'Заказ',
    card: 'none',
    cell: ({ order_id: id }) => <span className="num soft">{numberWords(id)}</span>,
  },
  { key: 'buyer', title: 'Покупатель', card: 'plain', cell: ({ buyer }) => buyer },
  {
    key: 'goods',
    title: 'Товары',
    wide: true,
    cell: ({ title, pieces }) => (
      <span className="soft">
        {title}, {pieces}
        {NBSP}шт.
      </span>
    ),
  },
  {
    key: 'due',
    title: 'Деньги вернуть до',
    card: 'plain',
    cell: ({ due_at: due, is_late: isLate }) =>
      due === null ? '' : <span className={isLate ? styles.late : 'soft'}>до {dayWords(due)}</span>,
  },
  {
    key: 'state',
    title: 'Состояние',
    card: 'side',
    cell: ({ state }) => <Tag kind={STATE_TAGS[state]}>{RETURN_STATE_NAMES[state]}</Tag>,
  },
];

/** /desk/returns: what waits, the oldest first. Filter and page stand in the address. */
export function DeskReturnsPage() {
  const asked = readReturnsAddress(useSearch());
  const [, go] = useLocation();
  const { data, failure } = useAtomValue(deskReturnsAtom);
  const load = useSetAtom(loadDeskReturnsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  const address = returnsAddress(asked);
  useEffect(() => {
    void load(readReturnsAddress(address.split('?')[1] ?? ''));
  }, [load, uid, returns, address]);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Возвраты</h1>
      <ChipRow label="Состояние возвратов">
        {RETURN_FILTERS.map((name) => (
          <Chip
            key={name}
            pressed={asked.filter === name}
            count={name === 'ended' ? undefined : data?.counts[name]}
            onClick={() => go(returnsAddress({ filter: name }), { replace: true })}
          >
            {FILTER_WORDS[name]}
          </Chip>
        ))}
      </ChipRow>
      <Table
        label="Возвраты"
        columns={COLUMNS}
        rows={data?.returns ?? null}
        keyOf={({ id }) => id}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load(asked) } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title={asked.filter === 'ended' ? 'Закрытых возвратов нет' : 'Здесь всё сделано'}
            text="Новые возвраты появятся, когда покупатель оформит их на странице заказа."
          />
        }
      />
      {data && (asked.after !== undefined || data.next !== null) && (
        <nav className={styles.pages} aria-label="Страницы">
          {asked.after !== undefined && (
            <Button kind="line" onClick={() => go(returnsAddress({ filter: asked.filter }))}>
              В начало
            </Button>
          )}
          {data.next !== null && (
            <Button
              kind="line"
              onClick={() => go(returnsAddress({ filter: asked.filter, after: data.next ?? undefined }))}
            >
              Дальше
            </Button>
          )}
        </nav>
      )}
    </div>
  );
}
