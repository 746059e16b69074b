import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { FeedImport } from '#contract/desk-import.ts';
import { momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { importsAtom, loadImportsAtom } from '#src/staff/desk/imports/desk-imports.atoms.ts';
import { STATE_WORDS } from '#src/staff/desk/imports/desk-imports.words.ts';
import { StartImport } from '#src/staff/desk/imports/StartImport.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Imports.module.css';

const COLUMNS: readonly Column<FeedImport>[] = [
  {
    key: 'name',
    title: 'Файл',
    card: 'head',
    cell: ({ id, name }, at) => (
      <Link href={`/desk/products/import/${id}`} className={styles.opener} {...at} {...{ [OPENER]: '' }}>
        {name}
      </Link>
    ),
  },
  { key: 'when', title: 'Когда', cell: ({ created_at: at }) => <span className="soft num">{momentWords(at)}</span> },
  { key: 'who', title: 'Кто', card: 'plain', cell: ({ author }) => <span className="soft">{author}</span> },
  { key: 'added', title: 'Новых', figures: true, cell: ({ report }) => numberOf(report?.offers.added) },
  { key: 'changed', title: 'Изменённых', figures: true, cell: ({ report }) => numberOf(report?.offers.changed) },
  { key: 'refused', title: 'Отклонённых', figures: true, cell: ({ report }) => numberOf(report?.offers.refused) },
  {
    key: 'state',
    title: 'Состояние',
    card: 'side',
    cell: ({ state }) => <Tag kind={STATE_WORDS[state].tag}>{STATE_WORDS[state].words}</Tag>,
  },
];
const numberOf = (count: number | undefined): string => (count === undefined ? '—' : formatNumber(count));

/** /desk/products/import: a new file, and the last ones. */
export function ImportsPage() {
  const { data, failure } = useAtomValue(importsAtom);
  const load = useSetAtom(loadImportsAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load();
  }, [load, uid, returns]);
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title="Файлы поставщиков" back={{ href: '/desk/products', words: 'Товары' }} />
      <StartImport />
      <Table
        label="Последние файлы"
        columns={COLUMNS}
        rows={data?.imports ?? null}
        keyOf={({ id }) => id}
        onSort={() => {}}
        asOf={data?.server_time}
        failure={failure ? { text: failureText(failure), onRetry: () => void load() } : undefined}
        empty={
          <EmptyState
            drawing="search"
            title="Файлов ещё не было"
            text="Выберите файл выше: проверка ничего не меняет."
          />
        }
      />
    </div>
  );
}
