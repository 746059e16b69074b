// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BonusMonth, BonusSource } from '#contract/bonuses.ts';
import { BonusMonthPage } from '#src/features/accounts/BonusMonthPage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// «Откуда эта сумма» in the states that it can be in; what the shop answers, tests/network/bonuses.test.ts shows.

const AT = '2026-11-10T09:00:00.000Z';
const PATH = '/user/bonuses/202610';
const MONTH: BonusMonth = {
  period: 202610, state: 'paid', own: 189, group: 1613, active: true, status: { id: 5, name: 'Менеджер', percent: 14 }, bonus: 235_507,
  leader: 0, carried_in: 0, carried_on: 0, posted: { amount: 235_507, at: AT }, corrected: 0, missing: null,
}; // prettier-ignore
const person = (user_id: number, name: string) => ({ user_id, name });
const SOURCES: BonusSource[] = [
  { kind: 'own', person: person(7, 'Мария Соколова'), volume: 189, percent: 14, mine: 14, theirs: 0, amount: 119_070, passed: [] },
  { kind: 'branch', person: person(9, 'Анатолий Елисеев'), volume: 287.5, percent: 9, mine: 14, theirs: 5, amount: 116_437, passed: [person(8, 'Лидия Громова')] },
]; // prettier-ignore
const told = (more: object = {}) => ({
  status: 'success', month: MONTH, sources: SOURCES, more: { count: 0, amount: 0 }, corrections: [], dispute: null, server_time: AT, ...more,
}); // prettier-ignore
const VOLUME = {
  status: 'success', person: person(9, 'Анатолий Елисеев'), own: 40, group: 287.5, percent: 5, active: true,
  orders: [{ number: 30_535, kind: 'order', points: 45, at: AT }, { number: 30_535, kind: 'return', points: -5, at: AT }],
  line1: [{ ...person(11, 'Олег Дёмин'), own: 12, group: 247.5, percent: 0, active: false }], server_time: AT,
}; // prettier-ignore
function open(answers: Record<string, object> = {}) {
  const said: Record<string, object> = { [PATH]: told(), '/user/bonuses/volume': VOLUME, ...answers };
  const drawn = onScreen(<BonusMonthPage period={202610} />, ({ path }) =>
    said[path] ? { http: 200, body: said[path] } : null,
  );
  const user = { ...CLIENT, role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return { ...drawn, said };
}
const row = async (name: string) => within((await screen.findByText(name)).closest('li')!);

describe('where a bonus comes from', () => {
  it('whose volume, which percent, who was passed over, what came onto КС', async () => {
    open();
    expect((await row('Мой объём')).getByText(/мой объём × 45.₽ × 14.%/)).toBeTruthy();
    const branch = await row('Анатолий Елисеев');
    expect(branch.getByText(/ветка × 45.₽ × \(14 − 5\).%/)).toBeTruthy();
    expect(screen.getByText(/Доли копеек собраны в последней строке/)).toBeTruthy();
    expect(branch.getByText(/Сжатие: Лидия Громова — без активности/)).toBeTruthy();
    expect(screen.getByText('На КС 10 ноября').parentElement!.textContent).toMatch(/2.355,07/);
  });
  it('down to the orders and their returns, and on to the line below; asked for when it is opened', async () => {
    const { asked } = open();
    const branch = await row('Анатолий Елисеев');
    expect(asked.some(({ path }) => path === '/user/bonuses/volume')).toBe(false);
    // happy-dom opens no <details> by a click on its summary.
    const details = branch.getByText('Из чего объём').closest('details')!;
    act(() => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    expect(await branch.findByText(/^заказ № 30.535/)).toBeTruthy();
    expect(branch.getByText(/^Возврат, заказ № 30.535/)).toBeTruthy();
    expect(branch.getByText(/^\s*без активности$/).parentElement!.textContent).toContain('Олег Дёмин');
    expect(asked.find(({ path }) => path === '/user/bonuses/volume')?.body).toEqual({ period: 202610, user_id: 9 });
  });
  it('a month without a bonus says what was missing; what late returns have changed stands apart', async () => {
    const month = { ...MONTH, bonus: 0, posted: null, active: false, missing: { why: 'inactive', points: 0.5 } };
    open({ [PATH]: told({ month, sources: [], corrections: [{ at: AT, amount: -12_345 }] }) });
    expect(await screen.findByText(/ЛО не хватило 0,5.балла до 30/)).toBeTruthy();
    expect(screen.getByText(/Перерасчёт 10 ноября: возврат после закрытия/).parentElement!.textContent).toContain('−123,45'); // prettier-ignore
  });
  it('without a network the last copy is there with its date, and no question can be sent', async () => {
    const { store } = open();
    await screen.findByText('Мой объём');
    act(() => goOffline(store));
    expect(screen.getByText(/^данные (на|от)/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Оспорить можно, когда будет сеть' }).getAttribute('aria-disabled')).toBe('true'); // prettier-ignore
  });
  it('a month that is none says so and leads back', async () => {
    open({ [PATH]: { status: 'error', code: 'not_found', message: 'Такого месяца нет' } });
    expect(await screen.findByRole('heading', { name: 'Такого месяца нет' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'К счетам' }).getAttribute('href')).toBe('/user/account');
  });
});

describe('«Оспорить начисление»', () => {
  const write = async (user: ReturnType<typeof open>['user'], text: string) => {
    await user.click(await screen.findByRole('button', { name: 'Оспорить начисление' }));
    await user.type(screen.getByRole('textbox', { name: /С чем вы не согласны/ }), text);
    await user.click(screen.getByRole('button', { name: 'Отправить вопрос' }));
  };
  it('goes to the desk, and then waits', async () => {
    const { user, asked } = open({ '/user/bonuses/dispute': { status: 'success', message: 'Вопрос у нас', server_time: AT } }); // prettier-ignore
    await write(user, 'Не вижу заказа Олега Дёмина');
    expect(await screen.findByText(/Вопрос о месяце у нас/)).toBeTruthy();
    expect(asked.find(({ path }) => path === '/user/bonuses/dispute')?.body).toEqual({ period: 202610, text: 'Не вижу заказа Олега Дёмина' }); // prettier-ignore
  });
  it('too short is said at its field and not sent; a refusal keeps the words', async () => {
    const { user, asked } = open({ '/user/bonuses/dispute': { status: 'error', code: 'dispute_open', message: 'Вопрос об этом месяце уже у нас' } }); // prettier-ignore
    await write(user, 'Мало');
    expect(await screen.findByText(/Опишите, с чем вы не согласны/)).toBeTruthy();
    expect(asked.some(({ path }) => path === '/user/bonuses/dispute')).toBe(false);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /С чем вы не согласны/ });
    await user.type(field, ' бонуса за октябрь');
    await user.click(screen.getByRole('button', { name: 'Отправить вопрос' }));
    expect(await screen.findByText('Вопрос об этом месяце уже у нас')).toBeTruthy();
    expect(field.value).toBe('Мало бонуса за октябрь');
  });
  it('closed in the midst of it and opened again, the words are there', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Оспорить начисление' }));
    await user.type(screen.getByRole('textbox', { name: /С чем вы не согласны/ }), 'Не вижу заказа');
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Оспорить начисление' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /С чем вы не согласны/ }).value).toBe(
      'Не вижу заказа',
    );
  });
  it('that was answered shows both', async () => {
    open({ [PATH]: told({ dispute: { state: 'answered', text: 'Почему так мало?', answer: 'Заказ вошёл в ноябрь', at: AT } }) }); // prettier-ignore
    expect(await screen.findByText('Почему так мало?')).toBeTruthy();
    expect(screen.getByText('Заказ вошёл в ноябрь')).toBeTruthy();
  });
});
