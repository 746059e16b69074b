// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'jotai';
import { expect, it } from 'vitest';
import type { ListRow } from '#contract/catalogue.ts';
import { netAtom, seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { BuyAgain } from '#src/screens/ShopFront/BuyAgain.tsx';
import { cancelled, CLIENT, item, order, paid, row as orderRow, said } from '#tests/orders/order-on-screen.tsx';
import { row } from '#tests/support/list-row.ts';
import { memoryStores, type MemoryStores } from '#tests/support/memory-stores.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// «Купить снова» on the front: of the person's own last orders, as the phone keeps them (docs/product/catalogue.md#looked-at).

const LIST = '/api/order/fetch-orders';
type Shop = Record<string, { http: number; body: unknown }>;
const bought = (id: number, products: readonly number[]) =>
  said({ order: order(id, { items: products.map((product) => item(product, { product_id: product })) }) });
/** Newest first: 4 is cancelled, 3 and 2 are the last two that stand, 1 is too long ago. */
const SHOP: Shop = {
  [LIST]: said({
    orders: [
      orderRow(4, { status: cancelled.status! }),
      orderRow(3),
      orderRow(2, { status: paid.status! }),
      orderRow(1),
    ],
    total: 4,
    counts: { all: 4 },
  }),
  '/api/order/4': bought(4, [9]),
  '/api/order/3': bought(3, [5, 6]),
  '/api/order/2': bought(2, [6, 7, 8]),
  '/api/order/1': bought(1, [10]),
};
const TITLES = ['пять', 'шесть', 'семь', 'восемь', 'девять', 'десять'];

/** The front of a person on a phone that remembers `stores`; product 8 is sold out. */
async function open(
  shop: Shop | null,
  { stores = memoryStores(), uid = '7' }: { stores?: MemoryStores; uid?: string } = {},
) {
  const drawn = onScreen(null, ({ path }) => shop?.[path] ?? null);
  const { store, rerender } = drawn;
  store.set(storesAtom, stores);
  store.set(netAtom, { get: () => new Promise(() => {}) });
  store.set(seedCatalogueAtom, {
    build: '1', rev: '1', asOf: '', pricesAt: '', total: 6, listed: null, categories: [],
    rows: TITLES.map((title, at) => row(5 + at, { title })),
    prices: { v: 1, priceType: 0, id_step: [5, 1, 1, 1, 1, 1], price: Array(6).fill(10_000), old_price: Array(6).fill(0), stock: [3, 3, 3, 0, 3, 3] },
  }); // prettier-ignore
  const isGuest = uid === 'guest';
  store.set(sessionStateAtom, {
    ...guestSession,
    known: true,
    uid,
    user: isGuest ? guestSession.user : { ...CLIENT, id: Number(uid) },
  });
  await act(async () =>
    rerender(
      <Provider store={store}>
        <BuyAgain renderCard={(one: ListRow) => <p>{one.title}</p>} />
      </Provider>,
    ),
  );
  return drawn;
}
const region = () => screen.findByRole('region', { name: 'Купить снова' });
const cards = (all: HTMLElement) => [...all.querySelectorAll('p')].map((one) => one.textContent);

it('shows what the last two standing orders held, each once, without what is sold out or was cancelled', async () => {
  await open(SHOP);
  const all = await region();
  await waitFor(() => expect(cards(all)).toEqual(['пять', 'шесть', 'семь']));
  expect(within(all).getByRole('link', { name: 'Все заказы' }).getAttribute('href')).toBe('/user/orders');
});

it('stands without a signal, of what this phone keeps; the next person of the phone sees none of it', async () => {
  const stores = memoryStores();
  const first = await open(SHOP, { stores });
  await waitFor(async () => expect(cards(await region())).toHaveLength(3));
  first.unmount();
  const offline = await open(null, { stores });
  await waitFor(async () => expect(cards(await region())).toEqual(['пять', 'шесть', 'семь']));
  // A logout in this tab: the row goes with its person.
  act(() => offline.store.set(sessionStateAtom, { ...guestSession, known: true }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  offline.unmount();
  await open(null, { stores, uid: '8' });
  expect(screen.queryByRole('region')).toBeNull();
});

it('is gone from a phone whose own database a logout has emptied', async () => {
  const stores = memoryStores();
  const first = await open(SHOP, { stores });
  await waitFor(async () => expect(cards(await region())).toHaveLength(3));
  first.unmount();
  await (await stores.person('7')).clear();
  await open(null, { stores });
  expect(screen.queryByRole('region')).toBeNull();
});

it('asks nothing for a guest, and is absent where nothing was bought', async () => {
  const { asked, unmount } = await open(SHOP, { uid: 'guest' });
  expect(asked).toEqual([]);
  unmount();
  const none = await open({ [LIST]: said({ orders: [], total: 0, counts: {} }) });
  await waitFor(() => expect(none.asked.map(({ path }) => path)).toEqual([LIST]));
  expect(screen.queryByRole('region')).toBeNull();
});
