import { expect, it } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { onlinePrice, onlineRow } from '#src/features/catalogue/online.rules.ts';

// A product that the phone's catalogue does not hold yet is drawn from the shop's answer.

const product = {
  id: 7,
  code: '10007',
  slug: 'magnij',
  title: 'Магний',
  pack: '60 капсул',
  form: 'капсулы',
  image: 'ab',
  actual_price: 49_000,
  actual_cons_price: 36_750,
  old_price: 59_000,
  balls: 10.5,
  weight: 120,
  in_stock: true,
  max_qty: 4,
  category_id: 3,
  is_bad: true,
  labels: ['Хит'],
} as unknown as Product;

it('a client sees the client’s price and nothing of a consultant’s', () => {
  expect(onlinePrice(product, false)).toEqual({
    price: 49_000,
    oldPrice: 59_000,
    stock: 4,
    consPrice: null,
    points: null,
    asOf: '',
  });
});

it('a consultant sees both prices and the points, never one in place of the other', () => {
  expect(onlinePrice(product, true)).toMatchObject({ price: 49_000, consPrice: 36_750, points: 10.5 });
});

it('the stock is told as the published files tell it: ten is many, and what is out of stock is none', () => {
  const stock = (more: Partial<Product>) => onlinePrice({ ...product, ...more }, false).stock;
  expect([stock({ max_qty: 9 }), stock({ max_qty: 10 }), stock({ max_qty: 99 })]).toEqual([9, 10, 10]);
  expect(stock({ in_stock: false, max_qty: 4 })).toBe(0);
});

it('the row is the product’s own, without a date that the shop did not tell', () => {
  expect(onlineRow(product)).toEqual({
    id: 7,
    code: '10007',
    slug: 'magnij',
    title: 'Магний',
    pack: '60 капсул',
    form: 'капсулы',
    image: 'ab',
    category_id: 3,
    is_bad: true,
    labels: ['Хит'],
    created_at: '',
  });
});
