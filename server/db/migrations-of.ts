import { readMigrationFiles } from 'drizzle-orm/migrator';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** The migrations of this release in their order, each with the hash under which the database notes it. */
export const readMigrations = (): { hash: string }[] => readMigrationFiles({ migrationsFolder: FOLDER });

/** A folder for the migrator with the first `count` of them, or with all: a backup is filled into the structure of its day. */
export async function withMigrations<T>(count: number | undefined, work: (folder: string) => Promise<T>): Promise<T> {
  if (count === undefined) return work(FOLDER);
  const journal = JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const entries = journal.entries.slice(0, count);
  const folder = mkdtempSync(join(tmpdir(), 'rostok-migrations-'));
  try {
    mkdirSync(join(folder, 'meta'));
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) copyFileSync(join(FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
