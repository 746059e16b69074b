import type { ListRow } from '#contract/catalogue.ts';
import type { GridShape } from '#src/features/catalogue/grid.rules.ts';

// The app keeps the place of a whole screen (src/app/scroll-memory.ts). Here: the place inside the list while it stays on
// the screen, when filters change (and come back with Back) and when a new revision of the catalogue arrives. Loaded after
// the first cards: nobody can have moved before.

export type ListView = { rows: readonly ListRow[]; shape: GridShape; listKey: string };
export type ListPosition = { show(view: ListView): void; stop(): void };
/** Room for the sticky head above the list's first row. */
const HEAD = 160;

export function keepPosition(box: HTMLElement, first: ListView): ListPosition {
  let view = first;
  let isBack = false;
  const places = new Map<string, number>();
  let anchor: { id: number; offset: number } | null = null;

  const keep = () => {
    const { rows, shape, listKey } = view;
    places.set(listKey, scrollY);
    const top = box.getBoundingClientRect().top;
    const row = Math.max(0, Math.floor(-top / shape.rowHeight));
    const card = rows[row * shape.columns];
    anchor = top < 0 && card ? { id: card.id, offset: top + row * shape.rowHeight } : null;
  };
  const onPop = () => {
    isBack = true;
  };
  const onPush = () => {
    isBack = false;
  };
  keep();
  addEventListener('scroll', keep, { passive: true });
  addEventListener('popstate', onPop);
  // wouter tells every push of the history by this event.
  addEventListener('pushState', onPush);

  return {
    /** Call in a layout effect, when the grid has the height of the new list. */
    show(next) {
      const before = view;
      view = next;
      if (before.listKey !== next.listKey) {
        const kept = isBack ? places.get(next.listKey) : undefined;
        const top = box.getBoundingClientRect().top + scrollY - HEAD;
        if (kept !== undefined) scrollTo({ top: kept, behavior: 'instant' });
        else if (scrollY > top) scrollTo({ top: Math.max(0, top), behavior: 'instant' });
        isBack = false;
        anchor = null;
      } else if (anchor && before.rows !== next.rows) {
        // A new revision: the card the person looks at stays where it is.
        const { id, offset } = anchor;
        const index = next.rows.findIndex((row) => row.id === id);
        const y = box.getBoundingClientRect().top + Math.floor(index / next.shape.columns) * next.shape.rowHeight;
        if (index >= 0 && Math.abs(y - offset) > 1) scrollBy({ top: y - offset, behavior: 'instant' });
      }
    },
    stop() {
      removeEventListener('scroll', keep);
      removeEventListener('popstate', onPop);
      removeEventListener('pushState', onPush);
    },
  };
}
