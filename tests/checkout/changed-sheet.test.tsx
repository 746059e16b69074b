// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PlacingChange, PlacingDetails } from '#contract/checkout.ts';
import { ChangedSheet } from '#src/features/checkout/ChangedSheet.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What is asked of a person before their order is made; docs/product/checkout.md#placing.

const MESSAGE = 'Пока вы оформляли, изменилась сумма. Проверьте её';
const risen = (id: number, title: string, from: number, to: number): PlacingChange => ({
  kind: 'price',
  product_id: id,
  title,
  quantity: 1,
  from,
  to,
});
const CREAM = risen(7, 'Крем', 70_000, 79_000);
const TEA = risen(8, 'Чай', 30_000, 34_000);
const result = { sum_weight: 90, sum_amount: 113_000, sum_balls: 0, only_for_share_pv: false, count: 2, price_type: 0 as const }; // prettier-ignore

function open(changes: PlacingChange[], due: PlacingDetails['due']) {
  const details: PlacingDetails = { changes, due, delivery_cost: 0, cart_version: 3, can_accept: true, result };
  const onAccept = vi.fn<() => void>();
  const none = () => {};
  onScreen(<ChangedSheet details={details} message={MESSAGE} onAccept={onAccept} onBack={none} onClose={none} />);
  return { onAccept, words: screen.getByRole('alert').textContent.replaceAll('\u00a0', ' ') };
}

it('a sum that is another one is told old and new, in the words of the shop', () => {
  const { words } = open([CREAM], { from: 104_000, to: 113_000 });
  expect(screen.getByRole('dialog', { name: 'Проверьте сумму' })).toBeTruthy();
  expect(words).toContain(MESSAGE);
  expect(words).toContain('700 ₽ → 790 ₽');
  expect(words).toMatch(/Было.*1 040 ₽.*Стало.*1 130 ₽/);
});

it('prices that had risen before ask for consent by line, and no sum is said to have changed', async () => {
  const { words } = open([CREAM, TEA], { from: 113_000, to: 113_000 });
  expect(screen.getByRole('dialog', { name: 'Проверьте цены' })).toBeTruthy();
  expect(words).not.toMatch(/изменилась сумма|Было|Стало/);
  expect(words).toMatch(/^Эти товары подорожали, пока лежали в корзине/);
  expect(words).toMatch(/Крем.*700 ₽ → 790 ₽.*Чай.*300 ₽ → 340 ₽/);
  expect(words).toMatch(/К оплате\s*1 130 ₽/);
  expect(screen.getByRole('button', { name: 'Принять' })).toBeTruthy();
});

it('another tab has changed the cart and the sum is the same: its words stay, and nothing is said twice', () => {
  const { words } = open([], { from: 113_000, to: 113_000 });
  expect(screen.getByRole('dialog', { name: 'Проверьте заказ' })).toBeTruthy();
  expect(words).toContain(MESSAGE);
  expect(words).not.toMatch(/Было|Стало/);
});
