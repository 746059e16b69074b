import type { Locator, Page } from '@playwright/test';
import { press, scan, tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// An order at the desk without a mouse (docs/product/desk.md): found, opened, marked paid, packed by scanning, sent with its number, a piece given
// back, a note.

/** A list is moved through by its own keys: the first letter or the arrows. */
async function choose(page: Page, list: Locator, downs: number): Promise<void> {
  await tabTo(page, list);
  for (let i = 0; i < downs; i += 1) await page.keyboard.press('ArrowDown');
}

test('an order at the desk by keyboard alone', async ({ page, shop }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const value = async <T>(sql: string): Promise<T> => (await shop.sql<{ value: T }>(sql))[0]?.value as T;
  // One that waits for its transfer, goes by a carrier, and has nothing to scan but its goods.
  const id = await value<number>(
    `select id as value from orders where status in (0, 1) and due_kop > 0 and delivery_type = 11 and items_count > 2
     order by id desc limit 1`,
  );
  expect(id).toBeGreaterThan(0);
  const due = await value<number>(`select due_kop::int as value from orders where id = ${id}`);
  await shop.sql(`update order_lines set marked = false where order_id = ${id}`);
  const lines = await shop.sql<{ code: string; quantity: number }>(
    `select code, quantity from order_lines where order_id = ${id} order by position`,
  );
  await logIn(page, 'admin');
  const main = page.getByRole('main');

  // ── It is found and opened ───────────────────────────────────────────────────────────────────
  await page.goto('/desk/orders');
  await tabTo(page, page.getByRole('searchbox', { name: 'Найти' }));
  await page.keyboard.type(String(id));
  const table = page.getByRole('table', { name: 'Заказы' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await press(page, table.getByRole('link').first());
  await expect(page.getByRole('heading', { level: 1, name: /^Заказ №/ })).toBeVisible();

  // ── Its transfer has come ────────────────────────────────────────────────────────────────────
  await press(page, main.getByRole('button', { name: 'Отметить оплаченным' }));
  const paid = page.getByRole('dialog', { name: 'Перевод пришёл' });
  await tabTo(page, paid.getByRole('textbox', { name: 'Сумма из выписки' }));
  await page.keyboard.type((due / 100).toFixed(2).replace('.', ','));
  await tabTo(page, paid.getByRole('textbox', { name: 'Причина' }));
  await page.keyboard.type('Выписка № 15');
  await press(page, paid.getByRole('button', { name: 'Отметить оплаченным' }));
  await expect(paid).toBeHidden();

  // ── It is packed by scanning ─────────────────────────────────────────────────────────────────
  await press(page, main.getByRole('button', { name: 'Взять в сборку' }));
  const parcel = main.getByRole('article', { name: `Посылка P${id}-1` });
  await tabTo(page, parcel.getByRole('textbox', { name: 'Код товара' }));
  await scan(page, 'нетакого1');
  await expect(parcel.getByRole('alert').filter({ hasText: 'такого товара в этой посылке нет' })).toBeVisible();
  for (const { code, quantity } of lines) for (let piece = 0; piece < quantity; piece += 1) await scan(page, code);
  await tabTo(page, parcel.getByRole('textbox', { name: 'Вес, г' }));
  await expect(parcel.getByRole('button', { name: 'Закрыть посылку' })).toBeVisible();
  await scan(page, '740');

  // ── It leaves with the carrier's number ──────────────────────────────────────────────────────
  await tabTo(page, parcel.getByRole('textbox', { name: /^Трек-номер/ }));
  await scan(page, 'я');
  await expect(parcel.getByText(/букв|цифр/).first()).toBeVisible();
  await tabTo(page, parcel.getByRole('textbox', { name: /^Трек-номер/ }));
  await page.keyboard.press('ControlOrMeta+A');
  await scan(page, `RU${id}KB`);
  await expect(parcel.getByText(new RegExp(`трек RU${id}KB`))).toBeVisible();
  expect(await value<number>(`select status as value from orders where id = ${id}`)).toBe(4);

  // ── A piece goes back ────────────────────────────────────────────────────────────────────────
  await press(page, main.getByRole('button', { name: 'Вернуть деньги' }));
  const refund = page.getByRole('dialog', { name: 'Вернуть деньги' });
  await choose(page, refund.getByRole('combobox', { name: /^Вернуть штук/ }).first(), 1);
  await expect(refund.getByRole('region', { name: 'Что куда вернётся' })).toContainText('Всего вернётся');
  await tabTo(page, refund.getByRole('textbox', { name: /^Причина/ }));
  await page.keyboard.type('Разбит флакон');
  await press(page, refund.getByRole('button', { name: 'Вернуть деньги' }));
  await expect(refund).toBeHidden();
  // Where it was opened from the keyboard goes on.
  await expect(main.getByRole('button', { name: 'Вернуть деньги' })).toBeFocused();
  expect(await value<number>(`select sum(returned_quantity)::int as value from order_lines where order_id = ${id}`)).toBe(1); // prettier-ignore

  // ── And a note ───────────────────────────────────────────────────────────────────────────────
  await press(page, main.getByRole('button', { name: 'Заметка' }));
  const note = page.getByRole('dialog', { name: 'Заметка' });
  await tabTo(page, note.getByRole('textbox', { name: /^Что запомнить/ }));
  await page.keyboard.type('Просил звонить после шести');
  await press(page, note.getByRole('button', { name: 'Записать' }));
  await expect(note).toBeHidden();
  await expect(main.getByText('Просил звонить после шести')).toBeVisible();
  const acts = await shop.sql<{ act: string }>(`select act from audit_log where target_id = ${id} order by id`);
  expect(acts.map(({ act }) => act)).toEqual([
    'deskMarkPaid',
    'deskStartPacking',
    'deskFinishParcel',
    'deskSendParcel',
    'deskRefundOrder',
    'deskNoteOrder',
  ]);
});
