// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CareerPage } from '#src/features/career/CareerPage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// /user/career in the states that it can be in; its numbers: tests/network/career.test.ts and tests/plan/forecast.test.ts.

const AT = '2026-11-21T09:00:00.000Z';
const leg = (group: number, own: number) => ({ groupHalf: group * 2, ownHalf: own * 2, belowHalf: 0, inLine1: true });
const CAREER = {
  status: 'success',
  period: 202611,
  as_of: AT,
  own_half: 95,
  group_half: 4680,
  rung: 5,
  title: 5,
  is_preliminary: false,
  counts: { activeInLine1: 8, branches: [] },
  below: {
    legs: [[842, 126.5], [610.5, 88], [318, 64.5], [204.5, 41], [112, 30], [52, 52], [45, 45], [44, 44], [35, 35]].map(([group = 0, own = 0]) => leg(group, own)), // prettier-ignore
    looseHalf: 59,
    rest: [],
  },
  history: [
    { title: 5, period: 202606 },
    { title: 4, period: 202601 },
  ],
  registered_at: AT,
  server_time: AT,
};
function open(answer: (() => object | null) | null = () => ({})) {
  const drawn = onScreen(<CareerPage daysLeft={10} />, ({ path }) => {
    const more = path === '/api/network/career' ? answer?.() : null;
    return more ? { http: 200, body: { ...CAREER, ...more } } : null;
  });
  const user = { ...CLIENT, role: 'cons' as const, isCons: true };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return drawn;
}
const part = (name: string | RegExp) => within(screen.getByRole('region', { name }));
const sum = () => screen.getByText('Доход за месяц').parentElement!.textContent!.replaceAll(/\s/g, ' ');

it('shows where one stands, what is missing, and says that income is not guaranteed', async () => {
  open();
  await screen.findByRole('region', { name: 'Лестница' });
  expect(screen.getByText('Менеджер с июня 2026')).toBeTruthy();
  const now = part('Лестница')
    .getAllByRole('listitem')
    .find((row) => row.getAttribute('aria-current') === 'step');
  expect(now!.textContent).toContain('Менеджерсейчас');
  const needs = part('До звания «Старший менеджер»');
  expect(needs.getByText(/не хватает 660.баллов, это 66 в день/)).toBeTruthy();
  expect(needs.getByText(/не хватает 2,5.балла/)).toBeTruthy();
  expect(needs.getByText('Активных в 1-й линии')).toBeTruthy();
  // The ladder's row of the same title tells the same, those above it what they add.
  const rowOf = (name: string) => part('Лестница').getAllByRole('listitem').find((row) => row.textContent.startsWith(name))!; // prettier-ignore
  expect(rowOf('Старший менеджер').textContent).toContain('ЛО от 50, 3 активных в 1-й линии');
  expect(rowOf('Директор').textContent.replaceAll(/\s/g, ' ')).toContain('ещё ЛО от 50, 2 ветки: координатор');
  expect(part('Лестница').getByText(/Условия складываются/)).toBeTruthy();
  expect(screen.getByText('Доход зависит от личных усилий и не гарантирован.')).toBeTruthy();
});

it('«что, если» follows the sliders, and goes back', async () => {
  const { user } = open();
  expect(await screen.findByText('Что, если')).toBeTruthy();
  expect(sum()).toContain('6 519,38 ₽');
  fireEvent.change(screen.getByRole('slider', { name: /Ваш личный объём/ }), { target: { value: '50' } });
  fireEvent.change(screen.getByRole('slider', { name: /Структура добавит/ }), { target: { value: '657.5' } });
  expect(part('Что, если').getAllByText('Старший менеджер')).toHaveLength(2);
  expect(sum()).toMatch(/\+4 \d{3},\d\d ₽/);
  fireEvent.change(screen.getByRole('slider', { name: /Ваш личный объём/ }), { target: { value: '29.5' } });
  expect(sum()).toContain('0 ₽');
  expect(screen.getByText(/При ЛО меньше 30 период не активен/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Вернуть как сейчас' }));
  expect(sum()).toContain('6 519,38 ₽');
});

it('«что, если» leaves room above what somebody has already', async () => {
  open(() => ({ own_half: 512 }));
  const own = await screen.findByRole<HTMLInputElement>('slider', { name: /Ваш личный объём/ });
  expect([own.value, own.max]).toEqual(['256', '600']);
});

it('without a network the last copy is shown with its date, and still counts', async () => {
  let isAway = false;
  const { store, unmount } = open(() => (isAway ? null : {}));
  await screen.findByRole('region', { name: 'Лестница' });
  isAway = true;
  act(() => goOffline(store));
  expect(screen.getByText(/^данные /)).toBeTruthy();
  fireEvent.change(screen.getByRole('slider', { name: /Ваш личный объём/ }), { target: { value: '100' } });
  expect(sum()).toMatch(/\+/);
  unmount();
});

it('says how a month becomes active, and what stands at the top of the ladder', async () => {
  open(() => ({ own_half: 37, title: 10 }));
  expect(await screen.findByText(/Месяц пока не активен/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Вы на вершине лестницы' })).toBeTruthy();
});

it('never opened and no network: says so, with a way to try again', async () => {
  open(null);
  expect(await screen.findByText(/Нужен интернет|временно не доступен/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});
