// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { FeedImport } from '#contract/desk-import.ts';
import { ImportPage } from '#src/staff/desk/imports/ImportPage.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// The report of a feed, row by row; docs/product/desk.md#feeds.

const REPORT: NonNullable<FeedImport['report']> = {
  source: 'sever',
  categories: { added: 0, changed: 0, refused: 0 },
  topics: 0,
  offers: { added: 2, changed: 1, unchanged: 40, refused: 1 },
  missing: 0,
  hidden: 0,
  withheld: 0,
  pictures: { loaded: 0, failed: 0, skipped: 0, known: 0, toLoad: 5 },
  interrupted: null,
};
const feed = (more: Partial<FeedImport> = {}): FeedImport => ({
  id: 4,
  name: 'sever.xml',
  author: 'Елена Юрьева',
  state: 'checked',
  progress: '',
  error: null,
  report: REPORT,
  rows: { added: 2, changed: 1, refused: 1, withheld: 0, note: 0 },
  created_at: '2026-11-23T08:00:00Z',
  ...more,
});
const row = (n: number, more: object) => ({ n, kind: 'added', line: n + 10, offer_id: `s-${n}`, title: `Чай ${n}`, category: 'Чай', text: 'Новый товар', ...more }); // prettier-ignore
const ROWS = [
  row(1, {}),
  row(2, { kind: 'changed', text: 'Цена 490 → 520 ₽' }),
  row(3, { kind: 'refused', text: 'Нет цены', title: '' }),
];
const ok = (body: object) => ({ http: 200, body: { status: 'success', server_time: '2026-11-23T09:00:00Z', ...body } });

type Shop = NonNullable<Parameters<typeof onScreen>[1]>;
function open(first: FeedImport, also: Shop = () => null) {
  const { hook } = memoryLocation({ path: '/desk/products/import/4' });
  const drawn = onScreen(
    <Router hook={hook}>
      <ImportPage id={4} />
    </Router>,
    (request) => {
      const said = also(request);
      if (said) return said;
      if (!request.path.startsWith('/api/desk/imports')) return null;
      if (!request.path.endsWith('/rows')) return ok({ feed: first });
      const { kind, after = 0 } = (request.body ?? {}) as { kind?: string; after?: number };
      const rows = ROWS.filter((one) => (kind === undefined || one.kind === kind) && one.n > after);
      return ok({ rows: rows.slice(0, 2), next: rows.length > 2 ? (rows[1]?.n ?? null) : null });
    },
  );
  const sent = (end: string) => drawn.asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
  return { ...drawn, sent };
}

describe('a checked feed', () => {
  it('says what would change, row by row, page by page and by kind; nothing for axe', async () => {
    const { user, container } = open(feed());
    const sums = await screen.findByRole('region', { name: 'Что изменится' });
    expect(within(sums).getByText('Новых товаров').nextSibling?.textContent).toBe('2');
    const table = await screen.findByRole('table', { name: 'По строкам' });
    expect(await within(table).findByText('Цена 490 → 520 ₽')).toBeTruthy();
    expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Дальше' }));
    expect(await within(table).findByText('Нет цены')).toBeTruthy();
    expect(within(table).getByText('Без названия')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'В начало' }));
    await user.click(screen.getByRole('button', { name: /^Изменены/ }));
    await waitFor(() => expect(within(table).queryByText('Чай 1')).toBeNull());
    expect(within(table).getByText('Цена 490 → 520 ₽')).toBeTruthy();
  });
  it('is written only when it is said so, once', async () => {
    const { user, sent } = open(feed(), ({ path }) => (path.endsWith('/apply') ? ok({ feed: feed({ state: 'done' }) }) : null)); // prettier-ignore
    await user.click(await screen.findByRole('button', { name: 'Записать и опубликовать' }));
    expect(await screen.findByText('Записан')).toBeTruthy();
    expect(sent('/apply')).toEqual([{ import_id: 4 }]);
    expect(screen.queryByRole('button', { name: 'Записать и опубликовать' })).toBeNull();
  });
  it('that the shop would not write says why, and may be tried again', async () => {
    const words = 'Сейчас записывается другой файл';
    const { user } = open(feed(), ({ path }) =>
      path.endsWith('/apply') ? { http: 200, body: { status: 'error', code: 'not_possible', message: words } } : null,
    );
    await user.click(await screen.findByRole('button', { name: 'Записать и опубликовать' }));
    expect((await screen.findByText(words)).closest('[role="alert"]')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Записать и опубликовать' })).toBeTruthy();
  });
  it('without a network is read, and written by nobody', async () => {
    const { store } = open(feed());
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Записать и опубликовать' });
    goOffline(store);
    expect(await screen.findByText('Записать можно, когда будет сеть.')).toBeTruthy();
    expect(button.disabled).toBe(true);
  });
});

describe('any other feed', () => {
  it('that is being checked says where it is, asks by itself and shows what came of it', async () => {
    let asked = 0;
    open(feed(), ({ path }) => {
      if (!path.startsWith('/api/desk/imports') || path.endsWith('/rows')) return null;
      asked += 1;
      return asked < 2 ? ok({ feed: feed({ state: 'checking', progress: '40 из 100', report: null }) }) : null;
    });
    expect(await screen.findByText('40 из 100')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Записать и опубликовать' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Остановить проверку' })).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Что изменится' }, { timeout: 4000 })).toBeTruthy();
  });
  it('that failed says why and that nothing was written', async () => {
    open(feed({ state: 'failed', error: 'Файл не XML.', report: null }));
    expect((await screen.findByText(/Файл не XML. Ничего не записано./)).closest('[role="alert"]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Записать и опубликовать' })).toBeNull();
  });
  it('that is not there, and a shop that is silent: said, with a way on', async () => {
    let isAway = true;
    const { user } = open(feed(), ({ path }) => (isAway && path.startsWith('/api/desk') ? { http: 500, body: {} } : null)); // prettier-ignore
    expect(await screen.findByText('Импорт не загрузился')).toBeTruthy();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'sever.xml' })).toBeTruthy();
  });
});
