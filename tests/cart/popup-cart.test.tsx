// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { popupCartAtom } from '#src/features/cart/cart.atoms.ts';
import { PopupCart } from '#src/features/cart/PopupCart.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';
import { row } from '#tests/support/list-row.ts';

// «Товар в корзине» lies over the page; docs/product/addresses.md#popup-cart.

const popup = () => screen.queryByRole('dialog', { name: 'Товар в корзине', hidden: true });
const opened = () => {
  const drawn = onScreen(<PopupCart cartHref="/cart" picture={() => null} />);
  act(() => drawn.store.set(popupCartAtom, row(7, { title: 'Крем для рук' })));
  return drawn;
};
beforeEach(() => navigate('/katalog'));

it('goes with the page that it was opened on', () => {
  const { store } = opened();
  expect(popup()?.textContent).toContain('Крем для рук');
  act(() => navigate('/katalog?sort=title-asc'));
  expect(popup()).not.toBeNull();
  act(() => navigate('/cart'));
  expect(popup()).toBeNull();
  expect(store.get(popupCartAtom)).toBeNull();
});

it('goes when something else is searched for: it would lie over what was found', () => {
  const { store } = opened();
  act(() => navigate('/katalog?sort=title-asc&q=магний'));
  expect(popup()).toBeNull();
  act(() => store.set(popupCartAtom, row(8, { title: 'Шампунь' })));
  act(() => navigate('/katalog?q=магний'));
  expect(popup()).not.toBeNull();
  act(() => navigate('/katalog'));
  expect(popup()).toBeNull();
});

it('comes again on the next page, for what is added there', () => {
  const { store } = opened();
  act(() => navigate('/user'));
  act(() => store.set(popupCartAtom, row(8, { title: 'Шампунь' })));
  expect(popup()?.textContent).toContain('Шампунь');
});

it('Escape and the cross close it', async () => {
  const { user, store } = opened();
  await user.keyboard('{Escape}');
  expect(popup()).toBeNull();
  act(() => store.set(popupCartAtom, row(8, { title: 'Шампунь' })));
  await user.click(screen.getByRole('button', { name: 'Закрыть', hidden: true }));
  expect(popup()).toBeNull();
});
