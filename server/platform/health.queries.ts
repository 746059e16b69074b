import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { type Db, dbOn, poolOf } from '#server/db/open.ts';

const journal = JSON.parse(readFileSync(new URL('../db/migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: unknown[];
};
export const KNOWN_MIGRATIONS = journal.entries.length;

export type DatabaseState = { applied: number; isReadOnly: boolean };

/** Applied migrations, and whether the database takes no changes: a standby, or one that was switched to reading. */
export async function readState(db: Db): Promise<DatabaseState> {
  const client = await poolOf(db).connect();
  let isReadOnly = true;
  try {
    const { rows } = await dbOn(client).execute<{ n: number; read_only: boolean }>(sql`
      select count(*)::int as n, current_setting('transaction_read_only')::boolean as read_only
        from drizzle.__drizzle_migrations`);
    isReadOnly = rows[0]?.read_only ?? false;
    return { applied: rows[0]?.n ?? 0, isReadOnly };
  } finally {
    // Who was opened in that time stays read only, and would say so for ever.
    client.release(isReadOnly);
  }
}
