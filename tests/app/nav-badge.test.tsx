// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { NavBadgeWords } from '#src/app/NavBadge.tsx';
import { cartAtom } from '#src/features/cart/cart-view.atoms.ts';
import { cartCountAtom } from '#src/features/cart/cart.atoms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { NOTHING_READ } from '#src/sync-client/client.types.ts';
import { showSyncAtom } from '#src/sync-client/sync.atoms.ts';
import { pulledCart } from '#tests/checkout/cart-of-one.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The badge of a start: the cart's code comes after the first cards, seconds later on a slow phone.

beforeEach(() => localStorage.clear());
const start = async (id: number) => {
  const drawn = onScreen(<NavBadgeWords />, () => null);
  const user = { ...guestSession.user, isGuest: false, id, role: 'cons' as const };
  await act(async () => drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: String(id), user }));
  return drawn;
};
const words = () => document.querySelector('#cart-pieces')?.textContent;
const read = (
  store: Awaited<ReturnType<typeof start>>['store'],
  uid: string,
  bases: ReturnType<typeof pulledCart> | object,
) => act(async () => store.set(showSyncAtom, { ...NOTHING_READ, uid, isRead: true, bases: bases as never }, new Set()));

it('says what this phone showed last until the cart has been read, to the same person only', async () => {
  const first = await start(7);
  expect(words()).toBe('пусто');
  await read(first.store, '7', pulledCart());
  expect(words()).toBe('1 штука');
  first.unmount();

  const second = await start(7);
  expect(words()).toBe('1 штука');
  await read(second.store, '7', {});
  expect(words()).toBe('пусто');
  second.unmount();
  await start(7);
  expect(words()).toBe('пусто');
});

it('says nothing of another person’s cart, and nothing of damaged memory', async () => {
  localStorage.setItem('pieces', JSON.stringify(['7', 4]));
  const other = await start(8);
  expect(words()).toBe('пусто');
  other.unmount();
  for (const kept of ['nonsense', '{}', '[]', '["8",-1]', '["8",1.5]', '["8","4"]', 'null']) {
    localStorage.setItem('pieces', kept);
    const drawn = await start(8);
    expect(words()).toBe('пусто');
    drawn.unmount();
  }
  expect(screen.queryByText('4 штуки')).toBeNull();
});

it('counts what can be bought, as the cart beside it does', async () => {
  const { store } = await start(7);
  await read(store, '7', pulledCart());
  expect([store.get(cartCountAtom), store.get(cartAtom).totals.count]).toEqual([1, 1]);
  await read(store, '7', pulledCart('gone'));
  expect([store.get(cartCountAtom), store.get(cartAtom).totals.count]).toEqual([0, 0]);
});
