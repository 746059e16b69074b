import { act } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { ORDER_STATUS_NAMES, type OrderStatus } from '#contract/order-statuses.ts';
import type { Order, OrderItem, OrderRow } from '#contract/orders.ts';
import { Notices } from '#src/features/notices/Notices.tsx';
import { guestSession, guestUser } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// Orders for the tests of their screens, and the screen of somebody who looks at them. Money in kopecks.

export const SERVER_TIME = '2026-11-22T11:02:00.000Z';
const status = (id: OrderStatus, at = '2026-11-17T12:00:00+03:00') => ({ id, name: ORDER_STATUS_NAMES[id], at });

/** As the list has it: a card payment that waits, unless `more` says otherwise. */
export const row = (id: number, more: Partial<OrderRow> = {}): OrderRow => ({
  id,
  number: 30_000 + id,
  created_at: '2026-11-17T11:00:00+03:00',
  status: status(1),
  payment: {
    type: 1,
    name: 'Банковской картой',
    paid: false,
    can_pay: true,
    paid_at: null,
    pay_until: '2026-11-22T11:00:00+03:00',
  },
  delivery: { type: 8, name: 'ТК «КИТ»', to: 'Новосибирск', track: null },
  sum_amount: 100_000,
  delivery_cost: 0,
  due: 100_000,
  sum_balls: null,
  items_count: 1,
  first_item: { title: 'Крем «Роса»', quantity: 2 },
  refunded: 0,
  can_cancel: true,
  can_change_payment: true,
  ...more,
});
export const item = (id: number, more: Partial<OrderItem> = {}): OrderItem => ({
  line_id: id,
  product_id: 100 + id,
  code: `1020${id}`,
  title: 'Крем «Роса»',
  slug: 'krem-rosa',
  pack: '50 мл',
  image: null,
  is_bad: false,
  quantity: 2,
  price: 50_000,
  base_price: 50_000,
  sum: 100_000,
  balls: null,
  vat: 20,
  ...more,
});
export const order = (id: number, more: Partial<Order> = {}): Order => ({
  ...row(id),
  version: 1,
  carries: [],
  shipment: null,
  items: [item(1)],
  groups: [{ cartType: 1, title: 'Каталог', line_ids: [1] }],
  history: [status(0), status(1)],
  recipient: { name: 'Вера Соколова', phone: '+79000000211', email: null },
  address: { full: 'Новосибирск, ул. Советская, 64', gate_id: null, schedule: null, days: null, note: '' },
  spend: {},
  debt: 0,
  discount: 0,
  weight: 300,
  receipts: [],
  comment: '',
  view: 'order-comment',
  issue_code: null,
  proxy: null,
  can_change_lines: true,
  parcels: [],
  holds: [],
  returns: [],
  can_return: false,
  needs_consents: [],
  ...more,
});
const paidBy = (type: number, name: string) => ({
  type,
  name,
  paid: true,
  can_pay: false,
  paid_at: '2026-11-17T12:00:00+03:00',
  pay_until: null,
});
/** Paid by card, not packed yet. */
export const paid: Partial<Order> = {
  status: status(2),
  payment: paidBy(1, 'Банковской картой'),
  history: [status(0), status(1), status(2)],
  can_change_payment: false,
};
/** The money is back, and nothing more can be done. */
export const cancelled: Partial<Order> = {
  status: status(7, '2026-11-18T12:00:00+03:00'),
  payment: paidBy(1, 'Банковской картой'),
  history: [status(0), status(1), status(2), status(7, '2026-11-18T12:00:00+03:00')],
  refunded: 100_000,
  can_cancel: false,
  can_change_payment: false,
  can_change_lines: false,
};

export type Answers = Record<string, { http: number; body: unknown } | null>;
export const said = (body: Record<string, unknown>) => ({
  http: 200,
  body: { status: 'success', server_time: SERVER_TIME, ...body },
});
export const refused = (code: string, message: string, http = 409) => ({
  http,
  body: { status: 'error', code, message },
});
export const METHODS = said({
  methods: [
    { code: 5, name: 'СБП (QR-код)', way: 'link', is_first: true, hint: 'Через приложение банка', is_test: false },
    { code: 1, name: 'Банковской картой', way: 'link', is_first: true, hint: null, is_test: true },
    { code: 7, name: 'SberPay', way: 'link', is_first: true, hint: null, is_test: false },
    { code: 3, name: 'По реквизитам (квитанция)', way: 'transfer', is_first: false, hint: null, is_test: false },
  ],
  requisites: null,
});

/** As the router does it: not before it is known who it is. */
function Known({ children }: { children: ReactNode }) {
  return useAtomValue(sessionStateAtom).known ? children : null;
}
export const CLIENT = { ...guestUser, isGuest: false, id: 7, name: 'Анна Полякова', role: 'client' as const };

/** A screen of orders at `address`, with the notices above it, before a shop that answers so. `answers` may change later. */
export async function openOrders(
  part: ReactNode,
  { address = '/user/orders', answers = {} as Answers, user = CLIENT as typeof guestUser } = {},
) {
  history.replaceState(null, '', address);
  const all: Answers = { '/api/payment/methods': METHODS, ...answers };
  const drawn = onScreen(
    <>
      <Known>{part}</Known>
      <Notices />
    </>,
    ({ path }) => all[path] ?? null,
  );
  const waiting: (() => void)[] = [];
  drawn.store.set(timersAtom, {
    now: () => 0,
    date: () => new Date(SERVER_TIME),
    after(_ms, work) {
      waiting.push(work);
      return () => void waiting.splice(waiting.indexOf(work), 1);
    },
  });
  /** Whatever the screen waits for has come. */
  const passTime = () => act(async () => waiting.splice(0).forEach((work) => work()));
  await act(async () => {
    drawn.store.set(sessionStateAtom, { ...guestSession, known: true, uid: user.isGuest ? 'guest' : '7', user });
  });
  const leaveNetwork = () => {
    for (const path of Object.keys(all)) all[path] = null;
    act(() => goOffline(drawn.store));
  };
  const bodyTo = (path: string) => drawn.asked.findLast((one) => one.path === path)?.body;
  return { ...drawn, answers: all, leaveNetwork, bodyTo, passTime };
}
