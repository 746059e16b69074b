// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isReadonlyAtom } from '#src/features/cart/cart.atoms.ts';
import { boardAtom, draftAtom, startingBoard, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { NOTHING_READ } from '#src/sync-client/client.types.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';
import { showSyncAtom, syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { pulledCart } from '#tests/checkout/cart-of-one.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /checkout without a cart: what stands there before and after it is known; docs/product/checkout.md.

const NOTHING = { status: 'error', code: 'not_found', message: 'Не найдено' };
const ONE = { ...NOTHING_READ, uid: '7', isRead: true };

/** `pull` is ended by hand: the shop answers when the test says so. */
async function open() {
  const drawn = onScreen(<CheckoutPage picture={() => null} confirm={() => null} />, () => ({
    http: 200,
    body: NOTHING,
  }));
  const ends: (() => void)[] = [];
  const client = { pull: () => new Promise<void>((end) => void ends.push(end)) } as unknown as SyncClient;
  drawn.store.set(syncClientAtom, { load: async () => client });
  const user = { ...guestSession.user, isGuest: false, id: 7, name: 'Анна Иванова', role: 'client' as const };
  await act(async () => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  await waitFor(() => expect(drawn.store.get(draftAtom)).not.toBeNull());
  const answer = () => act(async () => ends.forEach((end) => end()));
  return { ...drawn, ends, answer };
}
const sum = () => screen.queryByText(/^0\s₽$/);
const heading = (name: string) => screen.queryByRole('heading', { name });

it('draws no sum of 0 ₽ while the cart is on its way, and says that there is nothing to order once it has come', async () => {
  const { store, ends } = await open();
  await act(async () => store.set(showSyncAtom, ONE, new Set()));
  await waitFor(() => expect(ends).not.toEqual([]));
  expect(sum()).toBeNull();
  expect(heading('Оформление заказа')).toBeNull();
  await act(async () => store.set(showSyncAtom, { ...ONE, bases: pulledCart(true) }, new Set()));
  expect(heading('Заказывать пока нечего')).not.toBeNull();
  expect(sum()).toBeNull();
});

it('a cart that comes later is the order', async () => {
  const { store } = await open();
  await act(async () => store.set(showSyncAtom, ONE, new Set()));
  await act(async () => store.set(showSyncAtom, { ...ONE, bases: pulledCart() }, new Set()));
  expect(screen.getAllByText(/790\s₽/).length).toBeGreaterThan(0);
});

it('whose goods are all sold out is no order of 0 ₽', async () => {
  const { store } = await open();
  await act(async () => store.set(showSyncAtom, ONE, new Set()));
  await act(async () => store.set(showSyncAtom, { ...ONE, bases: pulledCart('gone') }, new Set()));
  expect(heading('Товары из корзины закончились')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Вернуться в корзину' }).getAttribute('href')).toBe('/cart');
  expect(screen.queryByRole('button', { name: /Оформить заказ|К доставке/ })).toBeNull();
  expect(sum()).toBeNull();
});

it('without a signal, on a phone that has never held it, it says so instead of waiting for ever', async () => {
  const { store, ends, answer } = await open();
  goOffline(store);
  await act(async () => store.set(showSyncAtom, ONE, new Set()));
  await waitFor(() => expect(ends).not.toEqual([]));
  await answer();
  expect(heading('Корзина ещё не загружена на этот телефон')).not.toBeNull();
  expect(sum()).toBeNull();
});

it('a blocked account is told why it cannot order and whom to ask, never to add a product', async () => {
  const { store } = await open();
  await act(async () => store.set(showSyncAtom, { ...ONE, bases: pulledCart(true) }, new Set()));
  expect(screen.queryByText(/Добавьте товар/)).not.toBeNull();
  act(() => store.set(isReadonlyAtom, true));
  expect(screen.queryByText(/Добавьте товар/)).toBeNull();
  expect(heading('Оформить заказ нельзя')).not.toBeNull();
  expect(screen.getByText(/^Аккаунт только для просмотра\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Контакты' }).getAttribute('href')).toBe('/contacts');
  // What joined the cart at the login changes nothing of it.
  await act(async () => store.set(showSyncAtom, { ...ONE, bases: pulledCart() }, new Set()));
  expect(heading('Оформить заказ нельзя')).not.toBeNull();
});

it('«Выбрать оплату» does not look ready while no way of delivery has a price, and a tap says what is missing', async () => {
  const { store, user } = await open();
  await act(async () => store.set(showSyncAtom, { ...ONE, bases: pulledCart() }, new Set()));
  const address = { country_id: 1 as const, city_id: 25 };
  const place = { city: 'Томск', region: '', lat: 56, lon: 85, address };
  const recipient = { name: 'Анна Иванова', phone: '+79123456789', email: '' };
  await act(async () => store.set(writeDraftAtom, { step: 'delivery', recipient, where: 'Томск', place }));
  const rows = (state: 'error' | 'success') =>
    act(() => {
      const failed = {
        visible: true,
        state,
        error: state === 'error' ? 'Сервис временно не доступен.' : null,
        cost: 100,
      };
      store.set(boardAtom, { ...startingBoard(), rows: startingBoard().rows.map((row) => ({ ...row, ...failed })) });
    });
  const button = () => screen.getAllByRole('button', { name: 'Выбрать оплату' })[0]!;
  rows('success');
  expect(button().getAttribute('aria-disabled')).toBeNull();
  rows('error');
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await user.click(button());
  expect(screen.getByText('Стоимость доставки ещё не посчитана. Нажмите «Повторить»')).toBeTruthy();
});
