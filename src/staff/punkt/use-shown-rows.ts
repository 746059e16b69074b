import { useState } from 'react';

/** So many rows fill several screens; the search finds all of them. */
const STEP = 60;

/** The first rows, and more of them by a tap: five hundred at once would make every keystroke slow. */
export function useRowWindow<Row>(rows: readonly Row[]): { shown: readonly Row[]; more: (() => void) | null } {
  const [count, setCount] = useState(STEP);
  return { shown: rows.slice(0, count), more: count < rows.length ? () => setCount(count + STEP) : null };
}
