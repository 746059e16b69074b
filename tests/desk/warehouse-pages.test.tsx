// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { PickMany } from '#src/staff/desk/orders/PickMany.tsx';
import { BoxesPage } from '#src/staff/desk/warehouse/BoxesPage.tsx';
import { ShelvesPage } from '#src/staff/desk/warehouse/ShelvesPage.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// The warehouse on the screen (docs/product/desk.md#warehouse); what the shop does with it, tests/desk/warehouse.test.ts shows.

const placed = (code: string, cell: string | null) => ({
  product_id: Number(code),
  code,
  title: `Крем ${code}`,
  stock: 7,
  place: cell === null ? null : { shelf: 'А-1', cell },
});
const shelves = (more: object = {}) => ({
  status: 'success',
  shelves: [{ shelf: 'А-1', cells: 2, products: 1 }],
  cells: [
    { id: 1, cell: '01', products: [placed('10101', '01')] },
    { id: 2, cell: '02', products: [] },
  ],
  found: null,
  loose: { count: 1, products: [placed('10202', null)] },
  ...more,
});
type Shop = NonNullable<Parameters<typeof onScreen>[1]>;
function draw(page: ReactNode, address: string, shop: Shop) {
  const { hook, searchHook } = memoryLocation({ path: address });
  return onScreen(
    <Router hook={hook} searchHook={searchHook}>
      {page}
    </Router>,
    shop,
  );
}
const ok = (body: object) => ({ http: 200, body });
const shown = (element: Element | null) => element?.textContent?.replaceAll(/\s/g, ' ') ?? '';

describe('a shelf', () => {
  it('takes codes one after another into the chosen cell, says where each lies now and where it lay', async () => {
    const { user, asked, container } = draw(<ShelvesPage />, '/desk/shelves?shelf=А-1', ({ path }) =>
      path.endsWith('/place')
        ? ok({ status: 'success', product: placed('10101', '02'), was: { shelf: 'А-1', cell: '01' } })
        : ok(shelves()),
    );
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Ячейка' }), '02');
    await user.type(screen.getByRole('textbox', { name: 'Код товара' }), '10101{Enter}');
    await screen.findByText('Крем 10101: А-1, ячейка 02, раньше А-1, ячейка 01');
    expect(asked.find(({ path }) => path.endsWith('/place'))?.body).toEqual({ code: '10101', cell_id: 2 });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Код товара' });
    expect([field.value, document.activeElement]).toEqual(['', field]);
    // What lies nowhere is put here without typing.
    await user.click(screen.getByRole('button', { name: 'Положить сюда' }));
    expect(field.value).toBe('10202');
    expect((await axe.run(container)).violations).toEqual([]);
  });
  it('a refusal is said in the words of the shop, and a cell that holds something cannot be taken away', async () => {
    const { user } = draw(<ShelvesPage />, '/desk/shelves?shelf=А-1', ({ path }) =>
      path.endsWith('/place') || path.endsWith('/rename')
        ? ok({
            status: 'error',
            code: 'duplicate',
            message: 'Код 1: такого товара нет',
            errors: { cell: ['Такая уже есть'] },
          })
        : ok(shelves()),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Код товара' }), '1{Enter}');
    await waitFor(() => expect(screen.getAllByRole('alert').map(shown)).toContain('Код 1: такого товара нет'));
    await user.click(screen.getByRole('button', { name: 'Ячейка 01: переименовать или убрать' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.queryByRole('button', { name: 'Убрать ячейку' })).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Переименовать' }));
    expect(await sheet.findByText('Такая уже есть')).toBeTruthy();
  });
  it('search says where a product lies and leads to its shelf', async () => {
    draw(<ShelvesPage />, '/desk/shelves?q=крем', () => ok(shelves({ cells: [], found: [placed('10101', '01'), placed('10303', null)] }))); // prettier-ignore
    const found = within(await screen.findByRole('region', { name: 'Где лежит' }));
    expect(found.getByRole('link', { name: 'А-1, ячейка 01' }).getAttribute('href')).toBe('/desk/shelves?shelf=%D0%90-1'); // prettier-ignore
    expect(found.getByText('места нет')).toBeTruthy();
  });
});

describe('boxes', () => {
  const box = (more: object = {}) => ({
    id: 1001,
    code: 'B1001',
    to: 'Самовывоз, Томск, Ленина 1',
    sent_at: '2026-11-23T07:00:00Z',
    closed_at: null,
    accepted_at: null,
    weight: 1500,
    parcels: [{ code: 'P30377-1', exp_id: 30_377, name: 'Анна Петрова', pieces: 3 }],
    ...more,
  });
  it('one whose parcels nobody has weighed says so, and is no nought', async () => {
    draw(<BoxesPage />, '/desk/boxes', () =>
      ok({ status: 'success', boxes: [box({ weight: 0 })], server_time: '2026-11-23T09:00:00Z' }),
    );
    const card = await screen.findByRole('article', { name: 'Коробка B1001' });
    expect(card.textContent).toContain('не взвешена');
    expect(card.textContent).not.toContain('0 г');
  });
  it('an open one is closed, its label is printed without names; an accepted one is only looked at', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    let closed: string | null = null;
    const { user, asked } = draw(<BoxesPage />, '/desk/boxes', ({ path }) => {
      if (path.endsWith('/close')) closed = '2026-11-23T08:00:00Z';
      const boxes = [box({ closed_at: closed }), box({ id: 1000, code: 'B1000', accepted_at: '2026-11-22T08:00:00Z' })];
      return ok(path.endsWith('/close') ? { status: 'success' } : { status: 'success', boxes, server_time: '2026-11-23T09:00:00Z' }); // prettier-ignore
    });
    const card = await screen.findByRole('article', { name: 'Коробка B1001' });
    expect(within(screen.getByRole('article', { name: 'Коробка B1000' })).queryByText('Закрыть коробку')).toBeNull();
    await user.click(within(card).getByRole('button', { name: 'Наклейка и опись' }));
    expect(print).toHaveBeenCalledOnce();
    const sheet = document.querySelector('[data-print-sheet]');
    expect(shown(sheet)).toContain('P30377-1');
    expect(shown(sheet)).not.toContain('Анна');
    expect(within(sheet as HTMLElement).getByRole('img', { name: 'Код B1001' })).toBeTruthy();
    await user.click(within(card).getByRole('button', { name: 'Закрыть коробку' }));
    expect(await screen.findByText('Закрыта, едет')).toBeTruthy();
    expect(asked.find(({ path }) => path.endsWith('/close'))?.body).toEqual({ box_id: 1001 });
  });
});

describe('a walk for several orders', () => {
  it('is printed shelf by shelf with the parcels of each product; when nothing is left it is said', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const pick = (cell: string, code: string) => ({ place: { shelf: 'А-1', cell }, code, title: code, pieces: 3, parcels: [{ code: 'P30377-1', pieces: 1 }, { code: 'P30378-1', pieces: 2 }] }); // prettier-ignore
    let picks: object[] = [pick('01', '10101'), pick('02', '10102')];
    const { user, asked } = onScreen(
      <PickMany ids={[30_377, 30_378]} isOnline />,
      () =>
      ok({ status: 'success', picks, parcels: ['P30377-1', 'P30378-1'], without: [], server_time: '2026-11-23T09:00:00Z' }), // prettier-ignore
    );
    await user.click(screen.getByRole('button', { name: 'Лист сборки: 2' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(asked[0]?.body).toEqual({ exp_ids: [30_377, 30_378] });
    const rows = [...document.querySelectorAll('[data-print-sheet] tbody tr')].map(shown);
    expect(rows).toEqual(['А-10110101101013P30377-1 × 1, P30378-1 × 2☐', '0210102101023P30377-1 × 1, P30378-1 × 2☐']);
    window.dispatchEvent(new Event('afterprint'));
    picks = [];
    await user.click(screen.getByRole('button', { name: 'Лист сборки: 2' }));
    expect(await screen.findByText('В этих заказах брать с полок больше нечего.')).toBeTruthy();
  });
});
