// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { deskGetUser } from '#contract/desk-users.ts';
import { AddressesPage } from '#src/features/addresses/AddressesPage.tsx';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { DeskAuditPage } from '#src/staff/desk/audit/DeskAuditPage.tsx';
import { DeskFinancePage } from '#src/staff/desk/finance/DeskFinancePage.tsx';
import { DeskPeriodPage } from '#src/staff/desk/finance/DeskPeriodPage.tsx';
import { Disputes } from '#src/staff/desk/finance/Disputes.tsx';
import { DeskOrderPage } from '#src/staff/desk/orders/DeskOrderPage.tsx';
import { DeskOrdersPage } from '#src/staff/desk/orders/DeskOrdersPage.tsx';
import { DeskReturnPage } from '#src/staff/desk/returns/DeskReturnPage.tsx';
import { DeskReturnsPage } from '#src/staff/desk/returns/DeskReturnsPage.tsx';
import { DeskUserPage } from '#src/staff/desk/users/DeskUserPage.tsx';
import { DeskUsersPage } from '#src/staff/desk/users/DeskUsersPage.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// A list is asked for when its page opens and when the network comes back, never because it went away.

afterEach(() => history.replaceState(null, '', '/'));

it.each<[path: string, page: () => ReactNode]>([
  ['/api/addresses', () => <AddressesPage />],
  ['/api/desk/orders', () => <DeskOrdersPage />],
  ['/api/desk/orders/1', () => <DeskOrderPage id={1} />],
  ['/api/desk/users', () => <DeskUsersPage />],
  ['/api/desk/users/1', () => <DeskUserPage id={1} />],
  ['/api/desk/returns', () => <DeskReturnsPage />],
  ['/api/desk/returns/1', () => <DeskReturnPage id={1} />],
  ['/api/desk/finance/periods', () => <DeskFinancePage />],
  ['/api/desk/finance/trial', () => <DeskPeriodPage period={202_611} />],
  ['/api/desk/finance/disputes', () => <Disputes />],
  ['/api/desk/audit', () => <DeskAuditPage />],
])('%s', async (path, page) => {
  const { store, asked } = onScreen(page(), () => ({
    http: 200,
    body: { status: 'error', code: 'not_found', message: 'Нет такого' },
  }));
  const times = () => asked.filter((one) => one.path === path).length;
  /** Whatever was asked before this has been sent when these have their answers. */
  const allSent = async () => {
    for (let i = 0; i < 3; i += 1) await store.get(apiAtom).send(deskGetUser, { params: { id: '9' } }).catch(() => {}); // prettier-ignore
  };
  await act(allSent);
  expect(times()).toBe(1);
  act(() => goOffline(store));
  await act(allSent);
  expect(times()).toBe(1);
  act(() => store.set(reportNetworkAtom, true));
  await act(allSent);
  expect(times()).toBe(2);
});
