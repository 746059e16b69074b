import type { Choice, Column, TreeOf } from './columns.ts';
import styles from './Table.module.css';

type Props<Row> = {
  row: Row;
  rowKey: string;
  index: number;
  columns: readonly Column<Row>[];
  choice: Choice<Row> | undefined;
  tree: TreeOf<Row> | undefined;
  isActive: boolean;
  isMarked: boolean;
  measure: ((row: Element | null) => void) | undefined;
};

const CARD = { head: styles.head, side: styles.side, fact: styles.fact, plain: styles.plain, none: styles.none };

/** One row, on the phone one card. */
export function TableRow<Row>({ row, rowKey, index, columns, choice, tree, isActive, isMarked, measure }: Props<Row>) {
  const at = { tabIndex: isActive ? 0 : -1 } as const;
  const isChosen = choice?.chosen.has(rowKey) ?? false;
  const toggle = () => {
    if (!choice) return;
    const next = new Set(choice.chosen);
    if (!next.delete(rowKey)) next.add(rowKey);
    choice.onChange(next);
  };
  return (
    <tr
      ref={measure}
      data-row={index}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={choice ? isChosen : undefined}
      aria-level={tree?.depthOf(row)}
      aria-expanded={tree?.isOpen(row)}
      tabIndex={-1}
      className={`${isMarked ? styles.marked : ''} ${isChosen ? styles.chosen : ''}`}
    >
      {choice && (
        <td className={styles.tick}>
          <label className={styles.box}>
            <input type="checkbox" aria-label={choice.nameOf(row)} checked={isChosen} onChange={toggle} {...at} />
          </label>
        </td>
      )}
      {columns.map(({ key, title, cell, figures, wide, card }) => (
        <td
          key={key}
          role={tree && 'gridcell'}
          data-name={title}
          className={`${figures ? `${styles.figures} num` : ''} ${wide ? styles.wide : ''} ${card ? CARD[card] : ''}`}
        >
          {cell(row, at)}
        </td>
      ))}
    </tr>
  );
}
