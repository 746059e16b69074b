import { describe, expect, it } from 'vitest';
import type { OrderItem } from '#contract/orders.ts';
import { ORDER_STATUS_NAMES, type OrderStatus } from '#contract/order-statuses.ts';
import {
  byMonth,
  monthsBack,
  ordersAddress,
  readOrdersAddress,
  toOrdersBody,
} from '#src/features/orders/orders.rules.ts';
import { repeatOf } from '#src/features/orders/repeat.words.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { contentsWords, roadOf, statusWords, toneOf } from '#src/features/orders/orders.words.ts';
import { numberWords } from '#src/ui/format.ts';

// What the screens of orders ask for and say; docs/product/orders.md#statuses.

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('the address of the list', () => {
  it.each([
    ['', {}],
    ['?status=awaiting', { filter: 'awaiting' }],
    ['?q=роса&month=2026-11&pages=2', { q: 'роса', month: '2026-11', pages: 2 }],
  ] as const)('%j is read, and written back', (search, asked) => {
    expect(readOrdersAddress(search)).toEqual(asked);
    expect(readOrdersAddress(ordersAddress(asked).split('?')[1] ?? '')).toEqual(asked);
  });
  it.each(['?status=toString', '?month=2026-13', '?month=november', '?pages=-1', '?pages=1e9x'])(
    '%j: what means nothing is left out',
    (search) => expect(readOrdersAddress(search)).toEqual({}),
  );
  it('asks for whole months, February of a leap year too, and never for more than the call gives', () => {
    expect(toOrdersBody({ month: '2028-02' }).period).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(toOrdersBody({ month: '2026-11' }).period).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(toOrdersBody({}).per_page).toBe(20);
    expect(toOrdersBody({ pages: 9 }).per_page).toBe(50);
  });
  it('the last twelve months begin with the present one, also at the end of a long month', () => {
    const months = monthsBack(new Date(2026, 2, 31));
    expect(months).toHaveLength(12);
    expect(months.slice(0, 3).map(({ id }) => id)).toEqual(['2026-03', '2026-02', '2026-01']);
    expect(months[0]?.name).toBe('Март 2026');
  });
});

describe('orders under their months', () => {
  it('keep the order of the list', () => {
    const at = (day: string) => ({ created_at: `${day}T10:00:00+03:00` });
    const months = byMonth([at('2026-11-20'), at('2026-11-02'), at('2026-10-17'), at('2025-10-17')]);
    expect(months.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Ноябрь 2026', 2],
      ['Октябрь 2026', 1],
      ['Октябрь 2025', 1],
    ]);
  });
});

describe('one order in words', () => {
  const status = (id: OrderStatus) => ({
    status: { id, name: ORDER_STATUS_NAMES[id], at: '2026-11-17T12:00:00+03:00' },
  });
  it.each([
    [0, 'Ждёт оплаты', 'wait'],
    [1, 'Ждёт оплаты', 'wait'],
    [2, 'Оплачен 17 ноября', 'go'],
    [3, 'Собирается с 17 ноября', 'go'],
    [4, 'Отправлен 17 ноября', 'go'],
    [5, 'Готов к выдаче с 17 ноября', 'go'],
    [6, 'Получен 17 ноября', 'go'],
    [7, 'Отменён 17 ноября', 'off'],
    [8, 'Отложен на складе с 17 ноября', 'go'],
    [9, 'Возврат 17 ноября', 'off'],
  ] as const)('status %i: %s', (id, words, tone) => {
    expect(plain(statusWords(status(id)))).toBe(words);
    expect(toneOf(id)).toBe(tone);
  });
  it('numbers are read in threes', () => {
    expect(plain(numberWords(30377))).toBe('№ 30 377');
    expect(plain(numberWords(1030377))).toBe('№ 1 030 377');
  });
  it('contents name the first product', () => {
    const first = { title: 'Крем дневной «Роса»', quantity: 2 };
    expect(plain(contentsWords({ first_item: first, items_count: 1 }))).toBe('Крем дневной «Роса» × 2');
    expect(plain(contentsWords({ first_item: first, items_count: 3 }))).toBe('Крем дневной «Роса» × 2 и ещё 2');
  });
});

describe('the road', () => {
  const stop = (id: OrderStatus) => ({ id, name: ORDER_STATUS_NAMES[id], at: '2026-11-17T12:00:00+03:00' });
  it('an order on its way: what was, where it is, what is ahead', () => {
    const road = roadOf({ history: [stop(0), stop(2)], status: stop(2), delivery: { type: DELIVERY_TYPES.sdek } });
    expect(road.map(({ name, state }) => [name, state])).toEqual([
      ['Новый', 'done'],
      ['Оплачен', 'now'],
      ['Собирается', 'next'],
      ['Отправлен', 'next'],
      ['Получен', 'next'],
    ]);
  });
  it('to one of our points it is ready before it is received', () => {
    const delivery = { type: DELIVERY_TYPES.pickup };
    const ahead = (id: OrderStatus) =>
      roadOf({ history: [stop(id)], status: stop(id), delivery }).flatMap(({ name, state }) => (state === 'next' ? [name] : [])); // prettier-ignore
    expect(ahead(4)).toEqual(['Готов к выдаче', 'Получен']);
    expect(ahead(5)).toEqual(['Получен']);
  });
  it.each([6, 7, 9] as const)('an ended order (%i) has nothing ahead', (id) => {
    expect(
      roadOf({ history: [stop(0), stop(id)], status: stop(id), delivery: { type: DELIVERY_TYPES.sdek } }).some(
        ({ state }) => state === 'next',
      ),
    ).toBe(false);
  });
});

describe('the same again', () => {
  const line = (id: number, title: string, price: number) =>
    ({ product_id: id, title, base_price: price }) as OrderItem;
  const items = [line(1, 'Крем', 53_000), line(2, 'Магний', 80_000), line(3, 'Чай', 20_000)];
  const offers: Record<number, { price: number; stock: number }> = {
    1: { price: 58_000, stock: 4 },
    2: { price: 70_000, stock: 1 },
    3: { price: 20_000, stock: 0 },
  };
  it('takes what is on sale; names what is not, and what is dearer, old → new', () => {
    const { there, text } = repeatOf({ items }, (id) => offers[id]);
    expect(there.map(({ product_id: id }) => id)).toEqual([1, 2]);
    expect(plain(text)).toBe('Добавили 2 товара в корзину. Нет в наличии: Чай. Подорожало: Крем, 530 ₽ → 580 ₽.');
  });
  it('nothing is there any more', () => {
    const { there, text } = repeatOf({ items: items.slice(2) }, () => undefined);
    expect(there).toEqual([]);
    expect(plain(text)).toBe('Добавить нечего. Нет в наличии: Чай.');
  });
});
