import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNodeCatalogue } from '#server/features/catalogue/files.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import type { OpenDb } from '#server/db/open.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openTestDb } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// A node that finds nothing published publishes, once (docs/product/catalogue.md#publishing).

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());

const now = new Date('2026-11-21T09:00:00Z');
const revisions = async (): Promise<string[]> =>
  (await open.db.execute<{ rev: string }>(sql`select rev from catalogue_revisions order by id`)).rows.map(
    ({ rev }) => rev,
  );

it('takes what another process has published while it waited, and publishes nothing over it', async () => {
  const node = openNodeCatalogue(open.db, () => now);
  let first: Promise<unknown> | undefined;
  await open.db.transaction(async (tx) => {
    await publishInTx(tx, now);
    first = node.current();
    await until(async () => {
      const { rows } = await open.db.execute(
        sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toHaveLength(1);
    });
    // Changed meanwhile, and not published by whoever changed it.
    await addProduct(open, { title: 'Ещё не показан' });
  });
  await first;
  expect(await revisions()).toHaveLength(1);
});

it('publishes an empty shop where nobody has', async () => {
  const other = await openTestDb();
  try {
    await openNodeCatalogue(other.db, () => now).current();
    await openNodeCatalogue(other.db, () => now).current();
    const { rows } = await other.db.execute(sql`select 1 from catalogue_revisions`);
    expect(rows).toHaveLength(1);
  } finally {
    await other.close();
  }
});
