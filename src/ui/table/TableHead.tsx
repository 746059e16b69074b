import { Icon } from '../Icon.tsx';
import { Select } from '../Select.tsx';
import type { Choice, Column } from './columns.ts';
import type { Sort } from './table.rules.ts';
import styles from './Table.module.css';

type All<Row> = { choice: Choice<Row>; keys: readonly string[] };
type Props<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (key: string) => void;
  all: All<Row> | undefined;
};
const DIRECTION = { asc: 'ascending', desc: 'descending' } as const;

export function TableHead<Row>({ columns, sort, onSort, all }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {all && <TickAll {...all} />}
        {columns.map(({ key, title, value, figures, wide }) => {
          const turned = sort?.key === key ? sort.dir : null;
          return (
            <th
              key={key}
              scope="col"
              aria-sort={value ? (turned ? DIRECTION[turned] : 'none') : undefined}
              className={`${figures ? styles.figures : ''} ${wide ? styles.wide : ''}`}
            >
              {value ? (
                <button type="button" className={styles.sort} onClick={() => onSort(key)}>
                  {title}
                  <Icon name="down" size={16} className={turned ? styles[turned] : styles.still} />
                </button>
              ) : (
                title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** All rows of the table, or none; a dash while some are ticked. */
function TickAll<Row>({ choice, keys }: All<Row>) {
  const count = keys.filter((key) => choice.chosen.has(key)).length;
  const isAll = count === keys.length;
  return (
    <th scope="col" className={styles.tick}>
      <label className={styles.box}>
        <input
          type="checkbox"
          aria-label="Выбрать все"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll;
          }}
          onChange={() => choice.onChange(new Set(isAll ? [] : keys))}
        />
      </label>
    </th>
  );
}

type CardProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | null; onSort: (next: Sort) => void };
/** Cards have no head to press: a list of the same orders stands above them. */
export function CardSort<Row>({ columns, sort, onSort }: CardProps<Row>) {
  const sortable = columns.filter(({ value }) => value);
  if (sortable.length === 0) return null;
  return (
    <Select
      className={styles.cardSort}
      aria-label="Сортировка"
      value={sort ? `${sort.key} ${sort.dir}` : ''}
      onChange={({ target }) => {
        const [key = '', dir] = target.value.split(' ');
        if (key) onSort({ key, dir: dir === 'desc' ? 'desc' : 'asc' });
      }}
    >
      {!sort && <option value="">По порядку</option>}
      {sortable.flatMap(({ key, title }) => [
        <option key={`${key} asc`} value={`${key} asc`}>
          {title}, по возрастанию
        </option>,
        <option key={`${key} desc`} value={`${key} desc`}>
          {title}, по убыванию
        </option>,
      ])}
    </Select>
  );
}
