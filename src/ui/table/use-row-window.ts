import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to so many rows all are in the page: search on the page and printing find every one. */
export const ALL_ROWS_UNTIL = 200;
/** A first guess, of a row and of a card; each is measured once it is there. */
const ROW_PX = 45;

export type RowWindow = {
  /** Numbers of the rows that are drawn. */
  shown: readonly number[];
  /** What the rows that are not drawn take up. */
  above: number;
  below: number;
  measure: ((row: Element | null) => void) | undefined;
  scrollTo: (index: number) => void;
};

/**
 * Of a long table only the rows near the screen are drawn. The page scrolls, not the table. The library's object changes without telling
 * React, so it stays in here (docs/decisions/320).
 */
export function useRowWindow(count: number, body: RefObject<HTMLElement | null>): RowWindow {
  const isLong = count > ALL_ROWS_UNTIL;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (isLong && body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isLong, body]);
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: top,
  });
  if (!isLong)
    return { shown: Array.from({ length: count }, (_, i) => i), above: 0, below: 0, measure: undefined, scrollTo() {} };
  const drawn = rows.getVirtualItems();
  return {
    shown: drawn.map(({ index }) => index),
    above: (drawn[0]?.start ?? top) - top,
    below: rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top),
    measure: rows.measureElement,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  };
}
