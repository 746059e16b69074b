// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { expect, it } from 'vitest';
import type { WaitingOrder } from '#contract/counter.ts';
import { CounterPage } from '#src/staff/punkt/CounterPage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { readKept } from '#src/offline/kept/kept.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { loadCounterAtom } from '#src/staff/punkt/counter.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// A point with more orders than one answer carries (docs/decisions/442).

const POINT = { site: '3:CO-4', name: 'Центр', city: 'Томск', address: 'пр. Ленина, 80' };
const PIECE = 250;
const order = (id: number): WaitingOrder => ({
  id,
  name: `Покупатель ${id}`,
  phone: String(id % 10_000).padStart(4, '0'),
  cells: ['А-12'],
  parcels: [`P${id}-1`],
  arrived_at: '2026-11-20T09:00:00Z',
  keep_until: '2099-11-28T16:59:59Z',
  reminded_at: null,
  lines: Array.from({ length: 4 }, (_, line) => ({
    line_id: id * 10 + line,
    title: 'Крем для лица ночной с маслом облепихи',
    code: '40101',
    pack: '50 мл',
    image: null,
    pieces: 1,
    marks: 0,
  })),
});
const SERGEY = { ...guestSession, known: true, uid: '7', user: { ...guestSession.user, isGuest: false, id: 7, name: 'Сергей Ким' } }; // prettier-ignore

/** The shop's list, which the test changes; what it is told by pieces. */
function open(state: { orders: WaitingOrder[]; failAfter?: number }) {
  const place = memoryLocation({ path: '/punkt' });
  const drawn = onScreen(
    <Router hook={place.hook}>
      <CounterPage openId={null} />
    </Router>,
    ({ path, body }) => {
      // prettier-ignore
      if (path !== '/api/punkt/orders') return { http: 503, body: { status: 'error', code: 'unavailable', message: 'Магазин занят' } }; // prettier-ignore
      const { after } = body as { after: number };
      if (state.failAfter !== undefined && after >= state.failAfter) return null;
      const left = state.orders.filter(({ id }) => id > after);
      const orders = left.slice(0, PIECE);
      const next = left.length > PIECE ? (orders.at(-1)?.id ?? null) : null;
      return { http: 200, body: { status: 'success', server_time: '2026-11-21T09:00:00Z', point: POINT, points: [POINT], shift: null, orders, next, total: state.orders.length, supplies: 0 } }; // prettier-ignore
    },
  );
  act(() => drawn.store.set(sessionStateAtom, SERGEY));
  return drawn;
}
const shownCount = async (count: number) =>
  waitFor(() => expect(screen.getByRole('region', { name: 'Ждут выдачи' }).textContent).toContain(`Ждут выдачи${count}`)); // prettier-ignore
const many = (count: number) => Array.from({ length: count }, (_, at) => order(30_000 + at));

it('a thousand orders come in pieces, each is kept, and all are found in airplane mode', async () => {
  const { user, store, asked } = open({ orders: many(1000) });
  await shownCount(1000);
  expect(asked.filter(({ path }) => path === '/api/punkt/orders').map(({ body }) => (body as { after: number }).after)).toEqual([0, 30_249, 30_499, 30_749]); // prettier-ignore
  const kept = await store.get(storesAtom).person('7');
  const copies = await Promise.all(['punkt', 'punkt:1', 'punkt:2', 'punkt:3'].map((name) => readKept(kept, name)));
  expect(copies.map((copy) => copy !== null)).toEqual([true, true, true, true]);
  expect(screen.queryByText(/На планшете/)).toBeNull();
  act(() => goOffline(store));
  await user.type(await screen.findByRole('searchbox', { name: 'Найти заказ' }), '30999');
  expect(screen.getByRole('region', { name: 'Нашлось' }).textContent).toContain('Покупатель 30999');
});

it('a piece that does not come is told in numbers; what has become less leaves nothing on the device', async () => {
  const state: Parameters<typeof open>[0] = { orders: many(600), failAfter: 30_249 };
  const { store } = open(state);
  await shownCount(250);
  expect((await screen.findByText(/На планшете 250 из 600 заказов/)).textContent).toContain('Остальные знает магазин');
  delete state.failAfter;
  await act(() => store.set(loadCounterAtom));
  await shownCount(600);
  const kept = await store.get(storesAtom).person('7');
  expect(await readKept(kept, 'punkt:2')).not.toBeNull();
  state.orders = many(3);
  await act(() => store.set(loadCounterAtom));
  await shownCount(3);
  expect([await readKept(kept, 'punkt:1'), await readKept(kept, 'punkt:2')]).toEqual([null, null]);
});
