// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DraftsPage } from '#src/staff/desk/drafts/DraftsPage.tsx';
import { ImportsPage } from '#src/staff/desk/imports/ImportsPage.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// Orders by telephone and feeds, their lists (docs/product/desk.md#an-order-by-telephone, docs/product/desk.md#feeds).

type Shop = NonNullable<Parameters<typeof onScreen>[1]>;
function draw(page: ReactNode, shop: Shop) {
  const { hook, history } = memoryLocation({ path: '/desk', record: true });
  return { ...onScreen(<Router hook={hook}>{page}</Router>, shop), history };
}
const ok = (body: object) => ({ http: 200, body: { status: 'success', server_time: '2026-11-23T09:00:00Z', ...body } });
const refused = (code: string, message: string, errors: object = {}) => ({ http: 200, body: { status: 'error', code, message, errors } }); // prettier-ignore

describe('orders by telephone', () => {
  const draft = (id: number, more: object = {}) => ({
    id,
    author: 'Елена Юрьева',
    name: '',
    phone: '',
    pieces: 3,
    created_at: '2026-11-23T08:00:00Z',
    updated_at: '2026-11-23T08:30:00Z',
    ...more,
  });
  it('each leads to its draft, also one of which only the telephone or nothing is known', async () => {
    const drafts = [draft(7, { name: 'Анна Петрова' }), draft(8, { phone: '+79000000157' }), draft(9)];
    const { container } = draw(<DraftsPage />, () => ok({ drafts }));
    const links = await screen.findAllByRole('link', { name: /^Черновик/ });
    expect(links.map((one) => [one.getAttribute('aria-label'), one.getAttribute('href')])).toEqual([
      ['Черновик: Анна Петрова', '/desk/drafts/7'],
      ['Черновик: +79000000157', '/desk/drafts/8'],
      ['Черновик: Без имени', '/desk/drafts/9'],
    ]);
    expect(screen.getByRole('link', { name: 'Заказы' }).getAttribute('href')).toBe('/desk/orders');
    expect((await axe.run(container)).violations).toEqual([]);
  });
  it('when there is none it is said; when the shop is silent it can be asked again', async () => {
    let isAway = true;
    const { user } = draw(<DraftsPage />, () => (isAway ? { http: 500, body: {} } : ok({ drafts: [] })));
    const again = await screen.findByRole('button', { name: /Повторить|ещё раз/ });
    isAway = false;
    await user.click(again);
    expect(await screen.findByText('Незаконченных заказов нет')).toBeTruthy();
  });
  it('without a network no draft is begun, and the button says why', async () => {
    const { user, store, asked } = draw(<DraftsPage />, () => ok({ drafts: [] }));
    await screen.findByText('Незаконченных заказов нет');
    goOffline(store);
    await user.click(await screen.findByRole('button', { name: 'Новый заказ: нужен интернет' }));
    expect(asked.some(({ path }) => path.endsWith('/open'))).toBe(false);
  });
});

describe('feeds', () => {
  const feed = (id: number, more: object = {}) => ({
    id,
    name: `feed-${id}.xml`,
    author: 'Елена Юрьева',
    state: 'checking',
    progress: '',
    error: null,
    report: null,
    rows: { added: 0, changed: 0, refused: 0, withheld: 0, note: 0 },
    created_at: '2026-11-23T08:00:00Z',
    ...more,
  });
  it('the last ones lead to their reports; what is not counted yet is no nought', async () => {
    const { container } = draw(<ImportsPage />, () => ok({ imports: [feed(4)] }));
    const link = await screen.findByRole('link', { name: 'feed-4.xml' });
    expect(link.getAttribute('href')).toBe('/desk/products/import/4');
    const row = within(link.closest('tr') ?? link.closest('li') ?? container);
    expect(row.getAllByText('—')).toHaveLength(3);
    expect((await axe.run(container)).violations).toEqual([]);
  });
  it('nothing chosen and a share that is none are said at their fields, and nothing is sent', async () => {
    const { user, asked } = draw(<ImportsPage />, () => ok({ imports: [] }));
    await screen.findByText('Файлов ещё не было');
    await user.type(screen.getByRole('textbox', { name: /Доля для консультанта/ }), '7');
    await user.click(screen.getByRole('button', { name: 'Проверить файл' }));
    expect(await screen.findByText('Выберите файл или введите адрес')).toBeTruthy();
    expect(screen.getByText('Доля от 0,001 до 1, например 0,77')).toBeTruthy();
    expect(asked.some(({ path }) => path.endsWith('/start'))).toBe(false);
  });
  it('what the shop refuses is said in its words, and what was typed stays', async () => {
    const { user, asked } = draw(<ImportsPage />, ({ body }) =>
      body === undefined
        ? ok({ imports: [] })
        : refused('validation', 'Проверьте поля', { address: ['Адрес не открывается'] }),
    );
    await screen.findByText('Файлов ещё не было');
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: /адрес файла/ });
    await user.type(address, 'https://feed.test/yml');
    await user.click(screen.getByRole('button', { name: 'Проверить файл' }));
    expect(await screen.findByText('Адрес не открывается')).toBeTruthy();
    expect(address.value).toBe('https://feed.test/yml');
    await waitFor(() => expect(asked.some(({ body }) => (body as { address?: string } | undefined)?.address === 'https://feed.test/yml')).toBe(true)); // prettier-ignore
  });
});
