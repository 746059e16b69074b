// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memoryLocation } from 'wouter/memory-location';
import { Router } from 'wouter';
import type { Account as OneAccount } from '#contract/accounts.ts';
import type { HistoryRow } from '#contract/bonus-history.ts';
import type { BonusMonth } from '#contract/bonuses.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { Account } from '#src/screens/Account.tsx';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user/account in the states that it can be in; what the shop answers, tests/accounts and tests/network/bonuses.test.ts show.

const AT = '2026-11-24T09:00:00.000Z';
const one = (account_type: number, amount: number, more: Partial<OneAccount> = {}): OneAccount => ({
  account_type, name: '', amount, available: Math.max(0, amount), blocked: 0, credit: 0, expiring: [], ...more,
}); // prettier-ignore
const accounts = (list: OneAccount[], debt = 0) => ({
  status: 'success', accounts: list, limits: { bs_percent: 30 }, debt, server_time: AT,
}); // prettier-ignore
const ALL = accounts([
  one(0, 125_000, { available: 110_000, blocked: 15_000 }),
  one(1, 348_050),
  one(2, 70_000, { expiring: [{ amount: 20_000, expires_at: '2026-11-25T20:00:00.000Z' }, { amount: 50_000, expires_at: '2027-02-12T20:00:00.000Z' }] }), // prettier-ignore
]);
const row = (id: number, more: Partial<HistoryRow> = {}): HistoryRow => ({
  id, at: AT, month: 202611, account_type: 0, kind: 'transfer', title: 'Перевод: Кира Б.', ref: { type: 'transfer', id: 5108 },
  amount: -100_000, balance_after: 125_000, expires_at: null, is_own: false, ...more,
}); // prettier-ignore
const history = (items: HistoryRow[]) => ({
  status: 'success', items, months: items.length === 0 ? [] : [{ month: 202611, income: 50_000, outgo: 100_000, count: items.length }],
  total: items.length, next: null, server_time: AT,
}); // prettier-ignore
const month = (period: number, more: Partial<BonusMonth> = {}): BonusMonth => ({
  period, state: 'paid', own: 189, group: 1613, active: true, status: { id: 5, name: 'Менеджер', percent: 14 }, bonus: 602_303, leader: 0,
  carried_in: 0, carried_on: 0, posted: { amount: 602_303, at: AT }, corrected: 0, missing: null, ...more,
}); // prettier-ignore
const months = (list: BonusMonth[], way = { points: 0, orders: 0 }) => ({
  status: 'success', months: list, on_the_way: way, server_time: AT,
}); // prettier-ignore
const OF_A_CONSULTANT = ['account.view', 'account.transfer', 'deposit.create', 'structure.view'];

type Answers = Record<string, object>;
function open(answers: Answers, { url = '/user/account', permissions = OF_A_CONSULTANT } = {}) {
  const { hook, searchHook, history: places } = memoryLocation({ path: url, record: true });
  const said: Answers = { '/user/accounts': ALL, '/user/bonuses': months([]), '/user/bonus-history': history([]), ...answers }; // prettier-ignore
  const drawn = onScreen(
    <Router hook={hook} searchHook={searchHook}>
      <Account />
    </Router>,
    ({ path }) => (said[path] ? { http: 200, body: said[path] } : null),
  );
  const user = { ...CLIENT, role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user, permissions }));
  return { ...drawn, places, said };
}
const card = (name: string) => screen.findByRole('region', { name });
const link = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

describe('three accounts', () => {
  it('say what stands there, what of it is free, what is set aside and what burns when', async () => {
    open({});
    const ls = within(await card('Личный счёт, ЛС'));
    expect(ls.getByText(/1.250,00/)).toBeTruthy();
    expect(ls.getByText('Доступно').parentElement!.textContent).toMatch(/1.100,00/);
    expect(ls.getByText('Отложено').parentElement!.textContent).toMatch(/150,00/);
    const bs = within(await card('Бонусный счёт, БС'));
    expect(bs.getByText('Оплачивает').parentElement!.textContent).toMatch(/до 30.% товаров/);
    expect(bs.getByText('Сгорят завтра').parentElement!.textContent).toContain('200,00');
    expect(bs.getByText('Сгорят 12 февраля').parentElement!.textContent).toContain('500,00');
  });
  it('lead on: КС to the transfer to the own ЛС', async () => {
    open({});
    await card('Комиссионный счёт, КС');
    expect(link('Пополнить')).toBe('/user/deposit');
    expect(link('Перевести')).toBe('/user/transfers');
    expect(link('Перевести на ЛС')).toBe('/user/transfers?kind=own');
    expect(link('Потратить в каталоге')).toBe('/katalog');
  });
  it('a debt is told in words, and whoever may not transfer is not offered it', async () => {
    open({ '/user/accounts': accounts([one(0, -35_000)], 35_000) }, { permissions: ['account.view'] });
    expect(await screen.findByText(/Задолженность 350,00/)).toBeTruthy();
    expect(within(await card('Личный счёт, ЛС')).getByText(/−350,00/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Перевести|Пополнить/ })).toBeNull();
  });
  it('without a network they are a copy with its date, money cannot be moved, and the copy comes back by itself', async () => {
    const { store } = open({ '/user/bonus-history': history([row(1)]) });
    await card('Личный счёт, ЛС');
    act(() => goOffline(store));
    expect(screen.getByText(/Это сохранённая копия/)).toBeTruthy();
    expect(screen.getAllByText(/^данные (на|от)/).length).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: 'Перевести на ЛС' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Перевести на ЛС' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Выгрузка ждёт сети')).toBeTruthy();
    expect(screen.getByText('Перевод: Кира Б.')).toBeTruthy();
  });
  it('a failure is said in words, and trying again brings them', async () => {
    const { user, said } = open({ '/user/accounts': { status: 'error', code: 'x', message: 'Сервис временно не доступен.' } }); // prettier-ignore
    const told = await screen.findByText(/Сервис временно не доступен/);
    said['/user/accounts'] = ALL;
    await user.click(within(told).getByRole('button', { name: 'Повторить' }));
    expect(await card('Личный счёт, ЛС')).toBeTruthy();
  });
});

describe('bonuses by month', () => {
  it('have their sum, or what was missing, and open their derivation; points of unpaid orders stand apart', async () => {
    const silent = month(202609, { bonus: 0, posted: null, missing: { why: 'inactive', points: 12 } });
    open({ '/user/bonuses': months([month(202610), silent], { points: 116, orders: 2 }) });
    const list = within(await screen.findByRole('region', { name: 'Бонусы' }));
    expect(list.getByText(/2 заказа ждут оплаты/).textContent).toContain('116');
    expect(list.getByRole('link', { name: 'Октябрь 2026' }).getAttribute('href')).toBe('/user/account/202610');
    expect(list.getByText(/ЛО не хватило 12.баллов до 30/)).toBeTruthy();
  });
  it('of every closed month: a month without a bonus has no row in the history, and its reason is found here', async () => {
    const older = month(202511, { bonus: 0, posted: null, missing: { why: 'small', points: 40 } });
    const { user } = open({ '/user/bonuses': months([202610, 202609, 202608, 202607, 202606, 202605].map((one) => month(one)).concat(older)) }); // prettier-ignore
    await screen.findByRole('link', { name: 'Октябрь 2026' });
    expect(screen.queryByRole('link', { name: 'Ноябрь 2025' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Все месяцы: 7' }));
    expect(link('Ноябрь 2025')).toBe('/user/account/202511');
    expect(screen.getByText(/ГО не хватило 40.баллов/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Все месяцы/ })).toBeNull();
  });
});

describe('the history', () => {
  const ROWS = [
    row(5),
    row(4, { kind: 'spend', title: 'Оплата заказа', ref: { type: 'order', id: 30_650 } }),
    row(3, { kind: 'bonus', title: 'Бонус за октябрь 2026', account_type: 1, amount: 602_303, ref: { type: 'period', id: 202610 } }), // prettier-ignore
    row(2, { kind: 'deposit', title: 'Пополнение', amount: 50_000, ref: { type: 'payment', id: 9 } }),
  ];
  it('leads to the order, the derivation and the transfer that a row is about', async () => {
    open({ '/user/bonus-history': history(ROWS) });
    await screen.findByText('Оплата заказа');
    expect(link(/^Перевод №/)).toBe('/user/transfers?id=5108');
    expect(link(/^Заказ №/)).toBe('/user/orders/30650');
    expect(link('Откуда эта сумма')).toBe('/user/account/202610');
    expect(screen.getByText('Платёж № 9').closest('a')).toBeNull();
    const [, , bonus] = screen.getAllByRole('listitem').filter((li) => /Остаток/.test(li.textContent));
    expect(bonus!.textContent).toMatch(/\+6.023,03/);
  });
  it('names a transfer without leading anywhere when the transfers are not this person’s any more', async () => {
    open({ '/user/bonus-history': history(ROWS) }, { permissions: ['account.view'] });
    expect((await screen.findByText(/^Перевод №/)).closest('a')).toBeNull();
  });
  it('empty by its filter: one step back to everything', async () => {
    const { user, places } = open({}, { url: '/user/account?account=2&period=202609' });
    expect(await screen.findByRole('heading', { name: 'Таких операций нет' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
    await waitFor(() => expect(places.at(-1)).toBe('/user/account'));
  });
});
