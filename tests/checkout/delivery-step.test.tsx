// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { startRow } from '#contract/delivery-offer.ts';
import type { DeliveryRow } from '#contract/delivery-types.ts';
import {
  boardAtom,
  draftAtom,
  startingBoard,
  sumsAtom,
  writeDraftAtom,
} from '#src/features/checkout/checkout.atoms.ts';
import type { CheckoutDraft, PlaceDraft } from '#src/features/checkout/checkout.types.ts';
import { DeliveryStep } from '#src/features/checkout/DeliveryStep.tsx';
import { emptyDraft } from '#src/features/checkout/draft.rules.ts';
import { ownRows } from '#src/features/checkout/offline-quote.ts';
import { quote } from '#src/features/checkout/quote.ts';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The ways on the screen; docs/product/checkout.md#ways.

const TOMSK: PlaceDraft = {
  city: 'Томск',
  region: '',
  lat: 56.48,
  lon: 84.95,
  address: { country_id: 1, city_id: 25, street: 'пр. Ленина', house: '5' },
};
async function open(rows: Partial<DeliveryRow>[], more: Partial<CheckoutDraft> = {}) {
  const drawn = onScreen(<DeliveryStep onFix={() => {}} onEnter={() => {}} />);
  await act(async () => {
    drawn.store.set(writeDraftAtom, { ...emptyDraft(), where: 'Томск, пр. Ленина, 5', place: TOMSK, ...more });
    const all = rows.map((one) => ({ ...startRow(one.type!, 'Росток'), rid: 1, state: 'success' as const, cost: 30_000, costGate: 20_000, ...one })); // prettier-ignore
    drawn.store.set(boardAtom, { ...startingBoard(), rows: all });
  });
  return drawn;
}
const CENTRE = { type: 3, cost: 0, costGate: 0, gateId: 'C1', gateType: 'service_center', address: 'ул. Ленина, 12', notice: 'Единственный в городе' } as const; // prettier-ignore

it('a centre is named before it is chosen', async () => {
  await open([CENTRE]);
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: 'Самовывоз из Центра обслуживания' });
  expect(radio.checked).toBe(false);
  const said = document.getElementById(radio.getAttribute('aria-describedby')!)?.textContent;
  expect(said).toBe('Единственный в городе: ул. Ленина, 12');
});
it('a group does not say its own name in the names of its ways', async () => {
  await open([{ type: 1 }, { type: 14 }, { type: 18 }, { type: 8 }, { type: 9 }]);
  const head = (name: RegExp) => screen.getByRole('button', { name }).textContent;
  expect(head(/^Почта России/)).toContain('Обычная посылка, Посылка онлайн, ЕКОМ');
  expect(head(/^Транспортная компания/)).toContain('Оплата при получении. КИТ, ПЭК');
});
it('only a courier is told the flat', async () => {
  await open([{ type: 11 }, { type: 26 }], { way: { type: 11, mode: 'door' } });
  expect(screen.getByRole('textbox', { name: 'Квартира' })).toBeTruthy();
  expect(within(screen.getByRole('radiogroup')).getByRole('checkbox', { name: 'Частный дом' })).toBeTruthy();
});
it('to a point there is no such field', async () => {
  const point = { id: 'N1', gateType: 'pvz', name: '', address: 'ул. Ленина, 8', schedule: '', distance: 10 } as const;
  await open([{ type: 11 }], { way: { type: 11, mode: 'gate' }, points: { 11: point } });
  expect(screen.queryByRole('textbox', { name: 'Квартира' })).toBeNull();
});

it('a town that is not served is said while it stands there, not only when the field is left', async () => {
  const place = { v: 1, where: '', place: null } as const;
  const drawn = onScreen(<DeliveryStep onFix={() => {}} onEnter={() => {}} />, ({ path }) =>
    path === '/geocode' ? { http: 200, body: { status: 'success', places: [] } } : null,
  );
  await act(async () => drawn.store.set(writeDraftAtom, { ...emptyDraft(), ...place }));
  const field = screen.getByRole('combobox', { name: 'Город или адрес' });
  await drawn.user.type(field, 'Урюпинск');
  expect(await screen.findByText('Такого города у нас нет. Выберите город из списка')).toBeTruthy();
  expect(document.activeElement).toBe(field);
});
it('a way that misses its point has no sum yet', async () => {
  const { store } = await open([{ type: 26, state: 'need_choose' }], { way: { type: 26, mode: 'gate' } });
  expect(store.get(sumsAtom)).toMatchObject({ delivery: null, due: 0 });
});

it('a phone without a signal claims neither that there is no centre nor that Boxberry can be had', async () => {
  const store = createStore();
  const { rows } = await ownRows(store.get, TOMSK);
  const row = (type: number) => rows.find((one) => one.type === type);
  expect(row(3)).toMatchObject({ state: 'error', error: 'Пункты назовёт магазин, когда появится сеть' });
  expect(row(25)?.visible).toBe(false);
  expect(row(26)?.visible).toBe(true);
});

const DOWN = { http: 503, body: { status: 'error', code: 'server_error', message: 'Сервис временно не доступен.' } };
const POST = { type: 18, mode: 'door' } as const;
it('a shop that names no price at all says so once, asks again by one button, and keeps what was chosen', async () => {
  const drawn = onScreen(<DeliveryStep onFix={() => {}} onEnter={() => {}} />, ({ path }) =>
    path.includes('/geocode') ? null : DOWN,
  );
  const shown = (one: DeliveryRow): DeliveryRow => ({ ...one, visible: [1, 18].includes(one.type) });
  await act(async () => {
    drawn.store.set(writeDraftAtom, { ...emptyDraft(), where: 'Томск', place: TOMSK, way: POST });
    const board = startingBoard();
    drawn.store.set(boardAtom, { ...board, rows: board.rows.map((one) => ({ ...one, ...shown(one) })) });
  });
  await act(() => quote(drawn.store.get, drawn.store.set));
  expect(screen.getAllByText(/Сервис временно не доступен\./)).toHaveLength(1);
  const said = screen.getByText(/^Стоимость доставки пока не.посчитать\./);
  expect(said.closest('output')?.id).toBe('delivery-no-prices');
  expect(drawn.store.get(draftAtom)?.way).toEqual(POST);
  expect(drawn.store.get(toastsAtom)).toEqual([]);
  const before = drawn.asked.length;
  await drawn.user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(drawn.asked.length).toBe(before + 1);
});
it('a way of two that cannot be had says it itself, with its own button', async () => {
  await open([{ type: 1, state: 'error', error: 'Недоступен' }, { type: 18 }]);
  expect(screen.getByText('Недоступен')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Повторить' })).toHaveLength(1);
  expect(screen.queryByText(/пока не.посчитать/)).toBeNull();
});
