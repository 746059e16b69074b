// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { memoryLocation } from 'wouter/memory-location';
import { Router } from 'wouter';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { Deposit } from '#src/screens/Account.tsx';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user/deposit in the states that it can be in; what the shop does, tests/accounts/deposits.test.ts shows.

const METHODS = [
  { code: 5, name: 'СБП (QR-код)', way: 'link', is_first: true, hint: 'Через приложение банка', is_test: true },
  { code: 2, name: 'С личного счёта', way: 'account', is_first: true, hint: null, is_test: false },
  { code: 1, name: 'Банковской картой', way: 'link', is_first: true, hint: null, is_test: true },
];
/** What stands on ЛС before it. */
const ACCOUNTS = {
  status: 'success',
  accounts: [{ account_type: 0, name: 'ЛС', amount: -35_000, available: 0, blocked: 0, credit: 0, expiring: [] }],
  limits: { bs_percent: 30 },
  debt: 35_000,
  server_time: '2026-11-21T09:00:00.000Z',
};
const deposit = (more: object = {}) => ({
  payment_id: 7,
  amount: 150_050,
  method: 'Банковской картой',
  state: 'waiting',
  created_at: '2026-11-21T09:00:00.000Z',
  paid_at: null,
  link: 'https://bank.test/7',
  receipt: null,
  balance: 0,
  ...more,
});
function open(answers: Record<string, object | null>, url = '/user/deposit', readonly = false) {
  const { hook, searchHook } = memoryLocation({ path: url });
  const drawn = onScreen(
    <Router hook={hook} searchHook={searchHook}>
      <Deposit />
    </Router>,
    ({ path }) => {
      const body =
        path in answers
          ? answers[path]
          : path === '/api/payment/methods'
            ? { status: 'success', methods: METHODS, requisites: null }
            : path === '/user/accounts'
              ? ACCOUNTS
              : null;
      return body ? { http: 200, body } : null;
    },
  );
  const user = { ...CLIENT, role: 'cons' as const, isCons: true, cons_id: '01000157', readonly };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return drawn;
}
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Сумма/ });
const pay = () => screen.getByRole('button', { name: 'Перейти к оплате' });

describe('a new deposit', () => {
  it('goes to the page of the bank with sum and way, none of which is chosen beforehand', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const made = { status: 'success', payment_id: 7, link: 'https://bank.test/7', provider: 'sandbox', qr: null, is_test: true, expires_at: '2026-11-21T10:00:00.000Z' }; // prettier-ignore
    const { user, asked } = open({ '/user/deposit': made });
    await screen.findByRole('radio', { name: /Банковской картой/ });
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, false]);
    await user.click(pay());
    expect(await screen.findByText('Выберите способ оплаты')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^1.000/ }));
    expect(amount().value).toBe('1000');
    await user.clear(amount());
    await user.type(amount(), '1500,50');
    // What it does, before it is paid: a debt on ЛС is repaid by it.
    expect(screen.getByText('Зачислим на ЛС').parentElement!.textContent).toMatch(/1.500,50/);
    expect(screen.getByText('Станет на ЛС').parentElement!.textContent).toMatch(/1.150,50/);
    await user.click(screen.getByRole('radio', { name: /Банковской картой/ }));
    await user.click(pay());
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://bank.test/7'));
    expect(asked.find(({ path }) => path === '/user/deposit')?.body).toEqual({ amount: 150_050, payment_type: 1 });
  });
  it.each([
    ['', 'Заполните поле'],
    ['50', 'От 100 до 100 000 ₽ за одно пополнение'],
    ['-500', 'Сумма в рублях, например 1500 или 1500,50'],
  ])('of «%s» is refused at its field: %s', async (typed, words) => {
    const { user, asked } = open({});
    await screen.findByRole('radio', { name: /Банковской картой/ });
    if (typed) await user.type(amount(), typed);
    await user.click(pay());
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Зачислим на ЛС')).toBeNull();
    expect(asked.some(({ path }) => path === '/user/deposit')).toBe(false);
  });
  it('waits for a network: says so, sends nothing, keeps what was typed', async () => {
    const { store, user, asked } = open({});
    await user.click(await screen.findByRole('radio', { name: /Банковской картой/ }));
    await user.type(amount(), '700');
    act(() => goOffline(store));
    expect(await screen.findByText(/Нужен интернет/)).toBeTruthy();
    await user.click(pay());
    expect(asked.some(({ path }) => path === '/user/deposit')).toBe(false);
    expect(amount().value).toBe('700');
  });
  it('is not offered where nothing takes money', async () => {
    open({ '/api/payment/methods': { status: 'success', methods: [], requisites: null } });
    expect(await screen.findByText(/Пополнение сейчас не работает/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Перейти к оплате' })).toBeNull();
  });
});

describe('back from the bank', () => {
  const back = (state: object | null) => open({ '/user/deposit/state': state }, '/user/deposit?id=7');
  it('tells that the money is there, with its receipt', async () => {
    back({ status: 'success', deposit: deposit({ state: 'paid', link: null, receipt: '/pay/receipt/x', balance: 200_050 }) }); // prettier-ignore
    expect(await screen.findByRole('heading', { name: /1.500,50.₽ зачислены на ЛС/ })).toBeTruthy();
    expect(screen.getByText('На ЛС теперь').parentElement!.textContent).toMatch(/2.000,50/);
    expect(screen.getByRole('link', { name: 'Кассовый чек' }).getAttribute('href')).toBe('/pay/receipt/x');
  });
  it('believes no address: it waits for the word of the shop', async () => {
    back({ status: 'success', deposit: deposit() });
    expect(await screen.findByText(/Проверяем оплату/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Вернуться к оплате' }).getAttribute('href')).toBe('https://bank.test/7');
    expect(screen.queryByText(/зачислены/)).toBeNull();
  });
  it.each([
    ['failed', /Платёж не прошёл/],
    ['expired', /Время на оплату вышло/],
    ['review', /проверяет сотрудник/],
  ])('%s: %s', async (state, words) => {
    back({ status: 'success', deposit: deposit({ state, link: null }) });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Пополнить ещё' })).toBeTruthy();
  });
  it('of somebody else says that there is none', async () => {
    back({ status: 'error', code: 'not_found', message: 'Такого пополнения нет' });
    expect(await screen.findByText('Такого пополнения нет')).toBeTruthy();
  });
});
