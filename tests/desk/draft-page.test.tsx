// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { DeskDraft } from '#contract/desk-drafts.ts';
import { DraftPage } from '#src/staff/desk/drafts/DraftPage.tsx';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// An order by telephone while it is written down; docs/product/desk.md#an-order-by-telephone.

const NOBODY = { buyer_id: null, name: '', phone: '', email: '', lines: [], where: '', address: null, way: null, payment_type: 1, comment: '' }; // prettier-ignore
const draft = (more: Partial<DeskDraft> = {}): DeskDraft => ({
  id: 7,
  version: 1,
  author: 'Елена Юрьева',
  updated_at: '2026-11-23T08:30:00Z',
  fields: NOBODY,
  buyer: null,
  lines: [],
  sum: 98_000,
  balls: null,
  weight: 300,
  ways: [],
  delivery_cost: 22_000,
  due: 120_000,
  payments: [
    { code: 1, name: 'Банковской картой' },
    { code: 3, name: 'По реквизитам' },
  ],
  missing: {},
  ...more,
});
const ok = (body: object) => ({ http: 200, body: { status: 'success', server_time: '2026-11-23T09:00:00Z', ...body } });
const refused = (code: string, message: string) => ({ http: 200, body: { status: 'error', code, message } });

type Shop = NonNullable<Parameters<typeof onScreen>[1]>;
/** A shop that keeps what it is told; `also` answers first. */
function open(first: DeskDraft, also: Shop = () => null) {
  let now = first;
  const { hook, history } = memoryLocation({ path: '/desk/drafts/7', record: true });
  const drawn = onScreen(
    <Router hook={hook}>
      <DraftPage id={7} />
    </Router>,
    (request) => {
      const said = also(request);
      if (said) return said;
      if (request.path.endsWith('/save')) {
        const { fields } = request.body as { fields: DeskDraft['fields'] };
        now = { ...now, version: now.version + 1, fields };
      }
      return request.path.startsWith('/api/desk/drafts/') ? ok({ draft: now }) : null;
    },
  );
  const sent = (end: string) => drawn.asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
  return { ...drawn, history, sent };
}
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Имя и фамилия/ });

describe('a draft', () => {
  it('saves what is typed by itself, says so, and has nothing for axe', async () => {
    const { user, sent, container } = open(draft());
    await user.type(await nameField(), 'Анна');
    await waitFor(() => expect(sent('/save').at(-1)).toMatchObject({ draft_id: 7, fields: { name: 'Анна' } }));
    expect(await screen.findByText('Черновик записан')).toBeTruthy();
    expect(screen.getByText('Доставка', { selector: 'dt' }).nextSibling?.textContent).toContain('220');
    expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  });
  it('is placed with the sum on the screen and a reason, and leads to its order', async () => {
    const { user, sent, history } = open(draft({ fields: { ...NOBODY, phone: '+79000000157' } }), ({ path }) =>
      path.endsWith('/place') ? ok({ exp_id: 30_400 }) : null,
    );
    await user.click(await screen.findByRole('button', { name: 'Оформить и отправить ссылку' }));
    const sheet = await screen.findByRole('dialog', { name: 'Оформить заказ' });
    expect(sheet.textContent).toContain('+79000000157');
    await user.click(screen.getAllByRole('button', { name: 'Оформить и отправить ссылку' }).at(-1)!);
    await waitFor(() =>
      expect(sent('/place')).toEqual([{ draft_id: 7, version: 1, expected_due: 120_000, reason: 'По телефону' }]),
    );
    await waitFor(() => expect(history.at(-1)).toBe('/desk/orders/30400'));
  });
  it('that lacks something names it at once and is not placed', async () => {
    const { user, sent } = open(draft({ missing: { phone: ['Введите телефон'], lines: ['Добавьте товар'] } }));
    await user.click(await screen.findByRole('button', { name: 'Оформить и отправить ссылку' }));
    expect(await screen.findByText('Чтобы оформить, проверьте: телефон, товары.')).toBeTruthy();
    expect(screen.getByText('Введите телефон')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('/place')).toEqual([]);
  });
  it('that a colleague has changed asks whose words stand, and writes over nothing before', async () => {
    let theirs: DeskDraft | null = null;
    const { user, sent } = open(draft(), ({ path, body }) => {
      const version = (body as { version?: number } | undefined)?.version;
      if (path.endsWith('/save') && version === 1) {
        theirs = draft({ version: 2, author: 'Олег Кит', fields: { ...NOBODY, name: 'Вера' } });
        return refused('draft_changed', 'Черновик изменили в другом окне');
      }
      return path.endsWith('/get') && theirs ? ok({ draft: theirs }) : null;
    });
    await user.type(await nameField(), 'Анна');
    expect(await screen.findByText(/изменили в другом окне \(Олег Кит\)/)).toBeTruthy();
    expect((await nameField()).value).toBe('Анна');
    await user.click(screen.getByRole('button', { name: 'Записать моё' }));
    await waitFor(() => expect(sent('/save').at(-1)).toMatchObject({ version: 2, fields: { name: 'Анна' } }));
  });
  it('that has been placed or dropped says where to look', async () => {
    open(draft(), () => refused('not_found', 'Такого черновика нет'));
    expect(await screen.findByText('Такого черновика нет')).toBeTruthy();
    expect(screen.getByText('Оформленный заказ ищите среди заказов.')).toBeTruthy();
  });
  it('without a network keeps what is typed, says so and is not placed', async () => {
    const { user, store, sent } = open(draft());
    const field = await nameField();
    goOffline(store);
    await user.type(field, 'Анна');
    expect(await screen.findByText('Нет сети. Набранное остаётся на этом устройстве')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Оформить: нужен интернет' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([sent('/save'), sent('/place')]).toEqual([[], []]);
  });
  it('is dropped only after it was asked', async () => {
    const { user, sent, history } = open(draft(), ({ path }) => (path.endsWith('/drop') ? ok({}) : null));
    await user.click(await screen.findByRole('button', { name: 'Удалить черновик' }));
    expect(sent('/drop')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(sent('/drop')).toEqual([{ draft_id: 7 }]));
    await waitFor(() => expect(history.at(-1)).toBe('/desk/drafts'));
  });
});
