// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { deskGetUser } from '#contract/desk-users.ts';
import { NotificationsPage } from '#src/features/notifications/NotificationsPage.tsx';
import { PersonalDataPage } from '#src/features/personal-data/PersonalDataPage.tsx';
import { BecomePage } from '#src/features/profile/BecomePage.tsx';
import { ProfilePage } from '#src/features/profile/ProfilePage.tsx';
import { WholesalePage } from '#src/features/profile/WholesalePage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { CLIENT } from '#tests/orders/order-on-screen.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// What a person has is asked for when its page opens and when the network comes back, never because it went away (docs/decisions/357).

afterEach(() => history.replaceState(null, '', '/'));

it.each<[path: string, page: ReactNode]>([
  ['/api/profile', <ProfilePage key="profile" code={() => null} more={[]} />],
  ['/api/profile', <BecomePage key="become" />],
  ['/api/registration/wholesale', <WholesalePage key="wholesale" />],
  ['/api/notifications', <NotificationsPage key="notifications" />],
  ['/api/consents', <PersonalDataPage key="consents" />],
  ['/api/data-export', <PersonalDataPage key="export" />],
  ['/api/account/delete', <PersonalDataPage key="deletion" />],
])('%s', async (path, page) => {
  const refused = { http: 200, body: { status: 'error', code: 'not_found', message: 'Нет такого' } };
  const { store, asked } = onScreen(page, () => refused);
  act(() => store.set(sessionStateAtom, { ...guestSession, known: true, uid: '7', user: CLIENT }));
  const times = () => asked.filter((one) => one.path === path).length;
  /** Whatever was asked before this has been sent when these have their answers. */
  const allSent = async () => {
    for (let i = 0; i < 3; i += 1) await store.get(apiAtom).send(deskGetUser, { params: { id: '9' } }).catch(() => {}); // prettier-ignore
  };
  await act(allSent);
  const opened = times();
  expect(opened).toBeGreaterThan(0);
  act(() => goOffline(store));
  await act(allSent);
  expect(times()).toBe(opened);
  act(() => store.set(reportNetworkAtom, true));
  await act(allSent);
  expect(times()).toBe(opened + 1);
});
