// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { describe, expect, it } from 'vitest';
import type { CounterOrder, WaitingOrder } from '#contract/counter.ts';
import { CounterPage } from '#src/staff/punkt/CounterPage.tsx';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { SupplyPage } from '#src/staff/punkt/SupplyPage.tsx';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// The counter on its screen (docs/product/counter.md); what the shop does with it, the other files of this folder show.

const line = (line_id: number, more: Partial<WaitingOrder['lines'][number]> = {}): WaitingOrder['lines'][number] => ({
  line_id,
  title: `Крем ${line_id}`,
  code: `4010${line_id}`,
  pack: '50 мл',
  image: null,
  pieces: 2,
  marks: 0,
  ...more,
});
const order = (id: number, more: Partial<WaitingOrder> = {}): WaitingOrder => ({
  id,
  name: 'Анна Полякова',
  phone: '0001',
  cells: ['А-12'],
  parcels: [`P${id}-1`],
  arrived_at: '2026-11-20T09:00:00Z',
  keep_until: '2099-11-28T16:59:59Z',
  reminded_at: null,
  lines: [line(1)],
  ...more,
});
const whole = (one: WaitingOrder, more: Partial<CounterOrder> = {}): CounterOrder => ({
  ...one,
  state: 'waits',
  at: one.arrived_at,
  masked_phone: '+7 9•• •••-••-01',
  comment: 'Заберёт сын',
  weight: 680,
  paid: 304_000,
  proxy: null,
  locked_until: null,
  needs_desk: false,
  ...more,
});
const POINT = { site: '3:CO-4', name: 'Центр', city: 'Томск', address: 'пр. Ленина, 80' };
const SHIFT = { id: 1, opened_at: '2026-11-21T03:00:00Z', operator: 'Сергей Ким' };
const ok = (body: object) => ({ http: 200, body: { status: 'success', server_time: '2026-11-21T09:00:00Z', ...body } });
const no = (code: string, message: string) => ({ http: 200, body: { status: 'error', code, message } });
const SERGEY = {
  ...guestSession,
  known: true,
  uid: '7',
  user: { ...guestSession.user, isGuest: false, id: 7, name: 'Сергей Ким' },
};
/** Whoever else asks (the session, at its start) hears that the shop is busy: that is no lost network. */
const AWAY = { http: 503, body: { status: 'error', code: 'unavailable', message: 'Магазин занят' } };
type Said = { http: number; body: unknown } | null;
type Shop = (asked: { path: string; body: unknown }) => Said;

async function open(
  orders: WaitingOrder[],
  { openId = null, shop = () => null }: { openId?: number | null; shop?: Shop } = {},
) {
  // prettier-ignore
  const place = memoryLocation({ path: '/punkt', record: true });
  const answer: Shop = (asked) =>
    shop(asked) ??
    (asked.path === '/api/punkt/orders'
      ? ok({ point: POINT, points: [POINT], shift: SHIFT, orders, supplies: 1 })
      : asked.path.startsWith('/api/punkt/orders/')
        ? ok({ order: whole(orders.find(({ id }) => asked.path.endsWith(String(id)))!) }) // The test's own order.
        : AWAY);
  const drawn = onScreen(<Router hook={place.hook}><CounterPage openId={openId} /></Router>, answer); // prettier-ignore
  act(() => drawn.store.set(sessionStateAtom, SERGEY));
  await screen.findByRole('heading', { level: 1, name: 'Пункт выдачи' });
  return { ...drawn, place };
}
const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Найти заказ' });
const rows = () =>
  within(screen.getByRole('region', { name: /Ждут выдачи|Нашлось/ })).queryAllByRole('button', { name: /…/ });

describe('the field', () => {
  it('searches what is on the device with every key, and Enter opens what is meant', async () => {
    const { user, place } = await open([order(30_418), order(30_422, { name: 'Фёдор Чернов', phone: '1470' })]);
    await user.type(await field(), 'черн');
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Фёдор Чернов')]);
    await user.clear(await field());
    await user.type(await field(), '1470');
    expect(rows()).toHaveLength(1);
    await user.type(await field(), '{Enter}');
    expect(place.history.at(-1)).toBe('/punkt/orders/30422');
    expect((await field()).value).toBe('');
  });
  it('takes a label from a scanner with a Russian layout, and says what is none of ours', async () => {
    const { user, place, asked } = await open([order(30_418)]);
    await user.type(await field(), 'з30418-1{Enter}');
    expect(place.history.at(-1)).toBe('/punkt/orders/30418');
    await user.type(await field(), 'https://other.shop/o/1{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('Это не код «Ростка»');
    expect(asked.filter(({ path }) => path.endsWith('/find'))).toEqual([]);
  });
  it('asks the shop for what is not here, and says it when nobody knows it', async () => {
    const { user, asked } = await open([order(30_418)], {
      shop: ({ path }) => (path.endsWith('/find') ? ok({ orders: [] }) : null),
    });
    await user.type(await field(), '30999{Enter}');
    expect(await screen.findByText('«30999»: в этом пункте такого заказа нет')).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ path: '/api/punkt/find', body: { site: '3:CO-4', q: '30999' } });
  });
  it('collects codes of units: twice is once, and the separator of a scanner is kept', async () => {
    const one = order(30_418, { lines: [line(1, { marks: 2 })] });
    const bodies: unknown[] = [];
    const { user } = await open([one], {
      openId: 30_418,
      shop: ({ path, body }) => {
        if (!path.endsWith('/hand-over')) return null;
        bodies.push(body);
        return ok({ order: whole(one, { state: 'handed' }) });
      },
    });
    await screen.findByText('Заберёт сын');
    expect(screen.getByText('Отсканируйте коды «Честного знака»: осталось 2.')).toBeTruthy();
    const scan = async (serial: string) => {
      await user.type(await field(), `010460000000000821${serial}`);
      await user.keyboard('{Control>}]{/Control}93abcd{Enter}');
    };
    await scan('serialA');
    await scan('serialA');
    expect(screen.getByText('Эта упаковка уже отсканирована')).toBeTruthy();
    await scan('serialB');
    expect(screen.getByText(/Честный знак: 2 из 2/)).toBeTruthy();
    await user.type(screen.getByLabelText('Код выдачи'), '4817{Enter}');
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toEqual({
      exp_id: 30_418,
      code: '4817',
      marks: [{ line_id: 1, codes: ['A', 'B'].map((end) => `010460000000000821serial${end}\u001D93abcd`) }],
    });
  });
});

describe('handing over', () => {
  it('a wrong code stays said, the next one is typed at once; nothing of it is stored', async () => {
    const { user, store } = await open([order(30_418)], {
      openId: 30_418,
      shop: ({ path }) =>
        path.endsWith('/hand-over') ? no('code_wrong', 'Код не подошёл. Осталось попыток: 4') : null,
    });
    await screen.findByText('Заберёт сын');
    await user.type(screen.getByLabelText('Код выдачи'), '0000{Enter}');
    expect(await screen.findByText('Код не подошёл. Осталось попыток: 4')).toBeTruthy();
    const code = screen.getByLabelText<HTMLInputElement>('Код выдачи');
    expect([code.value, document.activeElement]).toEqual(['', code]);
    const kept = JSON.stringify(await (await store.get(storesAtom).person('7')).entries(''));
    expect(kept).not.toContain('0000"');
  });
  it('in airplane mode it is found and shown as of when, and nothing is handed over', async () => {
    const { user, store, asked } = await open([order(30_418)], { openId: 30_418 });
    await screen.findByText('Заберёт сын');
    act(() => goOffline(store));
    expect((await screen.findByText(/Нет сети/)).textContent).toMatch(/данные/);
    await user.type(await field(), 'анна');
    expect(rows()).toHaveLength(1);
    const before = asked.length;
    await user.type(screen.getByLabelText('Код выдачи'), '4817{Enter}');
    expect(screen.getByText('Выдать можно только с сетью: код проверяет магазин.')).toBeTruthy();
    expect(asked.slice(before).filter(({ path }) => path.endsWith('/hand-over'))).toEqual([]);
  });
  it('three locks leave the way to the desk, and what is over offers nothing', async () => {
    const one = order(30_418);
    const { unmount } = await open([one], {
      openId: 30_418,
      shop: ({ path }) => (path.endsWith('/30418') ? ok({ order: whole(one, { needs_desk: true }) }) : null),
    });
    expect(await screen.findByText(/Позвоните в хозяйство/)).toBeTruthy();
    unmount();
    await open([], {
      openId: 30_418,
      shop: ({ path }) => (path.endsWith('/30418') ? ok({ order: whole(one, { state: 'handed' }) }) : null),
    });
    expect(await screen.findByText(/^Выдан /)).toBeTruthy();
    expect(screen.queryByLabelText('Код выдачи')).toBeNull();
  });
  it('has no fault that axe finds', async () => {
    const { container } = await open([order(30_418), order(30_297, { keep_until: '2026-11-01T00:00:00Z' })], { openId: 30_418 }); // prettier-ignore
    await screen.findByText('Заберёт сын');
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

describe('supplies', () => {
  const parcel = (code: string, accepted = false) => ({ code, exp_id: 30_500, name: 'Анна', pieces: 3, cell: accepted ? 'А-01' : null, accepted }); // prettier-ignore
  const supply = (...accepted: boolean[]) => ({ id: 1001, sent_at: '2026-11-20T09:00:00Z', parcels: accepted.map((is, at) => parcel(`P30500-${at + 1}`, is)) }); // prettier-ignore
  it('scans in a row wait for each other; what is missing is said before it is ended', async () => {
    let state = supply(false, false);
    const { user, store, asked } = onScreen(<SupplyPage />, ({ path, body }) => {
      if (path === '/api/punkt/orders') return ok({ point: POINT, points: [POINT], shift: SHIFT, orders: [], supplies: 1 }); // prettier-ignore
      if (path.endsWith('/supplies')) return ok({ supplies: [state] });
      if (path.endsWith('/accept')) {
        const { code } = body as { code: string };
        if (code !== 'P30500-1') return no('scan_unknown', `Код ${code}: это не этикетка`);
        state = supply(true, false);
        return ok({ supplies: [state], accepted: { code, exp_id: 30_500, cell: 'А-01', again: false } });
      }
      return path.endsWith('/finish-supply') ? ok({ supplies: [] }) : AWAY;
    });
    act(() => store.set(sessionStateAtom, SERGEY));
    const label = await screen.findByRole('searchbox', { name: 'Этикетка посылки' });
    await user.type(label, 'чужое{Enter}P30500-1{Enter}');
    expect(await screen.findByText('P30500-1 — в ячейку А-01')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Завершить приёмку' }));
    expect(screen.getByText(/Не хватает: P30500-2/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Принять, не хватает 1' }));
    expect(await screen.findByText('Поставок в пути нет')).toBeTruthy();
    expect(asked.filter(({ path }) => /accept|finish/.test(path)).map(({ body }) => body)).toEqual([
      { site: '3:CO-4', code: 'чужое' },
      { site: '3:CO-4', code: 'P30500-1' },
      { site: '3:CO-4', supply_id: 1001, missing: 1 },
    ]);
  });
});
