// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startRow } from '#contract/delivery-offer.ts';
import type { DeliveryRow } from '#contract/delivery-types.ts';
import { boardAtom, startingBoard, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import type { CheckoutDraft } from '#src/features/checkout/checkout.types.ts';
import { useCheckout } from '#src/features/checkout/use-checkout.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A tap on «Выбрать оплату» while the price of the chosen way is counted is kept, and goes on by itself
// (docs/product/checkout.md#steps).

const PARCEL = 18;
const DRAFT: Partial<CheckoutDraft> = {
  step: 'delivery',
  recipient: { name: 'Анна Иванова', phone: '+79123456789', email: '' },
  where: 'Новосибирск',
  place: {
    city: 'Новосибирск',
    region: 'Новосибирская область',
    lat: 55,
    lon: 83,
    address: { country_id: 1, city_id: 3, index: '630000' },
  },
  way: { type: PARCEL, mode: 'door' },
};
function Probe() {
  const { step, next, isCounting, errors, onGo, open } = useCheckout();
  return (
    <>
      <h1>{step}</h1>
      <button type="button" onClick={() => void onGo()}>
        {isCounting ? 'Считаем доставку…' : next}
      </button>
      <button type="button" onClick={() => open('recipient')}>
        Изменить: Получатель
      </button>
      <p role="alert">{errors.delivery?.[0]}</p>
    </>
  );
}
async function counting() {
  const drawn = onScreen(<Probe />);
  const say = (row: Partial<DeliveryRow>) =>
    act(() => {
      const board = startingBoard();
      const rows = board.rows.map((one) => (one.type === PARCEL ? { ...one, ...row } : one));
      drawn.store.set(boardAtom, { ...board, rows });
    });
  await act(async () => {
    drawn.store.set(sessionStateAtom, { ...guestSession, known: true });
    drawn.store.set(writeDraftAtom, DRAFT);
  });
  say({ ...startRow(PARCEL, 'Росток'), visible: true, state: 'process' });
  await drawn.user.click(screen.getByRole('button', { name: 'Выбрать оплату' }));
  expect(screen.getByRole('button', { name: 'Считаем доставку…' })).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('delivery');
  return { ...drawn, say };
}
const step = () => screen.getByRole('heading').textContent;

it('goes on when the price is here, however often it was tapped', async () => {
  const { user, say } = await counting();
  await user.click(screen.getByRole('button', { name: 'Считаем доставку…' }));
  say({ state: 'success', cost: 45_000 });
  await waitFor(() => expect(step()).toBe('payment'));
});
it('a way that cannot be had after all: stays, and says what to do', async () => {
  const { say } = await counting();
  say({ state: 'error', cost: null, error: 'Недоступен' });
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Выберите способ доставки'));
  expect(step()).toBe('delivery');
});
it('another step was opened meanwhile: the tap was not meant for it', async () => {
  const { user, say } = await counting();
  await user.click(screen.getByRole('button', { name: 'Изменить: Получатель' }));
  say({ state: 'success', cost: 45_000 });
  await waitFor(() => expect(screen.getByRole('button', { name: 'К доставке' })).toBeTruthy());
  expect(step()).toBe('recipient');
});
