import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ActivityRow } from '#contract/reports.ts';
import { Mark } from '#src/features/structure/Mark.tsx';
import type { Structure } from '#src/features/structure/structure.atoms.ts';
import { type Level, personIn } from '#src/features/structure/structure.rules.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber, formatTenths, pluralOf } from '#src/ui/format.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { TableFailure } from '#src/ui/table/TableStates.tsx';
import styles from './Structure.module.css';

type Props = {
  held: Structure;
  rootId: number;
  /** Whose line is shown. */
  nodeId: number;
  marked: number | null;
  failure: { text: string; onRetry: () => void } | undefined;
  onMore: (nodeId: number, page: number) => void;
  addressOf: AddressOf;
  /** What a reader without a structure can do about it. */
  invite: ReactNode;
};
/** Where a line and a sheet stand, in the month that is shown. */
type AddressOf = (place: { node: number | null; person: number | null }) => string;

/** One line of people on the phone: a name opens the person, the number beside it the line below. */
export function StructureLine({ held, rootId, nodeId, marked, failure, onMore, addressOf, invite }: Props) {
  const level = held.levels.get(nodeId);
  const top = useFocusOnLine(nodeId);
  const isRoot = nodeId === rootId;
  return (
    <div className={styles.line}>
      {!isRoot && <Above level={level} person={personIn(held.levels, nodeId)} heading={top} addressOf={addressOf} />}
      {!level && failure && <TableFailure {...failure} hasRows={false} />}
      {!level && !failure && <Skeleton height={240} radius={12} />}
      {level?.rows.length === 0 && (
        <div className="card">
          <EmptyState
            drawing="sprout"
            title={isRoot ? 'В структуре пока никого' : 'Ниже пока никого'}
            text={isRoot ? 'Пришлите ссылку-приглашение тому, кто уже покупает у вас.' : undefined}
            action={isRoot ? invite : undefined}
          />
        </div>
      )}
      {level && level.rows.length > 0 && (
        <ul className={`card ${styles.people}`} aria-label="Структура">
          {level.rows.map((row) => (
            <Person
              key={row.id}
              row={row}
              nodeId={isRoot ? null : nodeId}
              isMarked={row.id === marked}
              addressOf={addressOf}
            />
          ))}
        </ul>
      )}
      {level && level.page < level.pages && (
        <button type="button" className="link" onClick={() => onMore(nodeId, level.page + 1)}>
          Ещё {formatNumber(level.total - level.rows.length)}
        </button>
      )}
    </div>
  );
}

const people = (count: number): string =>
  `${formatNumber(count)} ${pluralOf(count, { one: 'человек', few: 'человека', many: 'человек', other: 'человека' })}`;

type PersonProps = { row: ActivityRow; nodeId: number | null; isMarked: boolean; addressOf: AddressOf };
function Person({ row, nodeId, isMarked, addressOf }: PersonProps) {
  return (
    <li className={isMarked ? styles.marked : undefined}>
      <Link className={styles.open} href={addressOf({ node: nodeId, person: row.id })} data-person={row.id}>
        <Mark active={row.active} />
        <span>
          <b>{row.name}</b>
          <span className="small soft">
            <span className="num">{row.cons_id}</span>, {row.title}
          </span>
          <span className="small num">
            <span className="soft">ЛО</span> <b>{formatTenths(row.own)}</b>{' '}
            <span className={`soft ${styles.second}`}>ГО</span> <b>{formatTenths(row.group)}</b>
          </span>
        </span>
      </Link>
      {row.people > 0 && (
        <Link
          className={`num ${styles.into}`}
          href={addressOf({ node: row.id, person: null })}
          aria-label={`Ветка: ${row.name}, ${people(row.people)}`}
        >
          {formatNumber(row.people)} <Icon name="right" size={18} />
        </Link>
      )}
    </li>
  );
}

type AboveProps = {
  level: Level | undefined;
  person: ActivityRow | undefined;
  heading: React.RefObject<HTMLHeadingElement | null>;
  addressOf: AddressOf;
};
/** Whose line it is, and the way back up to the reader. */
function Above({ level, person, heading, addressOf }: AboveProps) {
  const path = level?.parents ?? [];
  const name = person?.name ?? path.at(-1)?.name;
  return (
    <>
      <nav className={`small ${styles.crumbs}`} aria-label="Чья ветка">
        {path.map(({ id, name: of }, at) =>
          at === path.length - 1 ? (
            <span key={id} aria-current="true">
              {of}
            </span>
          ) : (
            <span key={id}>
              <Link className="link" href={addressOf({ node: at === 0 ? null : id, person: null })}>
                {at === 0 ? 'Вся структура' : of}
              </Link>
              <span className="mute"> › </span>
            </span>
          ),
        )}
      </nav>
      <div className={`card ${styles.above}`}>
        <h2 ref={heading} tabIndex={-1}>
          {name ?? 'Ветка'}
        </h2>
        {person && (
          <>
            <p className="small soft">
              <span className="num">{person.cons_id}</span>, {person.title}, {formatNumber(person.line)}-я линия
            </p>
            <Lead name="ГО ветки" value={<b>{formatTenths(person.group)}</b>} />
            <Lead name="Человек в ветке" value={<b>{formatNumber(person.people)}</b>} />
          </>
        )}
      </div>
    </>
  );
}

/** Going into a line or out of it takes the link away that was followed: the focus goes to its heading. */
function useFocusOnLine(nodeId: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(nodeId);
  useEffect(() => {
    if (last.current === nodeId) return;
    const before = last.current;
    last.current = nodeId;
    if (document.querySelector('dialog[open]')) return;
    const row = document.querySelector<HTMLElement>(`#main [data-person="${before}"]`);
    (heading.current ?? row ?? document.querySelector<HTMLElement>('#main h1'))?.focus();
  }, [nodeId]);
  return heading;
}
