// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { moscowToday } from '#src/features/reports/reports.words.ts';
import { ReportPage } from '#src/features/reports/ReportPage.tsx';
import { ReportsIndex } from '#src/features/reports/ReportsIndex.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// The six reports at a glance (docs/product/reports.md#index).

const AT = '2026-11-21T09:00:00.000Z';
const TOTALS = { people: 60, active: 34, own: 0, orders: 0, amount: 0, silent: 11, sleeping: 7, gone: 8, qualified: 1 };
const PERIODS = [{ id: 202611, name: 'Ноябрь 2026' }];
const list = (total: number, items: readonly object[] = []) => ({ status: 'success', server_time: AT, as_of: AT, period: PERIODS[0], periods: PERIODS, parents: [{ id: 7, name: 'Мария Соколова' }], page: 1, pages: 1, total, totals: TOTALS, items, branches: [] }); // prettier-ignore
const born = (id: number, day: string) => ({ id, cons_id: `0100030${id}`, name: `Консультант ${id}`, line: 1, day, city: null, phone: null, email: null }); // prettier-ignore
const month = (period: number, go: number) => ({ period, lo: 1, go, no: 1, rookies: 0, active: 1, status: null, bonus: 0, is_open: period === 202611 }); // prettier-ignore
const SHOP: Record<string, object> = {
  '/api/user/reports/activity': list(60),
  '/api/user/reports/inactive': list(26),
  '/api/user/reports/rookie': list(4),
  '/api/user/reports/birthdays': list(2, [born(1, moscowToday()), born(2, '02-30')]),
  '/user/reports/new-statuses/search': list(3),
  '/reports/personal-stat/periods': { status: 'success', server_time: AT, as_of: AT, id: 7, name: 'Мария Соколова', stat: [month(202610, 900), month(202611, 2340)] }, // prettier-ignore
};
/** `isAway`: no network from now on. */
function open(phone: { isAway: boolean }) {
  const drawn = onScreen(<ReportsIndex />, ({ path }) => {
    const body = phone.isAway ? undefined : SHOP[path];
    return body ? { http: 200, body } : null;
  });
  const user = { ...CLIENT, id: 7, name: 'Мария Соколова', role: 'cons' as const, isCons: true, cons_id: '01000157' };
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user }));
  return drawn;
}
const tiles = () => screen.getAllByRole('listitem').map((one) => (one.textContent ?? '').replaceAll('\u00a0', ' '));
beforeEach(() => history.replaceState(null, '', '/user/reports'));

it('tells of each report what it comes to, and when that was', async () => {
  open({ isAway: false });
  await screen.findByText('34 из 60');
  await waitFor(() => expect(screen.getAllByText(/^данные/)).toHaveLength(6));
  expect(tiles().map((text) => text.replace(/данные.*/, ''))).toEqual([
    'Активность консультантов34 из 60 активны',
    'Неактивные консультанты26 ушедших: 8',
    'Новички4 квалифицированы: 1',
    'Дни рождения2 сегодня: 1',
    'Новые статусы3 за месяц',
    'Личная статистика2 340 ГО месяца',
  ]);
  expect(screen.getByText(/^Мария Соколова/).textContent).toBe('Мария Соколова 01000157, ноябрь 2026');
});

it('whoever has been here opens a report without a signal that was never opened', async () => {
  const phone = { isAway: false };
  const { store, rerender } = open(phone);
  await waitFor(() => expect(screen.getAllByText(/^данные/)).toHaveLength(6));
  phone.isAway = true;
  const { Provider } = await import('jotai');
  rerender(
    <Provider store={store}>
      <ReportPage report="birthdays" />
    </Provider>,
  );
  expect(await screen.findByText('Консультант 1')).toBeTruthy();
});

it('never opened and no network: the tiles lead on all the same, and say what they need', async () => {
  open({ isAway: true });
  await waitFor(() => expect(screen.getAllByText('Откройте со связью раз, и будет без сети')).toHaveLength(6));
  expect(screen.getAllByRole('link')).toHaveLength(6);
});
