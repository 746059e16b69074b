// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { numberWords } from '#src/ui/format.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { BooksPage } from '#src/staff/desk/books/BooksPage.tsx';
import { monthsBack } from '#src/staff/desk/books/books.rules.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /desk/books in the states that it can be in; what the shop does, tests/desk/books.test.ts shows.

const AT = '2026-11-21T09:00:00.000Z';
const zero = { taken: 100_000, given_back: 0, booked: 100_000, returning: 0, in_review: 0, unexplained: 0 };
const card = { code: 1, name: 'Банковской картой', ...zero };
const waiting = {
  id: 3, user_id: 9, name: 'Ольга Громова', account_type: 0, amount: -10_000, reason: 'Двойной возврат', state: 'waiting',
  asked_by: 'Наталья Зайцева', asked_at: AT, decided_by: null, decided_at: null, decision: null, can_decide: true,
}; // prettier-ignore
const BALANCES = [0, 1, 2].map((type) => ({ account_type: type, amount: 0, available: 0 }));
function open(answers: Record<string, object> = {}) {
  const base: Record<string, object> = {
    liabilities: { liabilities: [{ account_type: 0, name: 'ЛС — личный счёт', people: 3, owed: 500_000, debts: 0, held: 0 }], balance: 0, server_time: AT },
    reconcile: { totals: [card], lines: [], line_count: 0, server_time: AT },
    corrections: { corrections: [waiting], server_time: AT },
    'corrections/decide': { corrections: [{ ...waiting, state: 'done', can_decide: false, decided_by: 'Ольга Тихонова', decided_at: AT, decision: 'Сверила' }], server_time: AT },
    'corrections/ask': { corrections: [waiting, { ...waiting, id: 4, can_decide: false }], server_time: AT },
    holder: { holder: { user_id: 9, name: 'Ольга Громова', cons_id: '01000157', balances: BALANCES } },
  }; // prettier-ignore
  const drawn = onScreen(<BooksPage />, ({ path }) => {
    const name = path.replace('/api/desk/finance/', '');
    const body = answers[name] ?? base[name];
    return body ? { http: 200, body: { status: 'success', ...body } } : null;
  });
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user: { ...CLIENT, role: 'staff' as const } })); // prettier-ignore
  return drawn;
}
const sentTo = (asked: { path: string; body: unknown }[], name: string) =>
  asked.filter(({ path }) => path === `/api/desk/finance/${name}`).map(({ body }) => body);

it('months go back over the year, by the day in Moscow', () => {
  expect(monthsBack(new Date('2026-01-31T21:30:00Z'), 3)).toEqual([202602, 202601, 202512]);
});

describe('the books', () => {
  it('say that all agrees, and give registers of the month', async () => {
    open();
    expect(await screen.findByText('Построчно всё сходится.')).toBeTruthy();
    const registers = screen.getByRole('navigation', { name: /Реестры/ });
    expect(within(registers).getAllByRole('link').map(({ textContent }) => textContent?.trim())).toEqual(['Платежи', 'Начисления', 'Остатки']); // prettier-ignore
  });
  it('put what nothing explains first, and a ledger that is not balanced above all', async () => {
    const line = { ...card, order_id: 30_377, payment_id: null, booked: 90_000, unexplained: 10_000 };
    open({
      reconcile: { totals: [{ ...card, booked: 90_000, unexplained: 10_000 }], lines: [line], line_count: 1, server_time: AT },
      liabilities: { liabilities: [], balance: -5, server_time: AT },
    }); // prettier-ignore
    expect(await screen.findByText(/деньги, которых ничто не объясняет/)).toBeTruthy();
    expect(screen.getByRole('link', { name: `Заказ ${numberWords(30377)}` }).getAttribute('href')).toBe(
      '/desk/orders/30377',
    );
    expect(await screen.findByText(/не сходится в ноль/)).toBeTruthy();
  });
  it('let another person decide, with words of their own', async () => {
    const { user, asked } = open();
    await user.click(await screen.findByRole('button', { name: 'Провести' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.type(sheet.getByRole('textbox', { name: /Что вы проверили/ }), 'Сверила');
    await user.click(sheet.getByRole('button', { name: 'Провести' }));
    expect(await screen.findByText('проведено')).toBeTruthy();
    expect(sentTo(asked, 'corrections/decide')).toEqual([{ id: 3, approve: true, reason: 'Сверила' }]);
  });
  it('propose for somebody who was found, and for nobody else', async () => {
    const { user, asked } = open({ corrections: { corrections: [], server_time: AT } });
    await user.click(await screen.findByRole('button', { name: 'Предложить исправление' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.type(sheet.getByRole('textbox', { name: /Причина/ }), 'Двойной возврат');
    await user.type(sheet.getByRole('textbox', { name: /Сумма/ }), '100');
    await user.click(sheet.getByRole('button', { name: 'Предложить' }));
    expect(sheet.getByText('Найдите, чей это счёт')).toBeTruthy();
    await user.type(sheet.getByRole('textbox', { name: /Номер консультанта/ }), '01000157');
    await user.click(sheet.getByRole('button', { name: 'Найти' }));
    expect(await sheet.findByText('Ольга Громова, 01000157')).toBeTruthy();
    await user.selectOptions(sheet.getByRole('combobox', { name: /Что сделать/ }), 'take');
    await user.click(sheet.getByRole('button', { name: 'Предложить' }));
    await screen.findAllByText('ждёт второго');
    expect(sentTo(asked, 'corrections/ask')).toEqual([{ user_id: 9, account_type: 0, amount: -10_000, reason: 'Двойной возврат' }]); // prettier-ignore
  });
  it('move nothing without a network', async () => {
    const { store, user, asked } = open();
    const button = await screen.findByRole('button', { name: 'Провести' });
    act(() => goOffline(store));
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(asked, 'corrections/decide')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Платежи' })).toBeNull();
  });
});
