import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ListRow } from '#contract/catalogue.ts';
import { cellsToDraw, gridShape, type GridShape, type Range, visibleRows } from '#src/features/catalogue/grid.rules.ts';
import type { ListPosition, ListView } from '#src/features/catalogue/list-position.ts';
import { useHydrating } from '#src/platform/display/use-hydrating.ts';
import styles from './ProductGrid.module.css';

/** As many as the server draws: the rows of the first shard. */
const RENDERED = 24;

type Props = {
  rows: readonly ListRow[];
  /** Names the list in the URL: another list starts at its top, Back finds its place again. */
  listKey: string;
  label: string;
  renderCard: (row: ListRow, index: number) => ReactNode;
};

/**
 * One ruled sheet of any length with at most a few dozen cards in the document (docs/product/start.md#catalogue-of-10000:
 * 800 nodes).
 */
export function ProductGrid({ rows, listKey, label, renderCard }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<GridShape | null>(null);
  const [range, setRange] = useState<Range>({ first: 0, last: 3 });
  const [focused, setFocused] = useState<number | null>(null);
  // In a rendered page the style sheet places the cells, in the same measures to half a pixel a row; then this does.
  const isFlow = useHydrating() && !shape;
  const rowCount = shape ? Math.ceil(rows.length / shape.columns) : 0;

  const look = useCallback(() => {
    if (!shape || !box.current) return;
    const next = rangeIn(box.current, shape, rowCount);
    setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, [shape, rowCount]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const next = gridShape(innerWidth, element.clientWidth, rem);
      setShape((now) =>
        now?.columns === next.columns && now.cellWidth === next.cellWidth && now.rowHeight === next.rowHeight
          ? now
          : next,
      );
      return next;
    };
    const first = measure();
    // A rendered page may be scrolled and may hold the focus already: what is on the screen stays in the document.
    setRange(rangeIn(element, first, Math.ceil((element.childElementCount || Infinity) / first.columns)));
    setFocused(cellOf(document.activeElement));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(look, [look]);
  const hasCards = rows.length > 0;
  // What the benchmark waits for: the data of the first 24 cards are drawn (bench/browser.ts).
  useEffect(() => void (hasCards && performance.mark('cards-24')), [hasCards]);
  useEffect(() => {
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [look]);

  const position = useRef<ListPosition>(null);
  const view = useRef<ListView>(null);
  useLayoutEffect(() => {
    if (!shape) return;
    view.current = { rows, shape, listKey };
    position.current?.show(view.current);
  }, [rows, shape, listKey]);
  useEffect(() => {
    let isGone = false;
    void import('#src/features/catalogue/list-position.ts').then(({ keepPosition }) => {
      if (!isGone && box.current && view.current) position.current = keepPosition(box.current, view.current);
    });
    return () => {
      isGone = true;
      position.current?.stop();
    };
  }, []);

  const cells = useMemo(
    () => (shape ? cellsToDraw(shape, rows.length, range, focused) : isFlow ? FIRST_CELLS : []),
    [shape, rows.length, range, focused, isFlow],
  );
  const height = shape ? rowCount * shape.rowHeight - 1 : undefined;
  return (
    // Only listens where the focus is, so that its card stays in the document.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={box}
      id="goods"
      tabIndex={-1}
      aria-label={label}
      className={isFlow ? `${styles.grid} ${styles.flow}` : styles.grid}
      style={shape ? { height } : undefined}
      onFocus={(event) => setFocused(cellOf(event.target) ?? 0)}
      onBlur={() => setFocused(null)}
    >
      {cells.map((index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <div key={row.id} data-cell={index} className={styles.cell} style={shape ? placeOf(index, shape) : undefined}>
            {renderCard(row, index)}
          </div>
        );
      })}
    </section>
  );
}

const FIRST_CELLS = Array.from({ length: RENDERED }, (_, index) => index);

function rangeIn(element: Element, shape: GridShape, rowCount: number): Range {
  const { top } = element.getBoundingClientRect();
  return visibleRows(shape, rowCount, -top, innerHeight - top);
}

/** Whole pixels: a hairline between two cells never blurs. */
function placeOf(index: number, { columns, cellWidth, rowHeight }: GridShape) {
  const column = index % columns;
  const x = Math.round(column * (cellWidth + 1));
  const y = Math.floor(index / columns) * rowHeight;
  return {
    width: Math.round((column + 1) * (cellWidth + 1)) - 1 - x,
    height: rowHeight - 1,
    transform: `translate(${x}px, ${y}px)`,
  };
}

const cellOf = (element: Element | null): number | null => {
  const index = element?.closest<HTMLElement>('[data-cell]')?.dataset.cell;
  return index === undefined ? null : Number(index);
};
