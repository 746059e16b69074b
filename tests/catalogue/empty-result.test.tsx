// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { Provider } from 'jotai';
import { expect, it, vi } from 'vitest';
import { netAtom, seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { readListing } from '#src/features/catalogue/listing-url.rules.ts';
import { EmptyResult } from '#src/features/catalogue/ListNotes.tsx';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import type { SearchAnswer } from '#src/offline/search/search-query.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A list without goods: why, and the next step (docs/product/look.md#feel).

const NOTHING: SearchAnswer = {
  ids: [],
  corrected: null,
  suggestion: null,
  isPartly: false,
  isIllness: false,
  need: null,
};
const department = (id: number, short: string, count: number, parent: number | null = null) => ({
  id,
  parent_id: parent,
  slug: `c-${id}`,
  title: short,
  short,
  count,
});

function draw(search: string, answer: Partial<SearchAnswer> = {}) {
  const { store, rerender, user } = onScreen(null);
  store.set(netAtom, { get: () => Promise.reject(new TypeError('fetch failed')) });
  store.set(seedCatalogueAtom, {
    build: '1', rev: '1', asOf: '', pricesAt: '', total: 3, listed: null, rows: [],
    categories: [department(1, 'Добавки', 71), department(2, 'Дом', 0), department(11, 'Витамины', 10, 1)],
    prices: { v: 1, priceType: 0, id_step: [], price: [], old_price: [], stock: [] },
  }); // prettier-ignore
  const change = vi.fn<ListState['change']>();
  const listing = readListing(search);
  const found = listing.q === '' ? null : { query: listing.q, answer: { ...NOTHING, ...answer } };
  const list = { listing, isCons: false, sort: null, result: null, isCounted: true, found, change };
  rerender(
    <Provider store={store}>
      <EmptyResult list={{ ...list, filters: listing.inStock ? 1 : 0 }} category={null} />
    </Provider>,
  );
  return { change, user };
}

it('a word that the shop has nothing for: what may be typed instead, and the departments that have something', () => {
  draw('?q=айфон');
  expect(screen.getByRole('heading').textContent).toBe('По запросу «айфон» ничего не\u00a0нашлось');
  const look = within(screen.getByRole('navigation', { name: 'Или посмотрите' }));
  expect(look.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/katalog/c-1', 'Добавки71'],
  ]);
});

it('an illness: that supplements treat nothing, and no department of them', () => {
  draw('?q=диабет', { isIllness: true });
  expect(screen.getByRole('heading').textContent).toBe('Добавки не лечат');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('filters that left nothing of what was found: one button takes them off', async () => {
  const { change, user } = draw('?q=магний&stock=1', { ids: [1] });
  expect(screen.queryByRole('navigation')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
  expect(change).toHaveBeenCalledWith(expect.objectContaining({ inStock: false }));
});

it('taken literally in vain: what a free search would find is one tap away', async () => {
  const { change, user } = draw('?q=«vfuybq»', { suggestion: 'магний' });
  await user.click(screen.getByRole('button', { name: 'Показать: магний' }));
  expect(change).toHaveBeenCalledWith({ q: 'магний' });
});
