import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import type { Db } from '#server/db/open.ts';

const journal = JSON.parse(readFileSync(new URL('../db/migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: unknown[];
};
export const KNOWN_MIGRATIONS = journal.entries.length;

export async function countAppliedMigrations(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
  return rows[0]?.n ?? 0;
}
