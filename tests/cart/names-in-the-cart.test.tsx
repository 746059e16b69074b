// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ViewLine } from '#src/features/cart/cart.types.ts';
import { CartLineRow } from '#src/features/cart/CartLineRow.tsx';
import { CartTotals } from '#src/features/cart/CartTotals.tsx';
import { OrderSums } from '#src/features/orders/OrderParts.tsx';
import { order } from '#tests/orders/order-on-screen.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What is heard and read of a line and of a weight; docs/product/look.md#names, docs/product/delivery.md#prices-and-trust.

const line: ViewLine = {
  cartType: 0,
  productId: 7,
  orderItemId: null,
  title: 'Крем для рук',
  code: '10007',
  slug: 'krem',
  pack: '50 мл',
  image: null,
  quantity: 2,
  price: 10_000,
  sum: 20_000,
  points: null,
  weight: 50,
  maxQty: 999,
  available: true,
  priceChanged: null,
  note: undefined,
  isPending: false,
};
const totals = { count: 2, clientSum: 20_000, discount: 0, sum: 20_000, weight: 290, points: null };
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

it.each([
  ['button', 'Убавить'],
  ['button', 'Добавить'],
  ['button', 'Удалить'],
  ['textbox', 'Количество, шт.'],
])('%s «%s» says of which product', (role, name) => {
  onScreen(<CartLineRow line={line} picture={null} />);
  const of = screen.getByRole(role, { name }).getAttribute('aria-describedby');
  expect(document.getElementById(of ?? '')?.textContent).toBe('Крем для рук');
});

it('the weight is the parcel’s in the cart and on the order, as the checkout counts it', () => {
  onScreen(<CartTotals totals={totals} isClientView={false} hasRefused={false} />);
  expect(plain(screen.getByText('Вес посылки').closest('li')?.textContent)).toContain('390 г');
  onScreen(<OrderSums order={order(1, { weight: 290 })} picture={() => null} />);
  expect(plain(screen.getByText(/ТК «КИТ», посылка/).textContent)).toBe('ТК «КИТ», посылка 390 г');
});
