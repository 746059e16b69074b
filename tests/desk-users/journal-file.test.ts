import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDeskOf } from '#tests/desk-users/desk-users-people.ts';
import { addPerson, type Browser, browserOf } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/desk.md#journal: the journal as a file.

const LINES = 1200;
let shop: TestShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openShop();
  desk = await openDeskOf(shop);
  const target = await addPerson(shop, { name: 'Анна Полякова' });
  await shop.db.execute(sql`
    insert into audit_log (actor_id, act, target_type, target_id, reason, asked, before, after, at)
    select ${desk.id}, 'deskSetReadonly', 'person', ${target}, 'Причина ' || n, '{}', '{"Доступ": "полный"}', '{"Доступ": null}',
      '2026-11-22T21:30:00Z'::timestamptz from generate_series(1, ${LINES}) n`);
  await shop.db.execute(sql`
    insert into audit_log (actor_id, act, target_type, target_id, reason, asked, at)
    values (${desk.id}, 'deskMarkPaid', 'order', 30377, '=HYPERLINK("http://x";"а;б")', '{}', '2026-11-23T09:00:00Z')`);
});
afterAll(() => shop.close());

const fetchFile = (browser: Browser, query = '') => browser(`/api/desk/audit/export${query}`);
const linesOf = async (query?: string): Promise<string[]> => {
  const answer = await fetchFile(desk.browser, query);
  expect(answer.status).toBe(200);
  return (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
};

describe('the journal as a file', () => {
  it('holds every line once, the newest first, in words and in the shop’s own time', async () => {
    const [heads, first, second, ...more] = await linesOf();
    expect(heads).toBe('№;Когда (Москва);Кто;Что;О чём;Причина;Было;Стало');
    expect(first).toContain('Отмечен оплаченным;Заказ № 30377;');
    expect(second).toMatch(
      /;2026-11-23 00:30:00;[^;]+;Только просмотр;Анна Полякова, № \d+;Причина 1200;Доступ: полный;Доступ: нет$/,
    );
    expect(more).toHaveLength(LINES - 1);
    const numbers = [first!, second!, ...more].map((line) => Number(line.split(';')[0]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(new Set(numbers).size).toBe(LINES + 1);
  });

  it('what is asked for on the page is what the file holds; a reason that looks like a formula is text', async () => {
    expect(await linesOf('?target=order')).toEqual([
      expect.any(String),
      expect.stringContaining(`"'=HYPERLINK(""http://x"";""а;б"")"`),
    ]);
    expect(await linesOf(`?q=${encodeURIComponent('Причина 77')}`)).toHaveLength(1 + 1 + 10);
    expect(await linesOf(`?q=${encodeURIComponent('никого нет')}`)).toHaveLength(1);
  });

  it('is a download with a name of its day, for whoever may read the journal', async () => {
    const answer = await fetchFile(desk.browser, '?target=order');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="?zhurnal_\d{4}-\d{2}-\d{2}\.csv/);
    expect((await fetchFile(await browserOf(shop, { userId: await addPerson(shop) }))).status).toBe(403);
    expect((await fetchFile(await browserOf(shop))).status).toBe(401);
    expect((await fetchFile(desk.browser, '?target=moon')).status).not.toBe(500);
  });
});
