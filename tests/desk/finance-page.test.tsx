// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeskDispute, DeskPeriod, DeskTrial } from '#contract/desk-finance.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { DeskFinancePage } from '#src/staff/desk/finance/DeskFinancePage.tsx';
import { DeskPeriodPage } from '#src/staff/desk/finance/DeskPeriodPage.tsx';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /desk/finance in the states that it can be in; what the shop does, tests/network/finance.test.ts shows.

const AT = '2026-12-05T09:00:00.000Z';
const SHA = 'a'.repeat(64);
const closed = (more: Partial<DeskPeriod> = {}): DeskPeriod => ({
  period: 202611, state: 'closed', closes_at: '2026-12-03T21:00:00.000Z', pays_at: '2026-12-09T21:00:00.000Z', paid_at: null,
  closed: { sha256: SHA, people: 326, volume: 7572.5, earned: 3_530_685 }, approvals: [],
  posted: { people: 0, of: 32, amount: 0, carried: 0, to_correct: 0 }, late_returns: 0, ...more,
}); // prettier-ignore
const ME = { user_id: 7, name: 'Наталья Зайцева', at: AT };
const OTHER = { user_id: 8, name: 'Ольга Тихонова', at: AT };
const trial = (more: Partial<DeskTrial> = {}): DeskTrial => ({
  period: 202611, is_closed: true, people: 326, active: 79, paid_people: 32, volume: 7572.5, turnover: 40_036_000, earned: 3_530_685,
  payout_rate: 1036, turnover_rate: 882, most_rate: 2600, before: { volume: 9521.5, earned: 7_044_605, payout_rate: 1644 },
  greatest: [{ user_id: 3, name: 'Мария Соколова', cons_id: '01000157', own: 256, group: 1641.5, amount: 861_233 }],
  odd: [{ user_id: 4, name: 'Ирина Белова', cons_id: '01000012', kind: 'fallen', from: 2_431_193, to: 0 }], ...more,
}); // prettier-ignore
const question = (more: Partial<DeskDispute> = {}): DeskDispute => ({
  id: 5, user_id: 3, name: 'Мария Соколова', period: 202610, text: 'Не вижу заказа Олега Дёмина', at: AT, answer: null, answered_by: null, ...more,
}); // prettier-ignore

type Answers = Record<string, object | null>;
function open(page: 'list' | 'month', answers: Answers = {}) {
  const said: Answers = {
    periods: { periods: [closed()], needed: 2, server_time: AT },
    trial: { trial: trial() },
    disputes: { disputes: [], server_time: AT },
    approve: { period: closed({ approvals: [ME] }), needed: 2, server_time: AT },
    'disputes/answer': { disputes: [question({ answer: 'Заказ вошёл в ноябрь', answered_by: 'Наталья Зайцева' })], server_time: AT }, // prettier-ignore
    ...answers,
  };
  const drawn = onScreen(page === 'list' ? <DeskFinancePage /> : <DeskPeriodPage period={202611} />, ({ path }) => {
    const body = said[path.replace('/api/desk/finance/', '')];
    return body ? { http: 200, body: { status: 'success', ...body } } : null;
  });
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user: { ...CLIENT, role: 'staff' as const } })); // prettier-ignore
  return { ...drawn, said };
}
const step = () => screen.findByRole('region', { name: 'Начисление' });
const approve = () => screen.queryByRole('button', { name: 'Согласовать начисление' });

describe('a month', () => {
  it('is tried: share of the volume and of the turnover, the greatest bonuses, what is odd against the month before', async () => {
    open('month');
    expect((await screen.findByText('Доля выплат')).parentElement!.textContent).toMatch(/10,36.%.*26,00.%.*16,44.%/);
    expect(screen.getByText(/бонусы — 8,82.%/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /Мария Соколова.*8.612,33/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /Ирина Белова.*упал втрое и больше.*24.311,93/ })).toBeTruthy();
    expect(screen.queryByText(/ещё не закрыт/)).toBeNull();
  });
  it('that is open shows what would be, and cannot be let go', async () => {
    open('month', {
      periods: { periods: [closed({ state: 'open', closed: null })], needed: 2, server_time: AT },
      trial: { trial: trial({ is_closed: false }) },
    });
    expect(await screen.findByText(/Месяц ещё не закрыт/)).toBeTruthy();
    expect((await step()).textContent).toContain('открыт');
    expect(approve()).toBeNull();
  });
  it('is let go with a sentence about what was checked, for the very snapshot; then another person is waited for', async () => {
    const { user, asked } = open('month');
    await user.click(await screen.findByRole('button', { name: 'Согласовать начисление' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Согласовать: Ноябрь 2026' }));
    await user.click(sheet.getByRole('button', { name: 'Согласовать' }));
    expect(asked.some(({ path }) => path.endsWith('/approve'))).toBe(false);
    await user.type(sheet.getByRole('textbox', { name: /Причина/ }), 'Сверила с оборотом');
    await user.click(sheet.getByRole('button', { name: 'Согласовать' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ path }) => path.endsWith('/approve'))?.body).toEqual({ period: 202611, sha256: SHA, reason: 'Сверила с оборотом' }); // prettier-ignore
    expect((await step()).textContent).toMatch(/Согласовано 1 из 2.*Наталья Зайцева.*Второе согласование даёт другой сотрудник/); // prettier-ignore
    expect(approve()).toBeNull();
  });
  it('that two have let go waits for the 10th, and late returns are told', async () => {
    open('month', { periods: { periods: [closed({ approvals: [ME, OTHER], late_returns: 2 })], needed: 2, server_time: AT } }); // prettier-ignore
    expect((await step()).textContent).toMatch(
      /Согласован\. Начислится с 10.декабря, 00:00 по.Москве.*После закрытия вернули товары: 2/,
    );
    expect(approve()).toBeNull();
  });
  it('without a network cannot be let go; a refusal keeps what was written', async () => {
    const { user, store, said } = open('month', { approve: { status: 'error', code: 'snapshot_changed', message: 'Месяц посчитан заново' } }); // prettier-ignore
    await user.click(await screen.findByRole('button', { name: 'Согласовать начисление' }));
    const words = screen.getByRole('textbox', { name: /Причина/ });
    await user.type(words, 'Сверила с оборотом');
    await user.click(screen.getByRole('button', { name: 'Согласовать' }));
    expect(await screen.findByText(/Месяц посчитан заново/)).toBeTruthy();
    expect((words as HTMLInputElement).value).toBe('Сверила с оборотом');
    expect(said['approve']).toBeTruthy();
    act(() => goOffline(store));
    expect(await screen.findByRole('button', { name: 'Нужен интернет', hidden: true })).toBeTruthy();
  });
  it('that nobody knows says so', async () => {
    open('month', { periods: { periods: [], needed: 2, server_time: AT } });
    expect(await screen.findByRole('heading', { name: 'Такого месяца нет' })).toBeTruthy();
  });
});

describe('the list', () => {
  it('says of each month what it waits for, and tries again after a failure', async () => {
    const { user, said } = open('list', { periods: null });
    const [again] = await screen.findAllByRole('button', { name: 'Повторить' });
    said['periods'] = { periods: [closed(), closed({ period: 202610, state: 'paid', approvals: [ME, OTHER], paid_at: AT })], needed: 2, server_time: AT }; // prettier-ignore
    await user.click(again!);
    expect((await screen.findByRole('row', { name: /Ноябрь 2026/ })).textContent).toContain('Согласовано 0 из 2');
    expect(screen.getByRole('row', { name: /Октябрь 2026/ }).textContent).toMatch(
      /Начислен 5.декабря, 12:00 по.Москве/,
    );
  });
  it('has the questions of consultants, and answers one', async () => {
    const { user, asked } = open('list', { disputes: { disputes: [question()], server_time: AT } });
    const part = within(await screen.findByRole('region', { name: 'Вопросы о начислениях' }));
    expect(await part.findByText('Не вижу заказа Олега Дёмина')).toBeTruthy();
    await user.click(part.getByRole('button', { name: 'Ответить' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Ответить: Мария Соколова' }));
    await user.type(sheet.getByRole('textbox', { name: /Ответ/ }), 'Заказ вошёл в ноябрь');
    await user.click(sheet.getByRole('button', { name: 'Отправить ответ' }));
    expect(await part.findByText('Наталья Зайцева: Заказ вошёл в ноябрь')).toBeTruthy();
    expect(asked.find(({ path }) => path.endsWith('/answer'))?.body).toEqual({ id: 5, words: 'Заказ вошёл в ноябрь' });
  });
});
