import type { Page } from '@playwright/test';
import { press, scan, tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// A day of the counter without a mouse, on the narrowest screen (docs/product/counter.md): shift, supply, hand-over, return, report.

const spaced = (id: number): string => String(id).replace(/\B(?=(\d{3})+$)/g, '.');

/** Nothing is wider than the screen, and whatever is pressed is large enough for a thumb. */
async function expectOneHand(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('main button, main a, main input, main select')];
    return shown
      .filter((one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      // Of a table that stands as cards only a screen reader meets the head.
      .filter((one) => !one.closest('thead'))
      .map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, ...size(one) }))
      .filter(({ high, inText }) => high > 0 && high < 44 && !inText);
    function size(one: HTMLElement) {
      // A checkbox is pressed with the space around it.
      const box = one.getBoundingClientRect();
      const edges = Number.parseFloat(getComputedStyle(one).marginTop) + Number.parseFloat(getComputedStyle(one).marginBottom);
      return { high: Math.round(box.height + edges), inText: getComputedStyle(one).display === 'inline' };
    }
  }); // prettier-ignore
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test('a day at the counter by keyboard alone', async ({ page, shop }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 360, height: 780 });
  await logIn(page, 'punkt');
  const main = page.getByRole('main');
  const part = (name: string | RegExp) => page.getByRole('link', { name });
  const value = async <T>(sql: string): Promise<T> => (await shop.sql<{ value: T }>(sql))[0]?.value as T;

  // ── The shift ────────────────────────────────────────────────────────────────────────────────
  await page.goto('/punkt');
  await expect(page.getByRole('searchbox', { name: 'Найти заказ' })).toBeFocused();
  await expectOneHand(page);
  await press(page, main.getByRole('button', { name: 'Открыть смену' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Открыть смену' }));
  await expect(main.getByRole('button', { name: 'Закрыть смену' })).toBeVisible();

  // ── What has come is accepted by scanning ────────────────────────────────────────────────────
  await press(page, part(/^Поставки/));
  await expect(page.getByRole('heading', { level: 1, name: 'Поставки' })).toBeVisible();
  const coming = await shop.sql<{ id: number; number: number }>(
    `select p.order_id as id, p.number from parcels p join boxes b on b.id = p.box_id where p.state = 'sent' and b.accepted_at is null order by 1`,
  );
  expect(coming.length).toBeGreaterThan(0);
  await tabTo(page, page.getByRole('searchbox', { name: 'Этикетка посылки' }));
  for (const { id, number } of coming) {
    await scan(page, `P${id}-${number}`);
    await expect(page.getByRole('status').filter({ hasText: `P${id}-${number}` })).toBeVisible();
  }
  await expectOneHand(page);
  await press(page, main.getByRole('button', { name: 'Поставка принята' }));
  await expect.poll(() => value<number>('select count(*)::int as value from boxes where accepted_at is null and sent_at is not null')).toBe(0); // prettier-ignore

  // ── One of it is found and handed over by its code ───────────────────────────────────────────
  const { id } = coming[0]!; // There is at least one.
  const lineId = await value<number>(`select id as value from order_lines where order_id = ${id} order by position limit 1`); // prettier-ignore
  await shop.sql(`update order_lines set marked = false where order_id = ${id}`);
  await press(page, part('Выдача'));
  await expect(page.getByRole('searchbox', { name: 'Найти заказ' })).toBeFocused();
  await scan(page, String(id));
  const card = page.getByRole('article', { name: new RegExp(`Заказ № ${spaced(id)}`) });
  await tabTo(page, card.getByRole('textbox', { name: 'Код выдачи' }));
  await expectOneHand(page);
  const code = await value<string>(`select issue_code as value from orders where id = ${id}`);
  await scan(page, code);
  await expect(card.getByText(/^Выдан /)).toBeVisible();

  // ── It comes back ────────────────────────────────────────────────────────────────────────────
  await shop.sql(`with made as (insert into returns (order_id, number, state, state_at, asked_at, version, words, answer)
      values (${id}, 1, 'approved', now(), now(), 2, 'Не подошло', 'Принесите в пункт') returning id)
    insert into return_lines (return_id, line_id, pieces, reason, is_unopened) select id, ${lineId}, 1, 'defect', false from made`);
  await press(page, part('Возвраты'));
  await tabTo(page, page.getByRole('searchbox', { name: 'Номер возврата, телефон или имя' }));
  await scan(page, `R${id}-1`);
  const back = page.getByRole('region', { name: `Возврат R${id}-1` });
  await expectOneHand(page);
  await press(page, back.getByRole('button', { name: 'Принять товар' }));
  await expect(page.getByText(`R${id}-1: товар принят. Деньги вернёт хозяйство`)).toBeVisible();

  // ── The day, as a file too ───────────────────────────────────────────────────────────────────
  await press(page, part('Отчёт'));
  await expect(main.getByText('Выдан').first()).toBeVisible();
  await expectOneHand(page);
  const file = page.waitForEvent('download');
  await press(page, main.getByRole('button', { name: 'Сохранить файл' }));
  expect((await file).suggestedFilename()).toMatch(/^punkt-\d{4}-\d\d-\d\d\.csv$/);

  // ── The shift is closed by a count ───────────────────────────────────────────────────────────
  await press(page, part('Выдача'));
  await press(page, main.getByRole('button', { name: 'Закрыть смену' }));
  const lying = await value<number>(
    `select count(*)::int as value from parcels p join cells c on c.id = p.cell_id where p.state = 'at_point'
       and c.site = (select site from shifts where closed_at is null order by id desc limit 1)`,
  );
  await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: /^Посылок на полках/ }));
  await scan(page, String(lying));
  await expect(main.getByRole('button', { name: 'Открыть смену' })).toBeVisible();
});
