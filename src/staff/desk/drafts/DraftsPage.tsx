import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { DraftRow } from '#contract/desk-drafts.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { draftsAtom, loadDraftsAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts';
import { NewDraftButton } from '#src/staff/desk/drafts/NewDraftButton.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import styles from './Drafts.module.css';

const nameOf = ({ name, phone }: DraftRow): string => name || phone || 'Без имени';
const COLUMNS: readonly Column<DraftRow>[] = [
  {
    key: 'name',
    title: 'Покупатель',
    card: 'head',
    cell: (row, at) => (
      <Link
        href={`/desk/drafts/${row.id}`}
        className={styles.opener}
        aria-label={`Черновик: ${nameOf(row)}`}
        {...at}
        {...{ [OPENER]: '' }}
      >
        {nameOf(row)}
      </Link>
    ),
  },
  { key: 'phone', title: 'Телефон', cell: ({ phone }) => <span className="num">{phone || 'нет'}</span> },
  { key: 'pieces', title: 'Товаров, шт.', figures: true, cell: ({ pieces }) => formatNumber(pieces) },
  { key: 'author', title: 'Записывает', card: 'plain', cell: ({ author }) => <span className="soft">{author}</span> },
  {
    key: 'updated',
    title: 'Изменён',
    cell: ({ updated_at: at }) => <span className="soft num">{momentWords(at)}</span>,
  },
];

/** /desk/drafts: orders by telephone that are not placed yet, the one that was touched last first. */
export function DraftsPage() {
  const { data, failure } = useAtomValue(draftsAtom);
  const load = useSetAtom(loadDraftsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load();
  }, [load, uid, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Заказы по телефону" back={{ href: '/desk/orders', words: 'Заказы' }}>
        <NewDraftButton />
      </DeskHead>
      <Table
        label="Заказы по телефону"
        columns={COLUMNS}
        rows={data?.drafts ?? null}
        keyOf={({ id }) => id}
        onSort={() => {}}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load() } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title="Незаконченных заказов нет"
            text="Заказ по телефону или для клиента начинается кнопкой «Новый заказ». Пока он не оформлен, он стоит здесь."
          />
        }
      />
    </div>
  );
}
