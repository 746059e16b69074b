// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '#contract/orders.ts';
import { OrdersPage } from '#src/features/orders/OrdersPage.tsx';
import { networkAtom, reportNetworkAtom } from '#src/platform/api/network.ts';
import { type Answers, cancelled, openOrders, paid, refused, row, said } from '#tests/orders/order-on-screen.tsx';

// /user/orders «Мои заказы»: every state of the list. The journeys show that it is read from the database and without a signal.

const LIST = '/api/order/fetch-orders';
const listOf = (
  orders: readonly OrderRow[],
  { total = orders.length, counts = { all: total } as Record<string, number> } = {},
) => said({ orders, total, counts });
const THREE = [
  row(3),
  row(2, { ...pick(paid), created_at: '2026-11-02T11:00:00+03:00' }),
  row(1, { ...pick(cancelled), created_at: '2026-10-17T11:00:00+03:00' }),
];
function pick({ status, payment, refunded }: Partial<OrderRow>): Partial<OrderRow> {
  return { ...(status && { status }), ...(payment && { payment }), ...(refunded && { refunded }) };
}
const open = (answers: Answers, address?: string) =>
  openOrders(<OrdersPage />, { answers, ...(address ? { address } : {}) });
const articles = () => screen.getAllByRole('article');
const plain = (element: Element | null): string => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
afterEach(() => history.replaceState(null, '', '/'));

describe('the list', () => {
  it('stands under its months, each order by its number, with what it waits for', async () => {
    await open({ [LIST]: listOf(THREE) });
    expect(await screen.findByRole('article', { name: /^Заказ №\s30\s003$/ })).toBeTruthy();
    expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Ноябрь 2026',
      'Октябрь 2026',
    ]);
    const [waiting, going, gone] = articles();
    expect(plain(waiting!)).toContain('Ждёт оплаты');
    expect(plain(waiting!)).toContain('Потом отменится сам');
    expect(plain(going!)).toContain('Оплачен 17 ноября');
    expect(plain(going!)).toContain('ТК «КИТ», Новосибирск');
    expect(plain(gone!)).toContain('Вернули 1 000 ₽');
    expect(within(waiting!).getByRole('button', { name: 'Оплатить' })).toBeTruthy();
    expect(within(going!).queryByRole('button')).toBeNull();
  });
  it('a filter has its count, stands in the address and is asked for', async () => {
    const counts = { all: 3, awaiting: 1, moving: 1, cancelled: 1 };
    const { user, bodyTo } = await open({ [LIST]: listOf(THREE, { counts }) });
    await user.click(await screen.findByRole('button', { name: /^Ждут оплаты/ }));
    expect(location.search).toBe('?status=awaiting');
    await waitFor(() => expect(bodyTo(LIST)).toMatchObject({ status: 'awaiting' }));
    expect(screen.queryByRole('button', { name: /^Готовы к выдаче/ })).toBeNull();
  });
  it('words and a month are asked for; a search shows what each order held', async () => {
    const { user, bodyTo } = await open({ [LIST]: listOf(THREE) }, '/user/orders?month=2026-11');
    await user.type(await screen.findByRole('searchbox', { name: 'Поиск по заказам' }), 'роса');
    await waitFor(() =>
      expect(bodyTo(LIST)).toMatchObject({ q: 'роса', period: { from: '2026-11-01', to: '2026-11-30' } }),
    );
    await waitFor(() => expect(plain(articles()[0]!)).toContain('Крем «Роса» × 2'));
  });
  it('the rest comes by a button that says how many', async () => {
    const { user, bodyTo } = await open({ [LIST]: listOf(THREE, { total: 30 }) });
    await user.click(await screen.findByRole('button', { name: /^Показать ещё 20/ }));
    expect(location.search).toBe('?pages=2');
    await waitFor(() => expect(bodyTo(LIST)).toMatchObject({ per_page: 40 }));
  });
});

describe('nothing to show', () => {
  it('no order yet: one sentence and the catalogue, no filters', async () => {
    await open({ [LIST]: listOf([]) });
    expect(await screen.findByText('Здесь появится первый заказ')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Открыть каталог' }).getAttribute('href')).toBe('/katalog');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
  it('none of this filter: back to all of them', async () => {
    const { user, answers } = await open({ [LIST]: listOf([], { counts: { all: 3 } }) }, '/user/orders?status=ready');
    await screen.findByText('Таких заказов нет');
    answers[LIST] = listOf(THREE);
    await user.click(screen.getByRole('button', { name: 'Показать все заказы' }));
    expect(location.search).toBe('');
    await waitFor(() => expect(articles()).toHaveLength(3));
  });
});

describe('without an answer', () => {
  it('nothing kept: why, and «Повторить» asks again', async () => {
    const { user, answers } = await open({ [LIST]: null });
    expect(await screen.findByText(/Нужен интернет/)).toBeTruthy();
    answers[LIST] = listOf(THREE);
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(articles()).toHaveLength(3));
    expect(screen.queryByText(/Нужен интернет/)).toBeNull();
  });
  it('is asked for once while nobody answers, and once more when the network is back', async () => {
    const { asked, answers, store } = await open({ [LIST]: null });
    const times = () => asked.filter(({ path }) => path === LIST).length;
    expect(await screen.findByText(/Нужен интернет/)).toBeTruthy();
    // The failure has told the page that it is offline.
    expect([store.get(networkAtom).isOnline, times()]).toEqual([false, 1]);
    answers[LIST] = listOf(THREE);
    act(() => store.set(reportNetworkAtom, true));
    await waitFor(() => expect(articles()).toHaveLength(3));
    expect(times()).toBe(2);
  });
  it('a broken shop says so in words', async () => {
    await open({ [LIST]: { http: 500, body: 'oops' } });
    expect(await screen.findByText(/Сервис временно не доступен/)).toBeTruthy();
  });
  it('a refusal is told as the shop said it', async () => {
    await open({ [LIST]: refused('rate_limited', 'Слишком часто. Подождите минуту.', 429) });
    expect(await screen.findByText(/Слишком часто/)).toBeTruthy();
  });
  it('the copy of the phone is read, with its date; payment waits for the network and says so', async () => {
    const first = await open({ [LIST]: listOf(THREE) });
    await screen.findAllByRole('article');
    first.leaveNetwork();
    await waitFor(() => expect(screen.getByText(/^данные (на|от)/)).toBeTruthy());
    expect(articles()).toHaveLength(3);
    const pay = within(articles()[0]!).getByRole('button', { name: 'Оплатить' });
    expect(pay.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(pay.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'когда будет сеть',
    );
  });
});

describe('paying from the list', () => {
  it('a refused link is told, and the button works again', async () => {
    const link = '/user/order/get-payment-link';
    const { user } = await open({ [LIST]: listOf([row(3)]), [link]: refused('payment_closed', 'Заказ уже отменён') });
    const pay = await screen.findByRole('button', { name: 'Оплатить' });
    await user.click(pay);
    expect(await screen.findByRole('dialog', { name: 'Ошибка' })).toBeTruthy();
    expect(screen.getByText('Заказ уже отменён')).toBeTruthy();
    expect(pay.getAttribute('aria-disabled')).toBeNull();
  });
  it('a transfer has no page of a bank: it leads to the order with its requisites', async () => {
    const transfer = { ...row(3).payment, type: 3, name: 'По реквизитам' };
    const { user, asked } = await open({ [LIST]: listOf([row(3, { payment: transfer })]) });
    await user.click(await screen.findByRole('button', { name: 'Оплатить' }));
    expect(location.pathname).toBe('/user/orders/3');
    expect(asked.some(({ path }) => path.includes('payment-link'))).toBe(false);
  });
});
