import { type RefObject, useEffect, useState } from 'react';

/** Where a row that slides sideways stands. `isFit`: everything is in view, there is nothing to slide. */
export type SlidesAt = { isFirst: boolean; isLast: boolean; isFit: boolean };
/** As it is drawn before it has been measured. */
const START: SlidesAt = { isFirst: true, isLast: false, isFit: false };
/** Part pixels of a zoomed page. */
const SLACK_PX = 2;

/**
 * Follows a row that scrolls sideways, and lets ← → Home End go from card to card: to the first link of the next one.
 * A field inside a card keeps its own arrows.
 */
export function useSlides(ref: RefObject<HTMLElement | null>): { at: SlidesAt; turn: (pages: 1 | -1) => void } {
  const [at, setAt] = useState(START);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const measure = () => {
      const rest = row.scrollWidth - row.clientWidth;
      const next = {
        isFirst: row.scrollLeft <= SLACK_PX,
        isLast: row.scrollLeft >= rest - SLACK_PX,
        isFit: rest <= SLACK_PX,
      };
      setAt((before) =>
        before.isFirst === next.isFirst && before.isLast === next.isLast && before.isFit === next.isFit ? before : next,
      );
    };
    const left = new AbortController();
    row.addEventListener('scroll', measure, { passive: true, signal: left.signal });
    row.addEventListener('keydown', (event) => goByKey(event, row), { signal: left.signal });
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    return () => {
      left.abort();
      observer.disconnect();
    };
  }, [ref]);
  const turn = (pages: 1 | -1) => {
    const row = ref.current;
    const cell = row?.firstElementChild?.clientWidth ?? 0;
    // One card of the last page stays in view: where one has been is seen.
    row?.scrollBy({ left: pages * Math.max(cell, row.clientWidth - cell) });
  };
  return { at, turn };
}

const STEPS: Readonly<Record<string, (i: number, last: number) => number>> = {
  ArrowRight: (i, last) => Math.min(i + 1, last),
  ArrowLeft: (i) => Math.max(i - 1, 0),
  Home: () => 0,
  End: (_i, last) => last,
};

function goByKey(event: KeyboardEvent, row: HTMLElement): void {
  const step = STEPS[event.key];
  const target = event.target as HTMLElement;
  if (!step || event.altKey || event.ctrlKey || event.metaKey || target.closest('input, textarea, select')) return;
  const cells = [...row.children];
  const here = cells.findIndex((cell) => cell.contains(target));
  if (here < 0) return;
  const links = cells[step(here, cells.length - 1)]?.querySelectorAll<HTMLElement>('a[href]:not([tabindex="-1"])');
  if (!links?.[0]) return;
  event.preventDefault();
  links[0].focus();
}
