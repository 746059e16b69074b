import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { type FeedImport, IMPORT_ROW_KINDS, type ImportRow, type ImportRowKind } from '#contract/desk-import.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { importRowsAtom, loadImportRowsAtom } from '#src/staff/desk/imports/desk-imports.atoms.ts';
import { ROW_WORDS } from '#src/staff/desk/imports/desk-imports.words.ts';
import { Button } from '#src/ui/Button.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { ChipRow } from '#src/ui/ChipRow.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber } from '#src/ui/format.ts';
import type { Column } from '#src/ui/table/columns.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Imports.module.css';

const COLUMNS: readonly Column<ImportRow>[] = [
  {
    key: 'title',
    title: 'Товар',
    card: 'head',
    cell: ({ title, offer_id: id, category }) => (
      <span className={styles.product}>
        <b>{title || 'Без названия'}</b>
        <span className="small soft">{[id && `id ${id}`, category].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  { key: 'text', title: 'Что с ним', card: 'plain', cell: ({ text }) => text },
  { key: 'line', title: 'Строка', figures: true, cell: ({ line }) => formatNumber(line) },
  {
    key: 'kind',
    title: 'Итог',
    card: 'side',
    cell: ({ kind }) => <Tag kind={ROW_WORDS[kind].tag}>{ROW_WORDS[kind].one}</Tag>,
  },
];

/** The report row by row, page by page. */
export function ImportRows({ feed }: { feed: FeedImport }) {
  const { data, failure } = useAtomValue(importRowsAtom);
  const load = useSetAtom(loadImportRowsAtom);
  const [kind, setKind] = useState<ImportRowKind | undefined>();
  const [after, setAfter] = useState(0);
  const { id, state } = feed;
  useEffect(() => {
    void load({ id, kind, after });
  }, [load, id, kind, after, state]);
  const choose = (next: ImportRowKind | undefined) => {
    setKind(next);
    setAfter(0);
  };
  const all = IMPORT_ROW_KINDS.reduce((sum, one) => sum + feed.rows[one], 0);
  return (
    <section className={styles.rows} aria-labelledby="import-rows">
      <h2 id="import-rows">По строкам</h2>
      <ChipRow label="Какие строки">
        <Chip pressed={kind === undefined} count={all} onClick={() => choose(undefined)}>
          Все
        </Chip>
        {IMPORT_ROW_KINDS.map((one) => (
          <Chip key={one} pressed={kind === one} count={feed.rows[one]} onClick={() => choose(one)}>
            {ROW_WORDS[one].many}
          </Chip>
        ))}
      </ChipRow>
      <Table
        label="По строкам"
        columns={COLUMNS}
        rows={data?.rows ?? null}
        keyOf={({ n }) => n}
        onSort={() => {}}
        failure={failure ? { text: failureText(failure), onRetry: () => void load({ id, kind, after }) } : undefined}
        empty={<EmptyState drawing="search" title="Таких строк нет" text="Товары без изменений в отчёт не попадают." />}
      />
      {(after > 0 || data?.next) && (
        <nav className={styles.acts} aria-label="Страницы">
          {after > 0 && (
            <Button kind="line" onClick={() => setAfter(0)}>
              В начало
            </Button>
          )}
          {data?.next && (
            <Button kind="line" onClick={() => setAfter(data.next ?? 0)}>
              Дальше
            </Button>
          )}
        </nav>
      )}
    </section>
  );
}
