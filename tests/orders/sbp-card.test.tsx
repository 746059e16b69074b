// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { OrderPage } from '#src/features/orders/OrderPage.tsx';
import { networkAtom } from '#src/platform/api/network.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { type Answers, openOrders, order, paid, refused, said } from '#tests/orders/order-on-screen.tsx';

// Payment by СБП on the order's own page: a code for the camera, a button that opens the bank (docs/product/payments.md#sbp).

const HERE = '/api/order/5';
const LINK = '/user/order/get-payment-link';
const STATUS = '/api/order/payment-status';
const URL = 'https://bank.test/qr/1';
const waiting = order(5, { payment: { ...order(5).payment, type: 5, name: 'СБП (QR-код)' } });
const link = (more: Record<string, unknown> = {}) =>
  said({ link: URL, provider: 'yookassa', qr: URL, is_test: false, expires_at: '2026-11-22T12:02:00.000Z', ...more });
const status = (state: string) =>
  said({
    exp_id: 5,
    payment: { type: 5, name: 'СБП (QR-код)', state, paid: state === 'paid', can_pay: true, expires_at: null },
  });
const open = (answers: Answers) =>
  openOrders(<OrderPage orderRef={{ id: 5 }} picture={() => null} />, {
    answers: { [HERE]: said({ order: waiting }), [LINK]: link(), [STATUS]: status('waiting'), ...answers },
    address: '/user/orders/5',
  });
const card = async () => within(await screen.findByRole('region', { name: 'Оплата через СБП' }));
afterEach(() => history.replaceState(null, '', '/'));

describe('the code', () => {
  it('stands beside the button that opens the bank, until when it holds and for how much', async () => {
    const { bodyTo } = await open({});
    const shown = await card();
    expect(await shown.findByRole('img', { name: 'QR-код для оплаты через СБП' })).toBeTruthy();
    expect(bodyTo(LINK)).toEqual({ exp_id: 5 });
    expect(shown.getByRole('link', { name: 'Открыть приложение банка' }).getAttribute('href')).toBe(URL);
    expect(shown.getByText(/Ждём оплату. Код действует до/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Оплатить/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Другой способ оплаты' })).toBeTruthy();
  });
  it('a test provider says so', async () => {
    await open({ [LINK]: link({ is_test: true }) });
    expect(await (await card()).findByText(/тестовый режим/)).toBeTruthy();
  });
  it('a refusal is told in words, and «Повторить» asks again', async () => {
    const { user, answers } = await open({ [LINK]: refused('payment_closed', 'Заказ проверяет оператор.') });
    const shown = await card();
    expect(await shown.findByText('Заказ проверяет оператор.')).toBeTruthy();
    answers[LINK] = link();
    await user.click(shown.getByRole('button', { name: 'Повторить' }));
    expect(await shown.findByRole('img')).toBeTruthy();
  });
  it('waits for the network, and comes by itself when it is there', async () => {
    const { leaveNetwork, answers, store } = await open({ [LINK]: null });
    const shown = await card();
    leaveNetwork();
    expect(await shown.findByText('Код для оплаты появится, когда будет сеть.')).toBeTruthy();
    Object.assign(answers, { [HERE]: said({ order: waiting }), [LINK]: link(), [STATUS]: status('waiting') });
    await act(async () => store.set(networkAtom, { isOnline: true, since: 0 }));
    expect(await shown.findByRole('img')).toBeTruthy();
  });
});

describe('the money', () => {
  it('the order is paid as soon as the shop says so, without a reload', async () => {
    const { answers, passTime } = await open({});
    await screen.findByRole('img');
    answers[STATUS] = status('paid');
    answers[HERE] = said({ order: order(5, { ...paid }) });
    await waitFor(async () => {
      await passTime();
      expect(screen.getByText('Оплата получена. Спасибо!')).toBeTruthy();
    });
    expect(screen.queryByRole('region', { name: 'Оплата через СБП' })).toBeNull();
  });
  it.each([
    ['failed', /Оплата не прошла/],
    ['expired', /Срок кода истёк/],
  ])('%s: says so, and a new code is one tap away', async (state, words) => {
    const { user, answers } = await open({ [STATUS]: status(state) });
    const shown = await card();
    expect(await shown.findByText(words)).toBeTruthy();
    answers[STATUS] = status('waiting');
    answers[LINK] = link({ qr: 'https://bank.test/qr/2', expires_at: '2026-11-22T13:30:00.000Z' });
    await user.click(shown.getByRole('button', { name: 'Получить новый код' }));
    expect(await shown.findByRole('img')).toBeTruthy();
  });
  it('nobody is asked for ever: when the time of the code is over, a new one is offered', async () => {
    const { store, passTime } = await open({});
    await screen.findByRole('img');
    await act(async () =>
      store.set(timersAtom, { ...store.get(timersAtom), date: () => new Date('2026-11-22T12:03:00Z') }),
    );
    await waitFor(async () => {
      await passTime();
      expect(screen.getByText(/Срок кода истёк/)).toBeTruthy();
    });
  });
});
