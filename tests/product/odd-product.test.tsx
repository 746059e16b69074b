// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { Provider } from 'jotai';
import { afterEach, describe, expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { ListRow, ProductDetails } from '#contract/catalogue.ts';
import { netAtom, seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
// Asked for while the page stands: here before the test ends.
import '#src/features/catalogue/sync-in-page.ts';
import '#src/features/sponsor/ask-sponsor.ts';
import '#src/offline/catalogue-sync.ts';
import { DeliveryBlock } from '#src/features/product/DeliveryBlock.tsx';
import { Variants } from '#src/features/product/Variants.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { ProductBySlug } from '#src/screens/ProductBySlug.tsx';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A product of which nearly nothing is known, its variants, and a city that the gazetteer does not know
// (docs/product/catalogue.md#unit-price).

/** What the shop stores of a product that came with a title and a price alone. */
const BARE: ProductDetails = {
  id: 1, subtitle: '', description_html: '', composition: [], nutrients: [], usage: '', contraindications: '', storage: '',
  shelf_life: '', qty_in_pack: null, volume: '', weight: 0, maker: null, sgr: null, age_from: 0, marked: false, docs: [],
  gallery: [], related: [], variants: [], params: [], group_params: '',
}; // prettier-ignore

async function drawProduct(one: ListRow, details: ProductDetails) {
  const { store, rerender, container } = onScreen(null);
  store.set(netAtom, { get: () => Promise.reject(new TypeError('fetch failed')) });
  store.set(seedCatalogueAtom, {
    build: '1', rev: '1', asOf: '2026-11-23T00:00:00Z', pricesAt: '2026-11-23T00:00:00Z', total: 1, listed: null,
    rows: [one], categories: [], details,
    prices: { v: 1, priceType: 0, id_step: [one.id], price: [49_000], old_price: [0], stock: [3] },
  }); // prettier-ignore
  const { hook } = memoryLocation({ path: `/produkt/${one.slug}` });
  await act(async () =>
    rerender(
      <Provider store={store}>
        <Router hook={hook}>
          <Route path="/produkt/:slug">
            <ProductBySlug />
          </Route>
        </Router>
      </Provider>,
    ),
  );
  return container;
}

describe('a product without pictures, pack, category and words', () => {
  const about = document.createElement('meta');
  about.name = 'description';
  afterEach(() => about.remove());

  it('is a page with its title, price and button, and says nothing of what nobody knows', async () => {
    document.head.append(about);
    const page = await drawProduct(row(1, { title: 'Мыло', category_id: 777, form: '' }), BARE);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Мыло');
    expect(within(screen.getByRole('region', { name: 'О товаре' })).getByText(/^490\s₽$/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'В корзину' }).length).toBeGreaterThan(0);
    const path = within(screen.getByRole('navigation', { name: 'Вы здесь' }));
    expect(path.getAllByRole('link').map((link) => link.textContent)).toEqual(['Каталог']);
    expect(screen.queryByRole('button', { name: /фото/i })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Описание' })).toBeNull();
    expect(page.querySelectorAll('details')).toHaveLength(0);
    expect(about.content).toBe('Мыло');
    expect(page.textContent).not.toMatch(/undefined|null|NaN|, $/);
  });
  it('one with pictures alone is named by its title in them', async () => {
    await drawProduct(row(1, { title: 'Мыло', image: 'a1' }), { ...BARE, gallery: ['a1', 'b2'] });
    expect(screen.getByRole('button', { name: 'Увеличить фото 2 из 2' })).toBeTruthy();
    expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toContain('Мыло');
  });
});

describe('variants', () => {
  const vanilla = row(1, { title: 'Коктейль «Утро» ваниль', pack: '300 г' });
  const others = new Map([row(2, { title: 'Коктейль «Утро» шоколад', slug: 'shokolad' })].map((one) => [one.id, one]));
  const draw = (details: Partial<ProductDetails>) =>
    onScreen(<Variants row={vanilla} details={{ ...BARE, ...details }} rowOf={(id) => others.get(id)} />);

  it('say what changes, which one this is, and lead to the others', () => {
    draw({
      group_params: 'ваниль',
      params: [
        { name: 'Вкус', value: 'ваниль' },
        { name: 'Страна', value: 'Россия' },
      ],
      variants: [{ id: 2, params: 'шоколад' }],
    });
    const list = screen.getByRole('list', { name: 'Вкус: другие варианты' });
    expect(within(list).getByText('ваниль').getAttribute('aria-current')).toBe('true');
    expect(within(list).getByRole('link', { name: 'шоколад' }).getAttribute('href')).toBe('/produkt/shokolad');
  });
  it('of a feed that names nothing are told apart by pack and title', () => {
    draw({ variants: [{ id: 2, params: '' }] });
    expect(screen.getByText('300 г', { selector: 'b' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Коктейль «Утро» шоколад' })).toBeTruthy();
  });
  it('that were withdrawn leave no list of one', () => {
    const { container } = draw({ group_params: 'ваниль', variants: [{ id: 99, params: 'мята' }] });
    expect(container.textContent).toBe('');
  });
});

describe('delivery beside the price', () => {
  const inCity = (city: { id: number; name: string } | null) => {
    const { store, rerender } = onScreen(null);
    const { user } = guestSession;
    store.set(sessionStateAtom, {
      ...guestSession,
      known: true,
      uid: '7',
      user: { ...user, isGuest: false, id: 7, city },
    });
    rerender(
      <Provider store={store}>
        <DeliveryBlock grams={110} />
      </Provider>,
    );
    return screen.getByRole('region', { name: 'Доставка' });
  };
  it('names the city, what a parcel to there costs and how long it takes', () => {
    const block = inCity({ id: 3, name: 'Новосибирск' });
    expect(block.textContent).toContain('Доставка: Новосибирск');
    expect(within(block).getByText(/от\s187\s₽, 3\sдня/)).toBeTruthy();
    expect(within(block).getByRole('link', { name: 'Пункты выдачи рядом' }).getAttribute('href')).toBe(
      '/punkty?city=3',
    );
  });
  it('says of a city that the gazetteer does not know that the price comes later, and leads to all points', () => {
    const block = inCity({ id: 9999, name: 'Урюпинск' });
    expect(block.textContent).toContain('Доставка: Урюпинск');
    expect(within(block).getByText(/Этого города нет в нашем списке/)).toBeTruthy();
    expect(block.textContent).not.toContain('₽');
    expect(within(block).getByRole('link', { name: 'Все пункты выдачи' }).getAttribute('href')).toBe('/punkty');
  });
  it('without a city names the least that anybody pays, and asks', () => {
    const block = inCity(null);
    expect(within(block).getByRole('button', { name: 'Выберите город' })).toBeTruthy();
    expect(within(block).getAllByText(/от\s\d+\s₽, от\s\d+\sдн/).length).toBeGreaterThan(0);
  });
});
