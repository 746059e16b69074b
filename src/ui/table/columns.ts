import type { ReactNode } from 'react';
import type { Sortable } from './table.rules.ts';

// What a table is described by (docs/decisions/320).

/** What a row is told about itself: only the row that the keyboard stands on can be reached by Tab. */
export type CellAt = { tabIndex: 0 | -1 };
/** A column without `value` cannot be sorted. */
export type Column<Row> = Sortable<Row> & {
  title: string;
  cell: (row: Row, at: CellAt) => ReactNode;
  /** Figures: at the right edge, of one width. */
  figures?: boolean;
  /** Only where there is room for everything: from 1100 px on. */
  wide?: boolean;
  /** Its cell in the row of totals. */
  total?: ReactNode;
  /**
   * On the phone's card: `head` and `side` share the first line, facts stand side by side below it, each under its name; `plain` has no
   * name before it, `none` is not there.
   */
  card?: 'head' | 'side' | 'fact' | 'plain' | 'none';
};

/** Rows that are ticked, by key. */
export type Choice<Row> = {
  chosen: ReadonlySet<string>;
  onChange: (next: ReadonlySet<string>) => void;
  /** «Выбрать заказ № 30 377». */
  nameOf: (row: Row) => string;
};

/**
 * Rows that stand under each other (role `treegrid`). Whoever knows the tree gives the rows that are open, in their order; the table tells
 * their depth and hands on the arrows.
 */
export type TreeOf<Row> = {
  /** From 1. */
  depthOf: (row: Row) => number;
  /** Undefined: nothing below it. */
  isOpen: (row: Row) => boolean | undefined;
  /** What a key does on a row: null leaves it to the table; a number is the row to go to. */
  onKey: (key: string, index: number) => number | 'done' | null;
};
