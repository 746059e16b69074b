import { describe, expect, it } from 'vitest';
import type { DeliveryType } from '#contract/delivery-types.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { ORDER_STATUS_NAMES, type OrderStatus } from '#contract/order-statuses.ts';
import { deskAddress, kopecksOf, readDeskAddress, toDeskBody } from '#src/staff/desk/orders/desk-orders.rules.ts';
import { sentUnseen } from '#src/staff/desk/orders/parcels.rules.ts';
import { paymentWords } from '#src/staff/desk/orders/desk-orders.words.ts';

// What the screens of the desk ask for and say; docs/product/desk.md.

describe('the address of the list', () => {
  it.each([
    ['', {}],
    ['?status=ready&q=роса&after=30377', { filter: 'ready', q: 'роса', after: 30_377 }],
    ['?status=ready&sort=sum-desc&after=30377', { filter: 'ready', sort: 'sum-desc', after: 30_377 }],
    ['?queue=pack&after=30377', { queue: 'pack', after: 30_377 }],
  ] as const)('%j is read, and written back', (search, asked) => {
    expect(readDeskAddress(search)).toEqual(asked);
    expect(readDeskAddress(deskAddress(asked).split('?')[1] ?? '')).toEqual(asked);
  });
  it.each(['?status=toString', '?after=0', '?after=1.5', '?after=9999999999', '?q=', '?queue=all', '?sort=name-asc'])(
    '%j: what means nothing is left out',
    (s) => expect(readDeskAddress(s)).toEqual({}),
  );
  it('a queue is asked for by itself', () => {
    expect(toDeskBody({})).toEqual({});
    expect(toDeskBody({ filter: 'ready', after: 2 })).toEqual({ after: 2, status: 'ready' });
    expect(readDeskAddress('?queue=ship&status=ready&q=роса&sort=sum-asc')).toEqual({ queue: 'ship' });
  });
});

describe('orders that are sent together with others, unseen', () => {
  const parcel = (state: DeskParcel['state'], track: string | null = null) => ({ id: 1, version: 2, state, track });
  const order = (type: DeliveryType, ...parcels: ReturnType<typeof parcel>[]) => ({ order: { delivery: { type } }, parcels, together: { parcels: [] } }); // prettier-ignore
  const { logisticCenter: centre, sdek: cdek } = DELIVERY_TYPES;
  it('what we carry ourselves, and what has its number', () => {
    expect(sentUnseen(order(centre, parcel('packed'), parcel('sent')))).toEqual({ parcels: [parcel('packed')] });
    expect(sentUnseen(order(cdek, parcel('packed', 'RU1')))).toEqual({ parcels: [parcel('packed', 'RU1')] });
  });
  it.each([
    ['собранных посылок нет', order(centre, parcel('packing'))],
    ['нужен трек-номер', order(cdek, parcel('packed', 'RU1'), parcel('packed'))],
    ['есть ещё посылки', { ...order(centre, parcel('packed')), together: { parcels: [{}] } }],
  ])('%s', (why, one) => expect(sentUnseen(one)).toMatchObject({ why: expect.stringContaining(why) }));
});

describe('a sum of a statement', () => {
  it.each([
    ['1 690', 169_000],
    ['1\u00a0690,5 ₽', 169_050],
    ['0.01', 1],
    ['1690,55', 169_055],
  ])('%j is %j kopecks', (typed, kopecks) => expect(kopecksOf(typed)).toBe(kopecks));
  it.each(['', '0', '-5', '1,234', '1e3', 'сто', '1,2,3', '999999999'])('%j is none', (typed) =>
    expect(kopecksOf(typed)).toBeNull(),
  );
});

describe('the payment of a row', () => {
  const row = (id: OrderStatus, payment: { type: number; paid: boolean; refunded: number }) => ({
    status: { id, name: ORDER_STATUS_NAMES[id], at: '' },
    payment: { name: '', ...payment },
  });
  it.each([
    ['оплачен картой', row(2, { type: 1, paid: true, refunded: 0 })],
    ['ждёт оплаты по СБП', row(1, { type: 5, paid: false, refunded: 0 })],
    ['не оплачен', row(7, { type: 5, paid: false, refunded: 0 })],
    ['возврат 1 290 ₽', row(7, { type: 1, paid: true, refunded: 129_000 })],
    ['оплачен счетами', row(2, { type: 0, paid: true, refunded: 0 })],
  ])('%s', (words, one) => expect(paymentWords(one).replaceAll('\u00a0', ' ')).toBe(words));
});
