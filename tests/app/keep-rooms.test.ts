// @vitest-environment happy-dom
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRooms } from '#src/app/keep-rooms.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { keepSurface } from '#src/platform/update/keep-surface.ts';

// Whose phone keeps the rooms of consultants and learners, and when it is asked for them (docs/decisions/390, 593).

vi.mock('#src/platform/update/keep-surface.ts', () => ({ keepSurface: vi.fn<() => Promise<boolean>>() }));
vi.mock('#src/platform/display/when-idle.ts', () => ({ whenIdle: (work: () => void) => idle.push(work) }));
const asked = vi.mocked(keepSurface);
let idle: (() => void)[] = [];
let end = (): void => {};
const becomesIdle = async () => {
  for (const work of idle.splice(0)) work();
  await new Promise((done) => setTimeout(done));
};

const guest = { ...guestSession, known: true };
const account = (role: 'client' | 'cons' | 'optovik') => ({
  ...guest,
  uid: '7',
  user: { ...guest.user, isGuest: false, id: 7, role, isCons: role === 'cons' },
});
function phoneOf(session: typeof guest) {
  const store = createStore();
  store.set(sessionStateAtom, session);
  end = keepRooms(store);
  return store;
}

beforeEach(() => {
  idle = [];
  asked.mockReset().mockResolvedValue(true);
});
afterEach(() => end());

it('asks once a consultant is here, and only when the phone is idle', async () => {
  const store = phoneOf(guest);
  await becomesIdle();
  expect(asked).not.toHaveBeenCalled();
  store.set(sessionStateAtom, account('cons'));
  expect(asked).not.toHaveBeenCalled();
  await becomesIdle();
  expect(asked.mock.calls).toEqual([['consultant'], ['learner']]);
  store.set(sessionStateAtom, { ...account('cons'), isFresh: true });
  dispatchEvent(new Event('online'));
  await becomesIdle();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('a client asks for the rooms of learners alone, a guest and a wholesaler for none', async () => {
  const store = phoneOf(account('optovik'));
  dispatchEvent(new Event('online'));
  store.set(sessionStateAtom, guest);
  await becomesIdle();
  expect(asked).not.toHaveBeenCalled();
  store.set(sessionStateAtom, account('client'));
  await becomesIdle();
  expect(asked.mock.calls).toEqual([['learner']]);
});

it('a file that did not come is asked for again with the network', async () => {
  asked.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('the worker went'));
  phoneOf(account('client'));
  await becomesIdle();
  for (let time = 2; time <= 3; time += 1) {
    dispatchEvent(new Event('online'));
    await becomesIdle();
    expect(asked).toHaveBeenCalledTimes(time);
  }
  dispatchEvent(new Event('online'));
  await becomesIdle();
  expect(asked).toHaveBeenCalledTimes(3);
});
