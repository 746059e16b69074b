import { withDatabase } from '#server/db/shop-database.ts';
import { sql } from 'drizzle-orm';
await withDatabase({ dataDir: '/tmp/w/desk-data/d', databaseUrl: null }, async ({ db }) => {
  console.log(
    (await db.execute(sql`select id, status from orders where status in (2,3,4) order by id desc limit 12`)).rows
      .map((r) => `${r.id}:${r.status}`)
      .join(' '),
  );
});
