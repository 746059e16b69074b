// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { atom } from 'jotai';
import { beforeEach, expect, it, vi } from 'vitest';
import { Notices } from '#src/features/notices/Notices.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import type { SessionEvent } from '#src/features/session/session-bus.ts';
import { followLife } from '#src/features/session/session-commands.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A logout in one tab takes the page of the other away; that one says why (docs/product/offline.md#logout).

const lifeAtom = atom(null, (get, set, event: SessionEvent) => followLife(get, set, event));
const WORDS = /^Вы вышли из аккаунта в.другой вкладке$/;
function start(id: number | null) {
  const drawn = onScreen(<Notices />);
  const user = { ...guestSession.user, ...(id === null ? {} : { isGuest: false, id, role: 'client' as const }) };
  const uid = id === null ? guestSession.uid : String(id);
  act(() => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid, user }));
  return { ...drawn, live: (event: SessionEvent) => act(() => drawn.store.set(lifeAtom, event)) };
}
beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(location, 'replace').mockImplementation(() => {});
});

it('is told by the page that is loaded instead, once', async () => {
  const left = start(7);
  await left.live({ type: 'logout', uid: '7' });
  expect(location.replace).toHaveBeenCalledWith('/katalog');
  left.unmount();
  const next = start(null);
  await next.live('refresh');
  expect(screen.getByText(WORDS)).toBeTruthy();
  next.unmount();
  await start(null).live('refresh');
  expect(screen.queryByText(WORDS)).toBeNull();
});

it('nobody is told of another person’s logout, nor a guest', async () => {
  const other = start(8);
  await other.live({ type: 'logout', uid: '7' });
  other.unmount();
  const guest = start(null);
  await guest.live({ type: 'logout', uid: '7' });
  await guest.live('refresh');
  expect(screen.queryByText(WORDS)).toBeNull();
});
