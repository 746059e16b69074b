// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeskProductsPage } from '#src/staff/desk/products/DeskProductsPage.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// /desk/products: cells are typed into, kept, and published together (docs/product/desk.md#products).

const PRODUCT = {
  id: 5,
  code: '10201',
  slug: 'magnij',
  category: 'Витамины',
  updated_at: '2026-11-20T09:00:00.000Z',
  missing: [],
  title: 'Магний B6',
  category_id: 101,
  variant_group: null,
  subtitle: '',
  ean: '',
  price: 69_000,
  cons_price: 53_000,
  old_price: null,
  stock: 12,
  published: true,
  labels: [],
  is_bad: false,
  age_from: 0,
  form: '',
  pack: '',
  volume: '',
  weight_grams: 110,
  composition: [],
  usage: '',
  contraindications: '',
  storage: '',
  shelf_life: '',
  description_html: '',
  maker: null,
  sgr: null,
};
type Reply = { http: number; body: object };
/** The page before a shop that publishes with `publish`. */
function open(publish: (body: { changes: object[] }) => Reply) {
  return onScreen(<DeskProductsPage />, ({ path, body }) => {
    if (path === '/api/desk/products')
      return { http: 200, body: { status: 'success', products: [PRODUCT], total: 1, page: 1 } };
    if (path === '/api/desk/products/publish') return publish(body as { changes: object[] });
    return null;
  });
}
const price = () => screen.findByRole('textbox', { name: 'Цена: Магний B6' });
const retype = async (user: ReturnType<typeof open>['user'], box: HTMLElement, text: string) => {
  await user.clear(box);
  await user.type(box, text);
};

it('a typed price is a draft until it is published, with what was seen beside it', async () => {
  const sent: object[] = [];
  const { user } = open((body) => {
    sent.push(...body.changes);
    return { http: 200, body: { status: 'success', products: [{ ...PRODUCT, price: 64_950 }] } };
  });
  await retype(user, await price(), '649,50');
  const bar = screen.getByRole('region', { name: 'Не опубликовано' });
  expect(bar.textContent).toContain('Изменено: 1 товар');
  await user.click(within(bar).getByRole('button', { name: 'Опубликовать' }));
  await expect.poll(() => screen.queryByRole('region', { name: 'Не опубликовано' })).toBeNull();
  expect(sent).toEqual([{ id: 5, was: { price: 69_000 }, set: { price: 64_950 } }]);
  expect(((await price()) as HTMLInputElement).value).toBe('649,50');
});

it('what is no price is said at its box, is not sent and stays as it was typed', async () => {
  const { user, asked } = open(() => ({ http: 500, body: {} }));
  await retype(user, await price(), 'дорого');
  await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
  expect((await price()).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/Цена в рублях/)).toBeTruthy();
  expect(((await price()) as HTMLInputElement).value).toBe('дорого');
  expect(asked.some(({ path }) => path === '/api/desk/products/publish')).toBe(false);
});

it('the price of before is no change; «Отменить» takes everything back', async () => {
  const { user } = open(() => ({ http: 500, body: {} }));
  await retype(user, await price(), '700');
  await retype(user, await price(), '690');
  expect(screen.queryByRole('region', { name: 'Не опубликовано' })).toBeNull();
  await retype(user, await price(), '700');
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(((await price()) as HTMLInputElement).value).toBe('690');
});

it('a price that a colleague has changed asks whose shall stand, and goes with the next publication', async () => {
  const seen: object[] = [];
  const { user } = open((body) => {
    seen.push(body.changes[0]!);
    const details = [{ id: 5, title: 'Магний B6', now: { price: 60_000 } }];
    return seen.length === 1
      ? { http: 200, body: { status: 'error', code: 'product_changed', message: 'Изменили', details } }
      : { http: 200, body: { status: 'success', products: [{ ...PRODUCT, price: 64_000 }] } };
  });
  await retype(user, await price(), '640');
  await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
  const sheet = await screen.findByRole('dialog', { name: 'Изменили, пока вы правили' });
  expect(sheet.textContent).toContain('теперь в магазине 600');
  await user.click(within(sheet).getByRole('button', { name: 'Оставить моё' }));
  await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
  await expect.poll(() => seen[1]).toEqual({ id: 5, was: { price: 60_000 }, set: { price: 64_000 } });
});
