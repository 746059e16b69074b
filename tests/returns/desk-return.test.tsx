// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import type { DeskReturn } from '#contract/desk-returns.ts';
import { DeskReturnPage } from '#src/staff/desk/returns/DeskReturnPage.tsx';
import { DeskReturnsPage } from '#src/staff/desk/returns/DeskReturnsPage.tsx';
import { openOrders, said } from '#tests/orders/order-on-screen.tsx';

// docs/product/returns.md#at-the-desk on the screen.

const one: DeskReturn = {
  id: 5,
  number: 1,
  code: 'R30377-1',
  state: 'received',
  at: '2026-11-22T10:00:00.000Z',
  asked_at: '2026-11-21T10:00:00.000Z',
  version: 3,
  lines: [
    { line_id: 7, title: 'Крем', code: '40101', price: 49_000, pieces: 2, reason: 'defect', unopened: false, limited: true, article: null, ean: '', marks: 0, received: 2, on_sale: null }, // prettier-ignore
  ],
  words: 'Треснула крышка',
  photos: [],
  answer: 'Приносите',
  refund: null,
  can_withdraw: false,
  due_at: '2026-12-01T20:59:59.000Z',
  received_at: 'Склад',
  order: {
    id: 30_377,
    version: 4,
    status: 'Получен',
    buyer: 'Вера Соколова',
    phone: '+79000000211',
    has_account: true,
    delivery: 'СДЭК, Томск',
    delivery_cost: 22_000,
    payment_type: 1,
    is_whole: true,
  },
  can: { approve: false, refuse: true, receive: false, refund: true },
};
const total = { source: 98_000, ls: 0, ks: 0, bs: 0 };
const split = { lines: [{ line_id: 7, pieces: 2, ...total }], delivery: null, total };
const ANSWERS = {
  '/api/desk/returns/5': said({ one }),
  '/api/desk/orders/preview-refund': { http: 200, body: { status: 'success', split } },
  '/api/desk/returns/refund': said({ one: { ...one, state: 'refunded', refund: { source: 98_000, accounts: 0 }, can: { approve: false, refuse: false, receive: false, refund: false } } }), // prettier-ignore
};

it('the money goes back only after its split was seen, with what becomes of the goods', async () => {
  const { user, bodyTo, container } = await openOrders(<DeskReturnPage id={5} />, { answers: ANSWERS });
  await user.click(await screen.findByRole('button', { name: 'Вернуть деньги' }));
  expect(await screen.findByRole('region', { name: 'Что куда вернётся' })).toBeTruthy();
  expect(bodyTo('/api/desk/orders/preview-refund')).toEqual({
    exp_id: 30_377,
    version: 4,
    lines: [{ line_id: 7, pieces: 2 }],
    with_delivery: false,
    refund_to: 'source',
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'В продажу: Крем' }), '1');
  await user.type(screen.getByRole('textbox', { name: /^Причина/ }), 'Крышка');
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  const confirm = screen.getAllByRole('button', { name: 'Вернуть деньги' }).at(-1)!;
  await user.click(confirm);
  await waitFor(() =>
    expect(bodyTo('/api/desk/returns/refund')).toEqual({
      return_id: 5,
      version: 3,
      order_version: 4,
      refund_to: 'source',
      with_delivery: false,
      on_sale: [{ line_id: 7, pieces: 1 }],
      reason: 'Крышка',
    }),
  );
  expect(await screen.findByText('Возврат закрыт, делать с ним больше нечего.')).toBeTruthy();
});

it('a refusal needs words, which the buyer reads', async () => {
  const { user, bodyTo } = await openOrders(<DeskReturnPage id={5} />, { answers: ANSWERS });
  await user.click(await screen.findByRole('button', { name: 'Отказать' }));
  const confirm = screen.getAllByRole('button', { name: 'Отказать' }).at(-1)!;
  await user.click(confirm);
  expect(await screen.findByText('Заполните поле')).toBeTruthy();
  expect(bodyTo('/api/desk/returns/refuse')).toBeUndefined();
});

it('the list: what waits, by state in the address, and a day that has passed is said', async () => {
  const row = {
    id: 5,
    code: 'R30377-1',
    order_id: 30_377,
    buyer: 'Вера Соколова',
    title: 'Крем',
    pieces: 2,
    state: 'asked',
    asked_at: '2026-11-01T10:00:00.000Z',
    due_at: '2026-11-11T20:59:59.000Z',
    is_late: true,
  };
  const { user, bodyTo } = await openOrders(<DeskReturnsPage />, {
    address: '/desk/returns',
    answers: {
      '/api/desk/returns': said({ returns: [row], next: null, counts: { asked: 1, approved: 0, received: 4 } }),
    },
  });
  expect((await screen.findAllByRole('link', { name: 'R30377-1' }))[0]?.getAttribute('href')).toBe('/desk/returns/5');
  await user.click(screen.getByRole('button', { name: /Товар пришёл/ }));
  await waitFor(() => expect(bodyTo('/api/desk/returns')).toEqual({ filter: 'received' }));
  expect(location.search).toBe('?show=received');
});

it('what comes is counted by a scanner: Enter counts and sends nothing, and the codes of units go with the pieces', async () => {
  const mark = '010460000000000821unit-1';
  const waiting = { ...one, state: 'approved' as const, lines: [{ ...one.lines[0]!, ean: '4600000000008', marks: 2, received: null }], can: { ...one.can, receive: true } }; // prettier-ignore
  const { user, bodyTo } = await openOrders(<DeskReturnPage id={5} />, {
    answers: { ...ANSWERS, '/api/desk/returns/5': said({ one: waiting }), '/api/desk/returns/receive': said({ one }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Принять товар' }));
  const field = screen.getByRole('textbox', { name: /^Код товара/ });
  await user.type(field, '999{Enter}');
  expect(screen.getByText('Код 999: такого товара в возврате нет. Отложите его')).toBeTruthy();
  await user.type(field, `${mark}{Enter}`);
  expect(screen.getByText('Крем: 1 из 2, кодов 1')).toBeTruthy();
  expect(screen.getByText('Честный знак: 1 из 2')).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'Пришло штук: Крем' }) as HTMLSelectElement).value).toBe('1');
  expect(bodyTo('/api/desk/returns/receive')).toBeUndefined();
  await user.type(screen.getByRole('textbox', { name: /^Что пришло/ }), 'Целая коробка');
  await user.click(screen.getByRole('button', { name: 'Товар принят' }));
  await waitFor(() =>
    expect(bodyTo('/api/desk/returns/receive')).toEqual({
      return_id: 5,
      version: 3,
      lines: [{ line_id: 7, pieces: 1, codes: [mark] }],
      reason: 'Целая коробка',
    }),
  );
});
