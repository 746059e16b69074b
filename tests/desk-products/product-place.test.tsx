// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import type { DeskProduct } from '#contract/desk-products.ts';
import { draftAtom } from '#src/staff/desk/products/desk-products.atoms.ts';
import { ProductPlace } from '#src/staff/desk/products/ProductPlace.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// Category and variants of a product: drafts like any other field (docs/product/desk.md#products).

const row = (id: number, more: object = {}) => ({
  id,
  code: `1020${id}`,
  slug: `chay-${id}`,
  category: 'Чай',
  updated_at: '2026-11-20T09:00:00.000Z',
  missing: [],
  title: `Чай ${id}`,
  category_id: 101,
  variant_group: null,
  subtitle: '',
  ean: '',
  form: '',
  pack: '',
  volume: '',
  usage: '',
  contraindications: '',
  storage: '',
  shelf_life: '',
  description_html: '',
  price: 100,
  cons_price: 80,
  old_price: null,
  stock: 1,
  weight_grams: 1,
  age_from: 0,
  published: true,
  is_bad: false,
  labels: [],
  composition: [],
  maker: null,
  sgr: null,
  ...more,
});
const card = (more: object = {}) =>
  ({
    product: row(5),
    categories: [
      { id: 101, title: 'Чай' },
      { id: 102, title: 'Чай / Зелёный' },
    ],
    variants: [],
    ...more,
  }) as unknown as DeskProduct; // The part reads no more of it.
const draw = (one: DeskProduct, found: object[] = []) =>
  onScreen(<ProductPlace card={one} isOnline />, () => ({
    http: 200,
    body: { status: 'success', products: found, total: found.length, page: 1 },
  }));

it('another category is a draft; the one of before is none', async () => {
  const { user, store, container } = draw(card());
  const select = screen.getByRole('combobox', { name: 'Раздел' });
  await user.selectOptions(select, 'Чай / Зелёный');
  expect(store.get(draftAtom)[5]).toMatchObject({ was: { category_id: 101 }, edits: { category_id: 102 } });
  await user.selectOptions(select, 'Чай');
  expect(store.get(draftAtom)).toEqual({});
  expect((await axe.run(container)).violations).toEqual([]);
});

const join = async (user: ReturnType<typeof draw>['user'], code: string) => {
  const field = screen.getByRole('textbox', { name: 'Сделать вариантом товара с кодом' });
  await user.clear(field);
  await user.type(field, `${code}{Enter}`);
};
it('a product without variants begins a group: both are in the draft and go together', async () => {
  const { user, store } = draw(card(), [row(6)]);
  await join(user, '10206');
  await screen.findByText(/Перейдёт в другую группу/);
  expect(store.get(draftAtom)).toMatchObject({
    5: { edits: { variant_group: 'desk:10206' } },
    6: { title: 'Чай 6', was: { variant_group: null }, edits: { variant_group: 'desk:10206' } },
  });
});
it('a group that is there is joined; its own code and an unknown one are refused; leaving is a draft too', async () => {
  const group = { variant_group: 'feed:7' };
  const { user, store } = draw(card({ product: row(5, group) }), [row(5, group), row(6, { variant_group: 'feed:8' })]);
  await join(user, '10205');
  expect(await screen.findByText('Это код самого товара')).toBeTruthy();
  await join(user, '99999');
  expect(await screen.findByText('Товара с кодом 99999 нет')).toBeTruthy();
  expect(store.get(draftAtom)).toEqual({});
  await join(user, '10206');
  await screen.findByText(/Перейдёт в другую группу/);
  expect(Object.keys(store.get(draftAtom))).toEqual(['5']);
  await user.click(screen.getByRole('button', { name: 'Отделить от вариантов' }));
  expect(store.get(draftAtom)[5]?.edits).toEqual({ variant_group: null });
});
