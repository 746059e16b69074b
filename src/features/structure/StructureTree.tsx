import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ActivityRow } from '#contract/reports.ts';
import { Mark } from '#src/features/structure/Mark.tsx';
import type { Structure } from '#src/features/structure/structure.atoms.ts';
import { flatten, treeKey, type TreeRow } from '#src/features/structure/structure.rules.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber, formatTenths } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import type { CellAt, Column } from '#src/ui/table/columns.ts';
import { Table, type TableProps } from '#src/ui/table/Table.tsx';
import { OPENER } from '#src/ui/table/use-row-keys.ts';
import styles from './Structure.module.css';

type Acts = {
  onToggle: (id: number) => void;
  onOpenAll: (ids: readonly number[]) => void;
  onMore: (nodeId: number, page: number) => void;
  /** Where a name leads, or what it does. */
  name: { addressOf: (id: number) => string } | { onPick: (person: ActivityRow) => void };
};
type Props = Acts & {
  held: Structure;
  rootId: number;
  open: ReadonlySet<number>;
  marked: number | null;
  /** What a reader without a structure can do about it. */
  invite?: ReactNode;
} & Pick<TableProps<TreeRow>, 'failure'>;

/** A tree as a table with the keyboard of a treegrid; in a dialog on the phone a list of cards, each line further in. */
export function StructureTree({ held, rootId, open, marked, failure, invite, ...acts }: Props) {
  const isThere = held.levels.has(rootId);
  const rows = flatten({ rootId, levels: held.levels, open, asking: held.asking });
  return (
    <Table
      label="Структура"
      columns={columnsOf(acts).filter(({ key }) => 'addressOf' in acts.name || SHORT.has(key))}
      rows={isThere ? rows : null}
      keyOf={({ key }) => key}
      failure={isThere ? undefined : failure}
      isMarked={(row) => row.kind === 'person' && row.person.id === marked}
      tree={{
        depthOf: ({ depth }) => depth,
        isOpen: (row) => (row.kind === 'person' && row.person.people > 0 ? row.isOpen : undefined),
        onKey: (key, at) => {
          const act = treeKey(key, rows, at);
          const row = rows[at];
          if (act?.act === 'toggle' && row?.kind === 'person') acts.onToggle(row.person.id);
          if (act?.act === 'openAll') acts.onOpenAll(act.ids);
          return act === null ? null : act.act === 'go' ? act.to : 'done';
        },
      }}
      empty={
        <EmptyState
          drawing="sprout"
          title="В структуре пока никого"
          text="Пришлите ссылку-приглашение тому, кто уже покупает у вас."
          action={invite}
        />
      }
    />
  );
}

/** Further in than that nothing moves: its level is told, and names keep their room. */
const DEEP = 10;

/** What is told of somebody who is only to be chosen. */
const SHORT: ReadonlySet<string> = new Set(['name', 'number', 'title']);
const columnsOf = ({ onToggle, onMore, name }: Acts): readonly Column<TreeRow>[] => [
  {
    key: 'name',
    title: 'Консультант',
    card: 'head',
    cell: (row, at) => (
      <span
        className={styles.cell}
        style={{ paddingInlineStart: `calc(${Math.min(row.depth - 1, DEEP)} * var(--tree-step))` }}
      >
        {row.kind === 'more' ? (
          <More row={row} at={at} onMore={onMore} />
        ) : (
          <Name row={row} at={at} onToggle={onToggle} name={name} />
        )}
      </span>
    ),
  },
  // Where there is no room for it, the person's sheet has it; in a window to choose from nothing else tells namesakes apart.
  { key: 'number', title: 'Рег. номер', card: 'side', wide: 'addressOf' in name, cell: (row) => row.kind === 'person' && <span className="num soft">{row.person.cons_id}</span> }, // prettier-ignore
  { key: 'title', title: 'Звание', card: 'plain', cell: (row) => row.kind === 'person' && <span className={styles.whole}>{row.person.title}</span> }, // prettier-ignore
  { key: 'own', title: 'ЛО', figures: true, cell: (row) => row.kind === 'person' && formatTenths(row.person.own) },
  { key: 'group', title: 'ГО', figures: true, cell: (row) => row.kind === 'person' && <b>{formatTenths(row.person.group)}</b> }, // prettier-ignore
  { key: 'people', title: 'В структуре', figures: true, cell: (row) => row.kind === 'person' && formatNumber(row.person.people) }, // prettier-ignore
  { key: 'active', title: 'Активных в 1-й линии', figures: true, wide: true, cell: (row) => row.kind === 'person' && formatNumber(row.person.active_line1) }, // prettier-ignore
];

type PersonRow = Extract<TreeRow, { kind: 'person' }>;
type NameProps = { row: PersonRow; at: CellAt } & Pick<Acts, 'name' | 'onToggle'>;
function Name({ row, at, name, onToggle }: NameProps) {
  const { person, isOpen, isAsking } = row;
  return (
    <>
      {person.people > 0 ? (
        <button
          type="button"
          className={styles.twist}
          tabIndex={-1}
          aria-label={`${isOpen ? 'Свернуть' : 'Раскрыть'}: ${person.name}`}
          aria-busy={isAsking || undefined}
          onClick={() => onToggle(person.id)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={18} />
        </button>
      ) : (
        <span className={styles.leafless} />
      )}
      <Mark active={person.active} />
      {'onPick' in name ? (
        <button
          type="button"
          className={`${styles.pick} ${styles.whole}`}
          data-person={person.id}
          {...at}
          {...{ [OPENER]: '' }}
          onClick={() => name.onPick(person)}
        >
          {person.name}
        </button>
      ) : (
        <Link
          className={`${styles.who} ${styles.whole}`}
          href={name.addressOf(person.id)}
          data-person={person.id}
          {...at}
          {...{ [OPENER]: '' }}
        >
          {person.name}
        </Link>
      )}
    </>
  );
}
type MoreRow = Extract<TreeRow, { kind: 'more' }>;
const More = ({ row, at, onMore }: { row: MoreRow; at: CellAt; onMore: (nodeId: number, page: number) => void }) => (
  <button type="button" className="link" {...at} {...{ [OPENER]: '' }} onClick={() => onMore(row.nodeId, row.nextPage)}>
    Ещё {formatNumber(row.left)}
  </button>
);
