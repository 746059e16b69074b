// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { atom } from 'jotai';
import { beforeEach, expect, it, vi } from 'vitest';
import type { User as Person } from '#contract/session.ts';
import { netAtom, seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { guestSession, type Session } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { Today } from '#src/screens/User/Today.tsx';
import { CLIENT, paid, row as orderRow, said } from '#tests/orders/order-on-screen.tsx';
import { row } from '#tests/support/list-row.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user «Кабинет»: what matters today; a block without data is absent (docs/decisions/272-cabinet-of-today.md).

const hearts = vi.hoisted(() => ({ back: [] as number[] }));
vi.mock(import('#src/features/favourites/hearts-back.atoms.ts'), async (original) => ({
  ...(await original()),
  heartsBackAtom: atom((): readonly number[] => hearts.back),
}));
// The look at the courses has ended: nobody has begun one.
vi.mock(import('#src/features/education/use-education.ts'), () => ({ useEducation: () => true }));
beforeEach(() => {
  hearts.back = [];
});

const ORDERS = '/api/order/fetch-orders';
const NOW = '/api/network/now';
type Shop = Record<string, { http: number; body: unknown } | null>;
const orders = (...list: ReturnType<typeof orderRow>[]) =>
  said({ orders: list, total: list.length, counts: { all: list.length } });
const CONSULTANT: Person = { ...CLIENT, role: 'cons', isCons: true, cons_id: '01000157', price_type: 1 };
const volumes = said({
  period: 202611,
  as_of: '2026-11-22T11:00:00.000Z',
  own: 47.5,
  group: 2340,
  active: true,
  rung: { id: 5, name: 'Менеджер', percent: 14 },
  next: { id: 6, name: 'Старший менеджер', percent: 17, missing: 660 },
  title: 5,
  line1: { people: 9, active: 8 },
  structure: { people: 60, active: 34 },
  forecast: { bonus: 651_938, own: 29_925, branches: 622_013, leader: 0 },
});

async function open(
  shop: Shop,
  { user = CLIENT as Person, stores = memoryStores(), more = {} as Partial<Session> } = {},
) {
  const drawn = onScreen(
    <Today waiting={<p>ждём</p>}>
      <p>остальное</p>
    </Today>,
    ({ path }) => shop[path] ?? null,
  );
  drawn.store.set(storesAtom, stores);
  // The list is on its way: one that failed would say that there is no network, on a slow machine in the midst of a test.
  drawn.store.set(netAtom, { get: () => new Promise(() => {}) });
  await act(async () =>
    drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: String(user.id), user, ...more }),
  );
  await screen.findByText('остальное');
  return { ...drawn, stores };
}
const blocks = () => screen.queryAllByRole('region').map((one) => within(one).getAllByRole('heading')[0]!.textContent);

it('nothing to tell: no block, and no number that nobody has', async () => {
  const { container } = await open({ [ORDERS]: orders() });
  expect(blocks()).toEqual([]);
  expect(container.textContent).not.toMatch(/\d/);
});

it('orders that wait for money or are on their way, three of them at most; those that have ended are the list’s', async () => {
  const received = { ...paid.status!, id: 6, name: 'Получен' };
  await open({
    [ORDERS]: orders(orderRow(6), orderRow(5, { status: received }), orderRow(4), orderRow(3), orderRow(2)),
  });
  const block = screen.getByRole('region', { name: 'Заказы' });
  expect(
    within(block)
      .getAllByRole('article')
      .map((one) => within(one).getByRole('link').getAttribute('href')),
  ).toEqual(['/user/orders/6', '/user/orders/4', '/user/orders/3']);
  expect(
    within(block)
      .getByRole('link', { name: /Все заказы, в\sработе 4/ })
      .getAttribute('href'),
  ).toBe('/user/orders');
});

it('hearts that are back, with their price; accounts, once something stands on one of them', async () => {
  hearts.back = [1, 77];
  const drawn = await open(
    { [ORDERS]: orders() },
    { more: { balances: [0, 1, 2].map((type) => ({ account_type: type, amount: type === 2 ? 70_000 : 0 })) } },
  );
  act(() =>
    drawn.store.set(seedCatalogueAtom, {
      build: '1', rev: '1', asOf: '', pricesAt: '', total: 1, listed: null, categories: [], rows: [row(1, { title: 'Крем «Роса»' })],
      prices: { v: 1, priceType: 0, id_step: [1], price: [79_000], old_price: [0], stock: [3] },
    }),
  ); // prettier-ignore
  expect(blocks()).toEqual(['Снова в наличии', 'Счета']);
  const back = within(screen.getByRole('region', { name: 'Снова в наличии' }));
  expect(back.getAllByRole('listitem').map((one) => one.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Крем «Роса»790 ₽',
  ]);
  const accounts = within(screen.getByRole('region', { name: 'Счета' }));
  expect(accounts.getAllByRole('listitem')).toHaveLength(3);
  expect(accounts.getByRole('link', { name: 'История' }).getAttribute('href')).toBe('/user/account');
});

it('the month of a consultant with its volumes; without a signal the last ones, with their date', async () => {
  const shop: Shop = { [ORDERS]: orders(), [NOW]: volumes };
  const { store, stores, unmount } = await open(shop, { user: CONSULTANT });
  const period = screen.getByRole('region', { name: /, до конца периода$/ });
  await waitFor(() => expect(period.textContent).toMatch(/ЛО личный объём47,5активныГО групповой2\s340/));
  expect(period.textContent).toMatch(
    /660\sбаллов ГО до статуса «Старший менеджер»\. Для звания ещё: ЛО от 50, 3 активных в 1-й линии\./,
  );
  expect(within(period).getByRole('link', { name: 'Бизнес' }).getAttribute('href')).toBe('/user/business');
  expect(period.textContent).not.toContain('данные');
  act(() => goOffline(store));
  await waitFor(() => expect(period.textContent).toMatch(/данные (на|от)/));
  unmount();
  await open({}, { user: CONSULTANT, stores });
  const again = screen.getByRole('region', { name: /, до конца периода$/ });
  await waitFor(() => expect(again.textContent).toMatch(/47,5.*данные (на|от)/));
});

it('volumes that nobody has told are said so; a client has no month', async () => {
  await open({ [ORDERS]: orders() }, { user: CONSULTANT });
  const period = screen.getByRole('region', { name: /, до конца периода$/ });
  await waitFor(() => expect(period.textContent).toMatch(/интернет/));
  expect(period.textContent).not.toContain('ЛО');
});

it('a shop that turns the volumes away: a sentence of its own, and a button that asks again', async () => {
  const shop: Shop = {
    [ORDERS]: orders(),
    [NOW]: { http: 503, body: { status: 'error', code: 'server_error', message: 'Сервис временно не доступен.' } },
  };
  const { user } = await open(shop, { user: CONSULTANT });
  const period = screen.getByRole('region', { name: /, до конца периода$/ });
  const again = await within(period).findByRole('button', { name: 'Повторить' });
  expect(within(period).getByText(/^Объёмы пока не.загрузились\. Сервис временно не доступен\.$/)).toBeTruthy();
  expect(within(period).queryByRole('link', { name: 'Бизнес' })).toBeNull();
  shop[NOW] = volumes;
  await user.click(again);
  await waitFor(() => expect(period.textContent).toContain('ЛО'));
});
