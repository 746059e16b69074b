// @vitest-environment happy-dom
import axe from 'axe-core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { startRow } from '#contract/delivery-offer.ts';
import type { DeferredOrder } from '#contract/shipments.ts';
import { TogetherPage } from '#src/features/checkout/together/TogetherPage.tsx';
import { sendable } from '#src/features/checkout/together/together.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// /user/orders/deferred by itself: what may go together, what is missing, what the shop refuses; docs/product/orders.md#sent-together.

const one = (id: number, more: Partial<DeferredOrder> = {}): DeferredOrder => ({
  id,
  created_at: '2026-11-05T09:00:00Z',
  pieces: 3,
  weight: 360,
  sum: 147_000,
  until: '2026-12-05T09:00:00Z',
  recipient: { name: 'Мария Соколова', phone: '+79000000157' },
  shipment: null,
  ...more,
});
const KIT = { ...startRow(8, 'Росток'), state: 'success' as const };
const SDEK = { ...startRow(11, 'Росток'), state: 'success' as const, cost: 42_000, costGate: 36_000, costSelected: 42_000, deliveryTime: '4–6 дней' }; // prettier-ignore
const PLACE = { country_id: 1, city_id: 10, index: '634000', region: 'Томская область', city: 'Томск', street: 'ул. Ленина', house: '5', building: '', flat: '', full: 'Томск, ул. Ленина, 5', lat: 56.5, lon: 85, quality: 'good' }; // prettier-ignore
type Said = { http: number; body: unknown };
function open(orders: readonly DeferredOrder[] | null, send: () => Said = () => ({ http: 200, body: {} })) {
  const { hook, history } = memoryLocation({ path: '/user/orders/deferred', record: true });
  const drawn = onScreen(
    <Router hook={hook}>
      <TogetherPage />
    </Router>,
    ({ path }) => {
      if (path === '/api/order/deferred')
        return orders === null
          ? null
          : { http: 200, body: { status: 'success', orders, server_time: '2026-11-24T09:00:00Z' } };
      if (path === '/geocode') return { http: 200, body: { status: 'success', places: [PLACE] } };
      if (path === '/api/order/deferred/offer')
        return { http: 200, body: { status: 'success', rid: 1, isFreeZone: true, deliveries: [SDEK, KIT], weight: 460, sum_amount: 147_000, free_from: null, city: { id: 10, name: 'Томск' } } }; // prettier-ignore
      return path === '/api/order/deferred/send' ? send() : null;
    },
  );
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user: { ...guestSession.user, isGuest: false, id: 7, role: 'cons', isCons: true } })); // prettier-ignore
  return { ...drawn, history };
}
const box = (name: RegExp) => screen.findByRole('checkbox', { name });
const alert = () => screen.getByRole('alert').textContent;

describe('what may go together', () => {
  it('all to one recipient that are in no shipment; the newest decides whose', () => {
    const strange = { name: 'Пётр', phone: '+79000000999' };
    const ids = sendable([one(1), one(2, { recipient: strange }), one(3, { shipment: 9 }), one(4)]).map(({ id }) => id);
    expect(ids).toEqual([1, 4]);
  });
  it('is ticked; another recipient says why not, a shipment that waits for money leads there', async () => {
    open([one(30_001), one(30_002, { recipient: { name: 'Пётр', phone: '+79000000999' } }), one(30_003, { shipment: 30_009 }), one(30_004)]); // prettier-ignore
    expect(((await box(/30.001/)) as HTMLInputElement).checked).toBe(true);
    expect(((await box(/30.002/)) as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText('Получатель Пётр: отправьте его отдельно')).toBeTruthy();
    expect(screen.getByRole('link', { name: /30.009/ }).getAttribute('href')).toBe('/user/orders/30009');
    expect(screen.getByText(/^Вместе 720/)).toBeTruthy();
  });
  it('nothing there, and no network: each in words', async () => {
    open([]);
    expect(await screen.findByText('Отложенных заказов нет')).toBeTruthy();
    open(null);
    expect(await screen.findByText(/Нужен интернет/)).toBeTruthy();
  });
});

describe('sending', () => {
  it('says what is missing one after the other, keeps what was chosen when it is refused, and axe finds nothing', async () => {
    const refusal = { status: 'error', code: 'delivery_changed', message: 'СДЭК стоит теперь 500 ₽, было 420 ₽' };
    const { user, asked, container, history } = open([one(30_001)], () => ({ http: 200, body: refusal }));
    await box(/30.001/);
    const send = () => user.click(screen.getByRole('button', { name: /^Отправить/ }));
    await send();
    expect(alert()).toBe('Укажите город или адрес');
    await user.type(screen.getByRole('combobox', { name: /Город или адрес/ }), 'Томск, Ленина 5');
    await user.click(await screen.findByRole('option'));
    const ways = await screen.findByRole('radiogroup', { name: 'Способ доставки' });
    await send();
    expect(alert()).toBe('Выберите способ доставки');
    await user.click(within(ways).getByRole('radio', { name: 'СДЭК' }));
    await send();
    expect(alert()).toContain('согласие');
    await user.click(await box(/Согласие на передачу/));
    await send();
    expect(alert()).toBe('Выберите способ оплаты');
    await user.click(screen.getByRole('radio', { name: /Банковской картой/ }));
    await send();
    await waitFor(() => expect(alert()).toBe(refusal.message));
    const sent = asked.filter(({ path }) => path === '/api/order/deferred/send');
    expect(sent.map(({ body }) => body)).toMatchObject([{ orders: [30_001], delivery: { type: 11, gateId: null }, payment_type: 1, expected_delivery: 42_000, consents: { delivery: true } }]); // prettier-ignore
    expect((within(ways).getByRole('radio', { name: 'СДЭК' }) as HTMLInputElement).checked).toBe(true);
    expect(history).toEqual(['/user/orders/deferred']);
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
  it('goes to the shipment that was made; what costs nothing asks for no way to pay', async () => {
    const made = { status: 'success', exp_id: null, due: 0, paid: true, redirect: '/user/orders' };
    const { user, history } = open([one(30_001)], () => ({ http: 200, body: made }));
    await box(/30.001/);
    await user.type(screen.getByRole('combobox', { name: /Город или адрес/ }), 'Томск, Ленина 5');
    await user.click(await screen.findByRole('option'));
    const ways = await screen.findByRole('radiogroup', { name: 'Способ доставки' });
    await user.click(within(ways).getByRole('radio', { name: /КИТ/ }));
    expect(screen.queryByRole('radiogroup', { name: 'Способ оплаты' })).toBeNull();
    await user.click(await box(/Согласие на передачу/));
    await user.click(screen.getByRole('button', { name: 'Отправить' }));
    await waitFor(() => expect(history.at(-1)).toBe('/user/orders'));
  });
});
