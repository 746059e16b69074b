// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { expect, it, vi } from 'vitest';
import { countFilters, readListing } from '#src/features/catalogue/listing-url.rules.ts';
import { SearchNote } from '#src/features/catalogue/ListNotes.tsx';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import type { SearchAnswer } from '#src/offline/search/search-query.ts';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A new query and the filters of the last one (docs/product/catalogue.md#search).

const FOUND: SearchAnswer = {
  ids: [1, 2],
  corrected: null,
  suggestion: null,
  isPartly: false,
  isIllness: false,
  need: null,
};
/** The list of an address: `fits` of what the search has found stand the filters. */
function stateOf(search: string, fits: number, answer: Partial<SearchAnswer> = {}) {
  const listing = readListing(search);
  const change = vi.fn<ListState['change']>();
  const result = { rows: Array.from({ length: fits }, (_, at) => row(at + 1)) } as unknown as ListState['result'];
  const found = { query: listing.q, answer: { ...FOUND, ...answer } };
  const list: ListState = { listing, isCons: false, sort: null, filters: countFilters(listing), result, isCounted: true, found, change }; // prettier-ignore
  return { list, change };
}
function draw(state: ReturnType<typeof stateOf>) {
  const drawn = onScreen(<SearchNote list={state.list} />);
  /** The address has changed. */
  const follow = (next: ReturnType<typeof stateOf>) =>
    drawn.rerender(
      <Provider store={drawn.store}>
        <SearchNote list={next.list} />
      </Provider>,
    );
  return { ...drawn, follow };
}

it('filters that would leave nothing of a new query go, it says so, and they come back by a tap', async () => {
  const narrowed = stateOf('?q=магний&form=спрей&stock=1', 0);
  const { follow, user } = draw(narrowed);
  expect(narrowed.change.mock.calls).toEqual([
    [expect.objectContaining({ forms: [], inStock: false, priceMin: null, priceMax: null }), { replace: true }],
  ]);
  const bare = stateOf('?q=магний', 2);
  follow(bare);
  expect(screen.getByRole('status').textContent).toContain('поэтому они сняты');
  await user.click(screen.getByRole('button', { name: 'Вернуть фильтры' }));
  expect(bare.change).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ forms: ['спрей'], inStock: true }));
  // Back with them: their empty list says so itself, and nothing is taken away a second time.
  const back = stateOf('?q=магний&form=спрей&stock=1', 0);
  follow(back);
  expect(back.change).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});

it('filters that leave something stay', () => {
  const state = stateOf('?q=магний&stock=1', 1);
  draw(state);
  expect(state.change).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});

it('a query without an answer takes nothing away: there is nothing to show for it', () => {
  const state = stateOf('?q=велосипед&stock=1', 0, { ids: [] });
  draw(state);
  expect(state.change).not.toHaveBeenCalled();
});

it('filters chosen under a query that had been answered stay, whatever they leave', () => {
  const { follow } = draw(stateOf('?q=магний', 2));
  const narrowed = stateOf('?q=магний&form=спрей', 0);
  follow(narrowed);
  expect(narrowed.change).not.toHaveBeenCalled();
});

it('a price that was asked for in words is offered as the filter that it is', async () => {
  const price = { priceMin: null, priceMax: 1500, rest: 'подарок' };
  const asked = stateOf('?q=подарок до 1500', 10, { price });
  const { follow, user } = draw(asked);
  expect(screen.getByRole('status').textContent).toMatch(/Показать только\sдо\s1\s500\s₽\?/);
  await user.click(screen.getByRole('button', { name: /до\s1\s500/ }));
  expect(asked.change).toHaveBeenCalledExactlyOnceWith({ q: 'подарок', priceMin: null, priceMax: 1500 });
  follow(stateOf('?q=подарок&price=-1500', 3));
  expect(screen.queryByRole('status')).toBeNull();
});
