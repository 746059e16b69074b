// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { GoodwillSheet, ReplaceSheet } from '#src/staff/desk/orders/ReplaceSheet.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

const data = {
  order: {
    id: 30_377,
    version: 2,
    items: [
      { line_id: 1, title: 'Крем', quantity: 3 },
      { line_id: 2, title: 'Чай', quantity: 1 },
    ],
  },
  buyer: null,
} as unknown as DeskOrder; // The sheets read no more of it.
const body = (asked: readonly { path: string; body?: unknown }[], path: string) =>
  asked.findLast((one) => one.path === path)?.body;

it('a replacement: line, pieces, code and reason; a guest’s is said not to be cheaper', async () => {
  const { user, asked } = onScreen(<ReplaceSheet data={data} onClose={() => {}} />);
  expect(screen.getByText(/замена не может быть дешевле/)).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: /^Сколько штук/ }), '3');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Чего не хватает/ }), '2');
  // Another line has its own pieces.
  expect((screen.getByRole('combobox', { name: /^Сколько штук/ }) as HTMLSelectElement).value).toBe('1');
  await user.type(screen.getByRole('textbox', { name: /^Причина/ }), 'По телефону');
  await user.click(screen.getByRole('button', { name: 'Заменить' }));
  expect(screen.getByText('Заполните поле')).toBeTruthy();
  expect(body(asked, '/api/desk/orders/replace')).toBeUndefined();
  await user.type(screen.getByRole('textbox', { name: /^Код товара/ }), ' 40102 ');
  await user.click(screen.getByRole('button', { name: 'Заменить' }));
  await waitFor(() =>
    expect(body(asked, '/api/desk/orders/replace')).toEqual({
      exp_id: 30_377,
      version: 2,
      line_id: 2,
      pieces: 1,
      code: '40102',
      reason: 'По телефону',
    }),
  );
});

const known = { ...data, buyer: { id: 7, name: 'Ольга' } } as unknown as DeskOrder;
async function typeGoodwill(typed: string) {
  const { user, asked } = onScreen(<GoodwillSheet data={known} onClose={() => {}} />);
  await user.type(screen.getByRole('textbox', { name: /^Сумма/ }), typed);
  await user.type(screen.getByRole('textbox', { name: /^Причина/ }), 'Долго везли');
  await user.click(screen.getByRole('button', { name: 'Начислить' }));
  return () => body(asked, '/api/desk/orders/goodwill');
}
it.each([
  ['300', 30_000],
  ['99,5', 9_950],
  ['1 200.05', 120_005],
])('goodwill of «%s» is %s kopecks', async (typed, amount) => {
  const sent = await typeGoodwill(typed);
  await waitFor(() => expect(sent()).toMatchObject({ exp_id: 30_377, amount, reason: 'Долго везли' }));
});
it.each(['0', 'много', '10,505'])('goodwill of «%s» is no sum, and is not sent', async (typed) => {
  const sent = await typeGoodwill(typed);
  expect(screen.getByText(/Сумма в рублях/)).toBeTruthy();
  expect(sent()).toBeUndefined();
});
it('a guest has no account: the sheet says that the money goes the way it came', async () => {
  const { user, asked } = onScreen(<GoodwillSheet data={data} onClose={() => {}} />);
  expect(screen.getByText('У гостя нет личного счёта: деньги уйдут тем же способом, каким он платил.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Сумма, ₽' }), '150');
  await user.type(screen.getByRole('textbox', { name: /^Причина/ }), 'Помятая коробка');
  expect(screen.queryByRole('button', { name: 'Начислить' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Вернуть' }));
  await waitFor(() => expect(body(asked, '/api/desk/orders/goodwill')).toMatchObject({ amount: 15_000 }));
});
