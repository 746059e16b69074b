import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECTIONS } from '#server/features/personal-data/export-sections.queries.ts';
import { PERSONAL_TABLES } from '#server/features/personal-data/personal-columns.rules.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());

/** Names that columns of people have; a column that points at `users` is one whatever its name. */
const BY_NAME =
  '(^|_)(user|guest|owner|actor|person|sponsor|operator|cons)(_id)?$|(^|_)(email|phone|contact|recipient|ip|user_agent|birthday|inn|photo|password_hash|network_hash|street|flat|asked_by|decided_by|last_name|first_name|middle_name)($|_)';

async function personalColumns(): Promise<Record<string, string[]>> {
  const { rows } = await shop.db.execute<{ table: string; columns: string[] }>(sql`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (a.attname ~ ${BY_NAME} or exists (
       select from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'public.users'::regclass and a.attnum = any (k.conkey)))
     group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

it('no table with a column of a person is missing from the list of what becomes of it', async () => {
  const listed = Object.fromEntries(
    Object.entries(PERSONAL_TABLES)
      .map(([table, { columns }]) => [table, [...columns].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const found = Object.fromEntries(
    Object.entries(await personalColumns()).map(([table, columns]) => [table, columns.sort()]),
  );
  expect(listed).toEqual(found);
});

it('a new table that points at people, or holds a contact, is found', async () => {
  await shop.db.execute(
    sql`create table new_friends (id int, friend int references users (id), works_email text, note text)`,
  );
  expect((await personalColumns())['new_friends']).toEqual(['friend', 'works_email']);
  await shop.db.execute(sql`drop table new_friends`);
});

it('what is in the archive is in a section that it has', () => {
  const files = SECTIONS.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  const named = Object.values(PERSONAL_TABLES).flatMap(({ archive }) =>
    'section' in archive ? [archive.section] : [],
  );
  expect(named.filter((section) => !files.includes(section))).toEqual([]);
  expect(Object.entries(PERSONAL_TABLES).filter(([, { why }]) => why === '')).toEqual([]);
});
