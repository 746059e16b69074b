import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { rowAfterKey } from './table.rules.ts';

/** Where the focus of a row goes: to what opens it, else to the row. */
export const OPENER = 'data-opens-row';
const FIELDS = 'input:not([type="checkbox"]), select, textarea, [contenteditable]';

/**
 * Arrows, Page Up and Down, Home and End move between rows; Tab reaches one row only. Enter is the link's own.
 * A row that is not drawn yet is scrolled to first and focused when it is there.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
  onTreeKey?: (key: string, index: number) => number | 'done' | null,
) {
  const [active, setActive] = useState(0);
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${awaited.current}"]`);
    if (!row) return;
    awaited.current = null;
    (row.querySelector<HTMLElement>(`[${OPENER}]`) ?? row).focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A star needs Shift on most keyboards.
    if (event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && event.key !== '*')) return undefined;
    if ((event.target as HTMLElement).matches(FIELDS)) return undefined;
    const done = onTreeKey?.(event.key, active) ?? null;
    if (done === 'done') return event.preventDefault();
    const to = done ?? rowAfterKey(event.key, active, count);
    if (to === null) return undefined;
    event.preventDefault();
    awaited.current = to;
    scrollTo(to);
    setActive(to);
    return undefined;
  };
  /** Whatever of a row is clicked or focused, the keyboard goes on from there. */
  const onFocus = (event: { target: EventTarget }) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (row) setActive(Number(row.dataset['row']));
  };
  return { active: Math.min(active, Math.max(count - 1, 0)), onKeyDown, onFocus };
}
