// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'jotai';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { Guarded } from '#src/app/Guarded.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// A browser that holds a session and a device that does not remember it: nobody is sent to log in before the shop was asked;
// docs/product/addresses.md#who-may-enter.

type Word = { http: number; body: unknown };
/** The counter's address on a device that knows nobody; `answer` is what the shop says of who it is. */
async function open(answer: Promise<Word>) {
  const { hook, history } = memoryLocation({ path: '/punkt', record: true });
  const drawn = onScreen(
    <Router hook={hook}>
      <Guarded route={{ path: '/punkt', screen: () => <p>Открыто</p> }} isBare={false} />
    </Router>,
    ({ path }) => (path === '/user/data' ? answer : null),
  );
  await act(async () => drawn.store.set(sessionStateAtom, { ...guestSession, known: true }));
  const isAsked = () => drawn.asked.some(({ path }) => path === '/user/data');
  return { ...drawn, history, isAsked };
}

it('waits for the shop, and opens for whoever it names', async () => {
  const { store, history, isAsked } = await open(new Promise(() => {}));
  await waitFor(() => expect(isAsked()).toBe(true));
  expect(history).toEqual(['/punkt']);
  const user = {
    ...guestSession.user,
    isGuest: false,
    id: 7,
    role: 'cons' as const,
    isCons: true,
    isPunktVydachi: true,
  };
  await act(async () => store.set(sessionStateAtom, { ...guestSession, known: true, user }));
  expect(await screen.findByText('Открыто')).toBeTruthy();
  expect(history).toEqual(['/punkt']);
});
it('a guest is led to login as soon as the shop knows nobody, and only once asked', async () => {
  const { history, isAsked } = await open(Promise.resolve({ http: 500, body: {} }));
  await waitFor(() => expect(history.at(-1)).toBe('/login?return=%2Fpunkt'));
  expect(isAsked()).toBe(true);
});
it('without a network the device’s word is all there is', async () => {
  const { hook, history } = memoryLocation({ path: '/punkt', record: true });
  const drawn = onScreen(<div />);
  drawn.store.set(networkAtom, { isOnline: false, since: 1 });
  drawn.unmount();
  drawn.store.set(sessionStateAtom, { ...guestSession, known: true });
  render(
    <Provider store={drawn.store}>
      <Router hook={hook}>
        <Guarded route={{ path: '/punkt', screen: () => <p>Открыто</p> }} isBare={false} />
      </Router>
    </Provider>,
  );
  await waitFor(() => expect(history.at(-1)).toBe('/login?return=%2Fpunkt'));
  expect(drawn.asked).toEqual([]);
});
