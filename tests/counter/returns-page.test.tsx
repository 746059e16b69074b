// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { PunktReturn } from '#contract/counter-returns.ts';
import { guestSession } from '#src/features/session/guest-session.rules.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { whatIsUnsent } from '#src/staff/punkt/counter.atoms.ts';
import { DayPage } from '#src/staff/punkt/DayPage.tsx';
import { ReturnsPage } from '#src/staff/punkt/ReturnsPage.tsx';
import { SupplyPage } from '#src/staff/punkt/SupplyPage.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// What the counter takes back, on its screen (docs/product/returns.md#at-the-counter); what the shop does with it, tests/returns shows.

const back = (id: number, more: Partial<PunktReturn> = {}): PunktReturn => ({
  id,
  version: 2,
  code: `R3041${id}-1`,
  order_id: 30_410 + id,
  name: 'Анна Полякова',
  phone_end: '0001',
  answer: 'Принесите в пункт',
  lines: [{ line_id: 11, code: '40101', title: 'Крем', pieces: 2, marks: 0 }],
  ...more,
});
const ok = (body: object) => ({ http: 200, body: { status: 'success', server_time: '2026-11-21T09:00:00Z', ...body } });
const no = (code: string, message: string) => ({ http: 200, body: { status: 'error', code, message } });
const AWAY = { http: 503, body: { status: 'error', code: 'unavailable', message: 'Магазин занят' } };
const SERGEY = {
  ...guestSession,
  known: true,
  uid: '7',
  user: { ...guestSession.user, isGuest: false, id: 7, name: 'Сергей Ким' },
};
type Said = { http: number; body: unknown } | null;
function open(waiting: () => PunktReturn[], accepting: () => Said = () => null) {
  const drawn = onScreen(<ReturnsPage />, ({ path }) => {
    if (path === '/api/punkt/returns') return ok({ returns: waiting() });
    return path === '/api/punkt/returns/accept' ? accepting() : AWAY;
  });
  act(() => drawn.store.set(sessionStateAtom, SERGEY));
  return drawn;
}
const card = (code: string) => screen.findByRole('region', { name: `Возврат ${code}` });
const accepts = (asked: readonly { path: string; body: unknown }[]) => asked.filter(({ path }) => path.endsWith('/accept')).map(({ body }) => body); // prettier-ignore

describe('returns at the counter', () => {
  it('are found by number with either layout, telephone and name; what nobody knows is said', async () => {
    const { user } = open(() => [back(1), back(2, { name: 'Фёдор Чернов', phone_end: '1470' })]);
    await card('R30411-1');
    const field = screen.getByRole('searchbox', { name: 'Номер возврата, телефон или имя' });
    const shown = () => screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));
    for (const [typed, found] of [['к30412', 2], ['R30411-1', 1], ['№ 30 412', 2], ['1470', 2], ['федор', 2]] as const) {
      await user.clear(field);
      await user.type(field, typed);
      expect([typed, shown()]).toEqual([typed, [`Возврат R3041${found}-1`]]);
    } // prettier-ignore
    await user.clear(field);
    await user.type(field, '99999{Enter}');
    expect(screen.getByRole('status').textContent).toContain('такого одобренного возврата у этого пункта нет');
  });
  it('units of «Честный знак» are scanned into the return that was found', async () => {
    const coded = back(1, { lines: [{ line_id: 11, code: '40101', title: 'Крем', pieces: 2, marks: 2 }] });
    let waiting = [coded, back(2)];
    const { user, asked } = open(() => waiting, () => ok({ returns: (waiting = []) })); // prettier-ignore
    await card('R30411-1');
    const field = screen.getByRole('searchbox', { name: 'Номер возврата, телефон или имя' });
    const said = () => screen.getByRole('status').textContent;
    const unit = '010460000000000821unit-1-1';
    await user.type(field, `${unit}{Enter}`);
    expect(said()).toContain('Сначала найдите возврат');
    await user.type(field, 'R30411-1{Enter}');
    // With a Russian layout too; the same unit counts once.
    await user.type(field, '010460000000000821гтше-1-1{Enter}');
    expect(said()).toContain('Код «Честного знака» записан');
    await user.type(field, `${unit}{Enter}`);
    expect(said()).toContain('уже отсканирована');
    const one = within(await card('R30411-1'));
    one.getByText(/Отсканируйте «Честный знак»: 1 из 2/);
    expect(screen.getAllByRole('region')).toHaveLength(1);
    await user.click(one.getByRole('button', { name: 'Принять товар' }));
    expect(accepts(asked)).toMatchObject([{ return_id: 1, lines: [{ line_id: 11, pieces: 2, codes: [unit] }] }]);
  });
  it('accepts as many pieces as came, never none', async () => {
    let waiting = [back(1)];
    const { user, asked, container } = open(() => waiting, () => ok({ returns: (waiting = []) })); // prettier-ignore
    const one = within(await card('R30411-1'));
    const pieces = one.getByRole('combobox', { name: 'Принесли штук: Крем' });
    await user.selectOptions(pieces, '0');
    await user.click(one.getByRole('button', { name: 'Принять товар' }));
    expect([one.getByText(/хотя бы одну штуку/), accepts(asked)]).toMatchObject([{}, []]);
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await user.selectOptions(pieces, '1');
    await user.click(one.getByRole('button', { name: 'Принять товар' }));
    expect(await screen.findByText('R30411-1: товар принят. Деньги вернёт хозяйство')).toBeTruthy();
    expect(await screen.findByText('Возвратов не ждём')).toBeTruthy();
    expect(accepts(asked)).toEqual([{ return_id: 1, version: 2, lines: [{ line_id: 11, pieces: 1 }] }]);
  });
  it('says that another tablet was first and shows what is left; without a network nothing is accepted', async () => {
    let waiting = [back(1), back(2)];
    const { user, store, asked } = open(
      () => waiting,
      () => {
        waiting = [back(2)];
        return no('order_changed', 'Возврат изменился, пока он был открыт');
      },
    );
    await user.click(within(await card('R30411-1')).getByRole('button', { name: 'Принять товар' }));
    expect(await screen.findByText('R30411-1: Возврат изменился, пока он был открыт')).toBeTruthy();
    await screen.findByRole('region', { name: 'Возврат R30412-1' });
    act(() => goOffline(store));
    expect(screen.getByText('Принимать возвраты можно только с сетью.')).toBeTruthy();
    const again = within(await card('R30412-1')).getByRole<HTMLButtonElement>('button', { name: 'Принять товар' });
    expect([again.disabled, accepts(asked).length]).toEqual([true, 1]);
  });
});

describe('a tablet that has nothing of the point yet', () => {
  it.each([
    ['Поставки не загрузились', <SupplyPage key="supply" />],
    ['Отчёт не загрузился', <DayPage key="day" />],
    ['Возвраты не загрузились', <ReturnsPage key="returns" />],
  ])('says «%s» and asks again', async (title, page) => {
    const { user, store, asked } = onScreen(page, () => AWAY);
    act(() => store.set(sessionStateAtom, SERGEY));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    const before = asked.length;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByRole('heading', { level: 1, name: title });
    expect(asked.length).toBeGreaterThan(before);
  });
});

describe('the shift', () => {
  it('asks once more for what has no answer, and is not closed before there is one; a refusal is one', async () => {
    const said = new Map<string, Said>();
    const { store, asked } = onScreen(<p>Смена</p>, ({ path }) => said.get(path) ?? null);
    act(() => store.set(sessionStateAtom, SERGEY));
    // No pause between tries.
    const at = store.get(timersAtom);
    store.set(timersAtom, { ...at, after: (_ms, work) => (work(), () => {}) });
    const memory = await store.get(storesAtom).person('7');
    const keep = (name: string, input: object) => memory.set(`keyed:${name}`, { v: 1, key: 'k-1', input });
    await keep('punktAcceptReturn:1', { body: { return_id: 1, version: 2, lines: [{ line_id: 11, pieces: 1 }] } });
    await keep('punktSendBack:30411', { body: { exp_id: 30_411 } });
    // Not the counter's.
    await keep('createPayment', { body: {} });
    said.set('/api/punkt/returns/accept', no('order_changed', 'Возврат изменился'));
    expect(await whatIsUnsent(store.get)).toContain('Приёмка или возврат ещё не отправлены');
    said.set('/api/punkt/send-back', no('order_closed', 'Заказ уже уехал'));
    expect(await whatIsUnsent(store.get)).toBeNull();
    expect(new Set(asked.map(({ path }) => path))).toEqual(
      new Set(['/api/punkt/returns/accept', '/api/punkt/send-back']),
    );
    expect((await memory.entries('keyed:')).map(([name]) => name)).toEqual(['keyed:createPayment']);
  });
});
