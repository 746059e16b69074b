// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { DeskParcel } from '#contract/parcels.ts';
import { DeskParcels } from '#src/staff/desk/orders/DeskParcels.tsx';
import { deskOrderAtom } from '#src/staff/desk/orders/desk-orders.atoms.ts';
import { byShelf, filledLine, gramsOf, packedOf } from '#src/staff/desk/orders/parcels.rules.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// Packing by scanner and by keyboard (docs/product/desk.md#parcels); what the shop does with it, tests/parcels shows.

const line = (line_id: number, more: Partial<DeskParcel['lines'][number]> = {}): DeskParcel['lines'][number] => ({
  line_id,
  code: `1010${line_id}`,
  title: `Крем ${line_id}`,
  place: { shelf: 'A-1', cell: '02' },
  pieces: 2,
  packed: 0,
  marks: null,
  ...more,
});
const parcel = (more: Partial<DeskParcel> = {}): DeskParcel => ({
  id: 5,
  code: 'P30377-1',
  version: 1,
  number: 1,
  state: 'packing',
  at: '2026-11-21T09:00:00Z',
  track: null,
  packer: { name: 'Елена Юрьева', is_mine: true },
  weight: null,
  box: null,
  lines: [line(1), line(2, { place: null })],
  ...more,
});
const data = (parcels: DeskParcel[], more: object = {}) =>
  ({
    order: { id: 30_377, version: 1, delivery: { name: 'СДЭК' }, carries: [], shipment: null },
    parcels,
    holds: [],
    together: { deferred: [], parcels: [] },
    can: { pack: false },
    ...more,
  }) as unknown as DeskOrder; // The part reads no more of it.
type Answer = { http: number; body: unknown } | null;
const refusal = (code: string, message: string, errors?: object): Answer => ({
  http: 200,
  body: { status: 'error', code, message, ...(errors ? { errors } : {}) },
});
const draw = (order: DeskOrder, shop: (asked: { path: string; body: unknown }) => Answer = () => null) =>
  onScreen(<DeskParcels data={order} />, shop);
const field = () => screen.getByRole('textbox', { name: 'Код товара' });

describe('the scanner', () => {
  it('types a code and Enter, again and again: each is asked for once, in order, and the field stays ready', async () => {
    const { user, asked } = draw(data([parcel()]), () => refusal('scan_unknown', 'Код X: такого товара нет'));
    await user.type(field(), '10101{Enter}10102{Enter}10101{Enter}');
    const scans = () =>
      asked.filter(({ path }) => path.endsWith('/scan')).map(({ body }) => (body as { code: string }).code);
    await waitFor(() => expect(scans()).toEqual(['10101', '10102', '10101']));
    expect(document.activeElement).toBe(field());
    expect((field() as HTMLInputElement).value).toBe('');
    expect((await screen.findByText(/такого товара нет/)).closest('[role="alert"]')).toBeTruthy();
  });
  it('Enter without a code asks nothing', async () => {
    const { user, asked } = draw(data([parcel()]));
    await user.type(field(), '  {Enter}');
    expect(asked).toEqual([]);
  });
});

describe('one parcel', () => {
  it('lines stand under their shelves, without a place last', () => {
    draw(data([parcel()]));
    const article = screen.getByRole('article', { name: 'Посылка P30377-1' });
    expect(
      within(article)
        .getAllByRole('heading', { level: 4 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Полка A-1', 'Место не указано']);
    expect(within(article).getByRole('button', { name: 'Закрыть: не хватает 4' })).toBeTruthy();
  });
  it('somebody else packs it: no field, their name, and a way to take it', async () => {
    const { user, asked } = draw(data([parcel({ packer: { name: 'Роман Ильин', is_mine: false } })]));
    expect(screen.queryByRole('textbox', { name: 'Код товара' })).toBeNull();
    expect(screen.getByText('Собирает Роман Ильин')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Забрать себе' }));
    await waitFor(() => expect(asked.at(-1)?.path).toBe('/api/desk/parcels/take'));
  });
  it('a weight that is none is said at its field and nothing is asked', async () => {
    const full = parcel({ lines: [line(1, { packed: 2 })] });
    const { user, asked } = draw(data([full]));
    await user.type(screen.getByRole('textbox', { name: 'Вес, г' }), '0,4 кг{Enter}');
    expect(screen.getByText('Вес в граммах, например 410')).toBeTruthy();
    expect(asked).toEqual([]);
    await user.clear(screen.getByRole('textbox', { name: 'Вес, г' }));
    await user.type(screen.getByRole('textbox', { name: 'Вес, г' }), '410{Enter}');
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ parcel_id: 5, version: 1, weight: 410 }));
  });
  it('a refused track number stays typed, with the reason at its field', async () => {
    const why = 'Трек RA1 уже у посылки заказа № 30 376';
    const { user, store } = draw(data([parcel({ state: 'packed' })]), () =>
      refusal('track_taken', why, { track: [why] }),
    );
    await user.type(screen.getByRole('textbox', { name: 'Трек-номер, СДЭК' }), 'RA12345{Enter}');
    expect((await screen.findAllByText(why)).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Трек-номер, СДЭК' }).value).toBe('RA12345');
    expect(store.get(deskOrderAtom).data).toBeNull();
  });
  describe('at a carrier that the shop is connected to', () => {
    const packed = (track: string | null) =>
      data([parcel({ state: 'packed', version: 2, track })], { order: { id: 30_377, version: 1, delivery: { name: 'СДЭК', type: 11 }, carries: [], shipment: null } }); // prettier-ignore
    const connected = (types: number[]) => (asked: { path: string }) =>
      asked.path === '/api/desk/carriers' ? { http: 200, body: { status: 'success', types } } : refusal('not_possible', 'Перевозчик не принял посылку: вес'); // prettier-ignore
    const button = () => screen.findByRole('button', { name: 'Оформить в СДЭК' });
    it('is registered by one button; what it refuses is said, and the number may still be typed', async () => {
      const { user, asked } = draw(packed(null), connected([11]));
      await user.click(await button());
      await screen.findByText('Перевозчик не принял посылку: вес');
      const sent = asked.find(({ path }) => path.endsWith('/register'));
      expect(sent?.body).toEqual({ exp_id: 30_377, parcel_id: 5, version: 2 });
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Трек-номер, СДЭК' }).disabled).toBe(false);
    });
    it('once it has a number it is filled in, and the carrier’s label is at hand', async () => {
      draw(packed('1012345678'), connected([11]));
      const label = await screen.findByRole('link', { name: 'Наклейка перевозчика' });
      expect(label.getAttribute('href')).toBe('/api/desk/parcels/5/label');
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Трек-номер, СДЭК' }).value).toBe('1012345678');
      expect(screen.queryByRole('button', { name: 'Оформить в СДЭК' })).toBeNull();
    });
    it('nowhere else', async () => {
      const { asked } = draw(packed(null), connected([]));
      await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/desk/carriers'));
      expect(screen.queryByRole('button', { name: /^Оформить/ })).toBeNull();
    });
  });
  it('an order that waits cannot be packed, and says what its buyer reads; nothing for axe', async () => {
    const holds = [
      { id: 1, kind: 'address', words: 'Уточним дом', until: '2026-11-25T20:59:59Z', owner: 'Елена', reason: 'Нет дома', is_late: true }, // prettier-ignore
    ];
    const { container } = draw(data([parcel()], { holds }));
    expect((field() as HTMLInputElement).disabled).toBe(true);
    expect(container.textContent).toContain('срок прошёл');
    expect(container.textContent).toContain('Покупатель читает: «Уточним дом»');
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
  it('nothing to pack, nothing to say', () => {
    const { container } = draw(data([]));
    expect(container.textContent).toBe('');
  });
});

describe('papers', () => {
  const order = {
    id: 30_377,
    number: 30_377,
    comment: 'Позвонить',
    recipient: { name: 'Вера Соколова', phone: '+79000000211' },
    delivery: { name: 'СДЭК' },
    address: { full: 'Новосибирск, ул. Мира, 14' },
  };
  it('the list to walk the shelves with, and the label with its code, go to the printer and are gone after it', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = draw(
      data([parcel({ weight: 410 })], { order: { ...order, version: 1, carries: [], shipment: null } }),
    );
    const sheet = () => document.querySelector<HTMLElement>('[data-print-sheet]');
    await user.click(screen.getByRole('button', { name: 'Лист сборки' }));
    expect(print).toHaveBeenCalledTimes(1);
    const cells = [...(sheet()?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['A-1', '02', '10101', 'Крем 1', '2', '☐'],
      ['Без места', '', '10102', 'Крем 2', '2', '☐'],
    ]);
    expect(sheet()?.textContent).toContain('Комментарий покупателя: Позвонить');
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(sheet()).toBeNull();
    expect(document.documentElement.dataset['printing']).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Наклейка' }));
    expect(print).toHaveBeenCalledTimes(2);
    for (const words of ['Вера Соколова', '+7 (900) 000-02-11', 'СДЭК, Новосибирск, ул. Мира, 14', 'P30377-1'])
      expect(sheet()?.textContent?.replaceAll('\u00a0', ' ')).toContain(words);
    expect(sheet()?.querySelector('svg[aria-label="Код P30377-1"] path')?.getAttribute('d')?.length).toBeGreaterThan(
      500,
    );
  });
});

describe('rules', () => {
  it('what the last scan was, how much is in, and a weight in grams', () => {
    const before = [line(1), line(2)];
    expect(filledLine(before, [line(1), line(2, { packed: 1 })])?.line_id).toBe(2);
    expect(filledLine(before, before)).toBeUndefined();
    expect(packedOf([line(1, { packed: 1 }), line(2)])).toEqual({ packed: 1, pieces: 4 });
    expect(byShelf([])).toEqual([]);
    expect([gramsOf(''), gramsOf('1 410'), gramsOf('0'), gramsOf('1e3')]).toEqual([null, 1410, Number.NaN, Number.NaN]);
  });
});

describe('together', () => {
  const others = [
    { parcel_id: 8, version: 4, code: 'P30388-1', pieces: 2 },
    { parcel_id: 9, version: 2, code: 'P30390-1', pieces: 1 },
  ];
  it('what is ticked goes inside the parcel, what is not stays', async () => {
    const packed = parcel({ state: 'packed', version: 3 });
    const { user, asked } = draw(data([packed], { together: { deferred: [], parcels: others } }), () =>
      refusal('not_possible', 'P30388-1 едет по другому адресу'),
    );
    await user.click(screen.getByRole('checkbox', { name: /P30388-1/ }));
    await user.type(screen.getByRole('textbox', { name: /Трек-номер/ }), 'RU12345{Enter}');
    await screen.findByText('P30388-1 едет по другому адресу');
    const sent = { exp_id: 30_377, parcel_id: 5, version: 3, track: 'RU12345', inside: [{ parcel_id: 8, version: 4 }] };
    expect(asked.find(({ path }) => path.endsWith('/send'))?.body).toEqual(sent);
  });
  it('parcels of a shipment’s orders lie in it unless they are taken out', async () => {
    const packed = parcel({ state: 'packed', version: 3, lines: [] });
    const order = { id: 30_377, version: 1, delivery: { name: 'СДЭК' }, carries: [30_388, 30_390], shipment: null };
    const { user, asked } = draw(data([packed], { order, together: { deferred: [], parcels: others } }), () =>
      refusal('not_possible', 'Так нельзя'),
    );
    expect(screen.getByRole('link', { name: /30.388/ }).getAttribute('href')).toBe('/desk/orders/30388');
    await user.click(screen.getByRole('checkbox', { name: /P30390-1/ }));
    await user.type(screen.getByRole('textbox', { name: /Трек-номер/ }), 'RU12345{Enter}');
    await screen.findByText('Так нельзя');
    const sent = asked.find(({ path }) => path.endsWith('/send'))?.body as { inside: unknown };
    expect(sent.inside).toEqual([{ parcel_id: 8, version: 4 }]);
  });
  it('a deferred order of the same person is taken along by one button', async () => {
    const deferred = [{ exp_id: 30_301, pieces: 2, since: '2026-11-01T09:00:00Z' }];
    const { user, asked } = draw(data([], { together: { deferred, parcels: [] } }), () =>
      refusal('order_held', 'Заказ ждёт: не дозвонились'),
    );
    await user.click(screen.getByRole('button', { name: 'Отправить вместе' }));
    await screen.findByText('Заказ ждёт: не дозвонились');
    expect(asked[0]).toMatchObject({
      path: '/api/desk/orders/join',
      body: { exp_id: 30_377, version: 1, joined: [30_301] },
    });
  });
});
