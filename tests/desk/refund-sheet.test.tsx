// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { RefundSheet } from '#src/staff/desk/orders/RefundSheet.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What goes back and where to is seen before it is confirmed (docs/product/desk.md#refunds); that it is true, refund-preview.test.ts shows.

const item = (line_id: number, title: string, quantity: number) => ({ line_id, title, quantity, price: 49_000 });
const data = {
  order: {
    id: 30_377,
    version: 2,
    items: [item(1, 'Крем', 3), item(2, 'Чай', 1)],
    delivery_cost: 22_000,
    payment: { type: 1 },
  },
  buyer: { id: 7, name: 'Мария Соколова' },
} as unknown as DeskOrder; // The sheet reads no more of it.
const PREVIEW = '/api/desk/orders/preview-refund';
const split = {
  lines: [{ line_id: 1, pieces: 2, source: 80_001, ls: 0, ks: 12_999, bs: 5_000 }],
  delivery: null,
  total: { source: 80_001, ls: 0, ks: 12_999, bs: 5_000 },
};
type Answer = { http: number; body: unknown } | null;
type Asked = { lines: { pieces: number }[] };
function open(answer: (asked: Asked) => Answer) {
  const drawn = onScreen(<RefundSheet data={data} onClose={() => {}} />, ({ path, body }) =>
    path === PREVIEW ? answer(body as Asked) : null,
  );
  return { ...drawn, previews: () => drawn.asked.filter(({ path }) => path === PREVIEW) };
}
const counted = ({ lines }: Asked): Answer => {
  const pieces = lines[0]?.pieces ?? 0;
  const counts = { ...split, lines: split.lines.map((line) => ({ ...line, pieces })) };
  return { http: 200, body: { status: 'success', split: counts } };
};
const confirmButton = () => screen.getByRole('button', { name: 'Вернуть деньги' });
const text = (element: HTMLElement) => element.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? '';

it('nothing is chosen: nothing is counted, and confirming asks for a choice', async () => {
  const { user, previews } = open(counted);
  expect(previews()).toEqual([]);
  await user.click(confirmButton());
  expect(screen.getByText('Выберите, за что вернуть деньги')).toBeTruthy();
});

it('by keyboard alone: a choice is counted per line and in all, and only then can be confirmed', async () => {
  const { user, previews, asked } = open(counted);
  const pieces = screen.getByRole('combobox', { name: 'Вернуть штук: Крем' });
  for (let tabs = 0; document.activeElement !== pieces && tabs < 20; tabs += 1) await user.tab();
  expect(document.activeElement).toBe(pieces);
  await user.selectOptions(pieces, '2');
  const shown = await screen.findByRole('region', { name: 'Что куда вернётся' });
  expect(previews().at(-1)?.body).toEqual({
    exp_id: 30_377,
    version: 2,
    lines: [{ line_id: 1, pieces: 2 }],
    with_delivery: false,
    refund_to: 'source',
  });
  const words = text(shown);
  for (const part of [
    'Крем × 2',
    'на карту 800,01 ₽',
    'Вернётся на карту',
    'КС 129,99 ₽',
    'БС 50 ₽',
    'Всего вернётся',
    '980 ₽',
  ])
    expect(words).toContain(part);
  expect(words).not.toContain('ЛС 0');
  expect(confirmButton().getAttribute('aria-disabled')).toBeNull();
  // Another choice is not confirmed by the sums of the one before.
  const reason = screen.getByRole('textbox', { name: /^Причина/ });
  await user.selectOptions(pieces, '1');
  expect(await screen.findByText('Крем × 1')).toBeTruthy();
  expect(screen.queryByText('Крем × 2')).toBeNull();
  for (let tabs = 0; document.activeElement !== reason && tabs < 20; tabs += 1) await user.tab();
  await user.keyboard('Разбит флакон');
  for (let tabs = 0; document.activeElement !== confirmButton() && tabs < 20; tabs += 1) await user.tab();
  await waitFor(() => expect(confirmButton().getAttribute('aria-disabled')).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/desk/orders/refund')).toBe(true));
});

it('what cannot be counted is said with its reason and tried again; until then nothing can be confirmed', async () => {
  const refused = {
    status: 'error',
    code: 'order_changed',
    message: 'Заказ изменился в другом окне. Посмотрите ещё раз',
  };
  let answer = (_asked: Asked): Answer => ({ http: 200, body: refused });
  const { user, previews, asked } = open((body) => answer(body));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Вернуть штук: Чай' }), '1');
  expect(text(await screen.findByRole('alert'))).toContain('Заказ изменился в другом окне');
  await user.type(screen.getByRole('textbox', { name: /^Причина/ }), 'Просьба');
  expect(confirmButton().getAttribute('aria-disabled')).toBe('true');
  await user.click(confirmButton());
  expect(asked.some(({ path }) => path === '/api/desk/orders/refund')).toBe(false);
  answer = counted;
  await user.click(screen.getByRole('button', { name: 'Посчитать ещё раз' }));
  expect(await screen.findByRole('region', { name: 'Что куда вернётся' })).toBeTruthy();
  expect(previews()).toHaveLength(2);
});

it('the whole order with its delivery; axe finds nothing', async () => {
  const delivery = { source: 0, ls: 22_000, ks: 0, bs: 0 };
  const { user, previews, baseElement } = open(() => ({
    http: 200,
    body: { status: 'success', split: { ...split, delivery, total: { ...split.total, ls: 22_000 } } },
  }));
  await user.click(screen.getByRole('button', { name: 'Весь заказ' }));
  await user.click(screen.getByRole('radio', { name: 'На личный счёт' }));
  const shown = await screen.findByRole('region', { name: 'Что куда вернётся' });
  expect(previews().at(-1)?.body).toMatchObject({ with_delivery: true, refund_to: 'ls' });
  expect(within(shown).getByText('Доставка')).toBeTruthy();
  expect(text(shown)).toContain('На личный счёт');
  const { violations } = await axe.run(baseElement, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});
