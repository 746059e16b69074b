/**
 * On a list nothing may be asked for that the first cards do not need, however slow the network
 * (docs/product/start.md#first-load).
 */
const PATIENCE_MS = 6000;

/** The whole list without a choice: the only one whose first cards are known before the whole catalogue is. */
export const isPlainList = (): boolean =>
  typeof location !== 'undefined' && /^\/katalog\/?$/.test(location.pathname) && location.search === '';

/** After the frame that shows what has just been set. */
export const nextFrame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/**
 * Runs `work` in an idle moment: on the plain list after its first cards are drawn (ProductGrid marks it), elsewhere at once.
 * A category or a query has no first cards: its list waits for the whole catalogue.
 */
export function afterFirstCards(work: () => void): void {
  const isDue = (): boolean =>
    !isPlainList() || performance.getEntriesByName('cards-24').length > 0 || performance.now() > PATIENCE_MS;
  const look = (): void => {
    if (!isDue()) setTimeout(look, 100);
    // Safari has no requestIdleCallback.
    else if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 });
    else setTimeout(work, 300);
  };
  look();
}

/** The same as a promise; at once where there is no page. */
export const firstCardsDrawn = (): Promise<void> =>
  typeof location === 'undefined' ? Promise.resolve() : new Promise(afterFirstCards);
