// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { CheckoutDraft } from '#src/features/checkout/checkout.types.ts';
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { ConfirmAddress } from '#src/features/session/ConfirmAddress.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { NOTHING_READ } from '#src/sync-client/client.types.ts';
import { showSyncAtom } from '#src/sync-client/sync.atoms.ts';
import { pulledCart } from '#tests/checkout/cart-of-one.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The checkout of an account that has not confirmed its address; docs/product/checkout.md#steps.

const FILLED: Partial<CheckoutDraft> = {
  step: 'payment',
  recipient: { name: 'Анна Иванова', phone: '+79123456789', email: '' },
  comment: 'Позвоните заранее',
};
const TAKEN = 'Такой адрес уже зарегистрирован';
const taken = { status: 'error', code: 'duplicate', message: TAKEN, errors: { email: [TAKEN] } };
/** The shop is there and says no to everything else. */
const nothing = { status: 'error', code: 'not_found', message: 'Не найдено' };
type Confirm = Parameters<typeof CheckoutPage>[0]['confirm'];

async function open(confirm: Confirm, role: 'user' | 'client' = 'user') {
  navigate('/checkout');
  const drawn = onScreen(<CheckoutPage picture={() => null} confirm={confirm} />, ({ path }) =>
    path === '/api/registration/confirm' ? { http: 200, body: taken } : { http: 200, body: nothing },
  );
  const be = (now: 'user' | 'client') =>
    act(async () => {
      const user = { ...guestSession.user, isGuest: false, id: 7, name: 'Анна Иванова', role: now };
      drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user });
    });
  await act(async () =>
    drawn.store.set(showSyncAtom, { ...NOTHING_READ, uid: '7', isRead: true, bases: pulledCart() }, new Set()),
  );
  await be(role);
  await waitFor(() => expect(drawn.store.get(draftAtom)).not.toBeNull());
  await act(async () => drawn.store.set(writeDraftAtom, FILLED));
  return { ...drawn, be };
}
const real: Confirm = ({ onDone }) => <ConfirmAddress onDone={onDone} />;
const code = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /Код из сообщения/ });
const isAsked = (asked: readonly { path: string }[], path: string) => asked.some((one) => one.path.includes(path));
const lastButton = () => screen.getAllByRole('button', { name: /Оформить заказ|Оплатить/ })[0]!;

it('the last button opens the form of the code instead of sending an order that the shop must refuse', async () => {
  const { user, asked } = await open(real);
  expect(screen.getByText(/Чтобы оформить заказ, подтвердите телефон или e-mail/)).toBeTruthy();
  expect(code()).toBeNull();
  await user.click(lastButton());
  await waitFor(() => expect(document.activeElement).toBe(code()));
  // Asked for again, it is found again, and what was typed in it stays.
  await user.type(code()!, '12');
  await user.click(lastButton());
  expect(document.activeElement).toBe(code());
  expect(code()!.value).toBe('12');
  expect(isAsked(asked, 'create_payment')).toBe(false);
});

it('«Ввести код» opens it too; a taken address is told in words, and another one can be given', async () => {
  const { user, store } = await open(real);
  await user.click(screen.getByRole('button', { name: 'Ввести код' }));
  await user.type(code()!, '123456');
  expect((await screen.findAllByText(TAKEN)).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'другая почта' })).toBeTruthy();
  expect(store.get(draftAtom)).toMatchObject(FILLED);
});

it('after the right code it says so, the focus goes to the heading, and what was filled in is there', async () => {
  const { user, store, be } = await open(({ onDone }) => (
    <button type="button" onClick={onDone}>
      Код верен
    </button>
  ));
  await user.click(screen.getByRole('button', { name: 'Ввести код' }));
  await user.click(screen.getByRole('button', { name: 'Код верен' }));
  await be('client');
  expect(store.get(toastsAtom).map(({ text }) => text)).toEqual(['Адрес подтверждён: заказ можно оформить']);
  expect(screen.queryByRole('region', { name: 'Подтверждение адреса' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(store.get(draftAtom)).toMatchObject(FILLED);
  // The last button is the order's again: it says what the order itself misses.
  await user.click(lastButton());
  expect(await screen.findByText('Выберите город из списка')).toBeTruthy();
});

it('whoever has confirmed meets none of it', async () => {
  await open(real, 'client');
  expect(screen.queryByText(/подтвердите телефон/)).toBeNull();
});
