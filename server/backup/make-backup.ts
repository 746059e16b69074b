import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, constants as zlib } from 'node:zlib';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { BUILD_NUMBER } from '#contract/build-number.ts';
import { summing, sumOf, type ToPack, writeArchive } from '#server/backup/archive.ts';
import { BACKUP_VERSION, MANIFEST, type Manifest, type PackedFile, type PackedTable } from '#server/backup/manifest.ts';
import { findMigrations, findSequences, findTables, readVersions, type Table } from '#server/backup/tables.queries.ts';
import { StartError } from '#server/db/pg-program.ts';

/** Folders of the data folder that can be made from nothing else. Pictures are drawn anew from the database, chunks come with a build. */
export const KEPT_FOLDERS = ['education'] as const;

export type BackupParts = { url: string; dataDir: string; now: Date; say: (text: string) => void };

/**
 * Writes one file with every row and every kept file of the shop into `into`, while the shop goes on: the rows are those of one
 * moment (docs/decisions/194-backup.md). Answers where it lies. @throws StartError in Russian.
 */
export async function makeBackup(into: string, { url, dataDir, now, say }: BackupParts): Promise<string> {
  await mkdir(into, { recursive: true });
  const path = join(into, `rostok-${stampOf(now)}.tar`);
  if (await exists(path)) throw new StartError(`Файл ${path} уже есть.`);
  const half = `${path}.partial`;
  await rm(half, { force: true });
  // Beside the archive: the system's own folder for such things may be small. Its owner's alone, as the archive is.
  const tables = `${path}.tables`;
  await rm(tables, { recursive: true, force: true });
  await mkdir(tables, { mode: 0o700 });
  try {
    const rows = await dumpRows(url, tables, say);
    const files = await findFiles(dataDir);
    const manifest: Manifest = {
      format: 'rostok-backup',
      version: BACKUP_VERSION,
      madeAt: now.toISOString(),
      build: BUILD_NUMBER,
      ...rows,
      files,
    };
    say('архив');
    await writeArchive(half, entriesOf(manifest, tables, dataDir));
    await rename(half, path);
    return path;
  } finally {
    await rm(tables, { recursive: true, force: true });
    await rm(half, { force: true });
  }
}

type Rows = Pick<Manifest, 'postgres' | 'migrations' | 'queueSchema' | 'tables' | 'sequences'>;

/** Every table in one snapshot, so that no row lacks what it refers to; no deadline cuts it. */
async function dumpRows(url: string, folder: string, say: (text: string) => void): Promise<Rows> {
  const client = new pg.Client({ connectionString: url, application_name: 'rostok backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const migrations = await findMigrations(client);
    if (migrations.length === 0) throw new StartError('В базе ещё нет магазина: копировать нечего.');
    const found = await findTables(client);
    // Nobody changes a table's structure under us; reading and writing rows goes on.
    await client.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`);
    const tables: PackedTable[] = [];
    for (const table of found) {
      say(table.name);
      tables.push(await dumpTable(client, table, folder));
    }
    return { ...(await readVersions(client)), migrations, tables, sequences: await findSequences(client) };
  } finally {
    await client.end();
  }
}

async function dumpTable(client: pg.Client, { name, columns }: Table, folder: string): Promise<PackedTable> {
  const file = `${name.replaceAll('"', '')}.copy.zst`;
  const rows = client.query(copyStreams.to(`copy ${name} (${columns.join(', ')}) to stdout`));
  const { through, sum } = summing();
  const pack = createZstdCompress({ params: { [zlib.ZSTD_c_compressionLevel]: 3 } });
  await pipeline(rows, pack, through, createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600 }));
  // The stream ends with the data. How many rows they were may come a moment later, but before anything else is answered.
  await client.query('select 1');
  return { name, columns, rows: rows.rowCount, path: `tables/${file}`, ...sum() };
}

async function findFiles(dataDir: string): Promise<PackedFile[]> {
  const found: PackedFile[] = [];
  for (const folder of KEPT_FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      // What is being copied in at this moment is renamed when it is whole.
      if (!entry.isFile() || entry.name.endsWith('.tmp')) continue;
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(dataDir.length + 1).replaceAll(sep, '/');
      found.push({ path, ...(await sumOf(createReadStream(file))) });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(manifest: Manifest, tables: string, dataDir: string): ToPack[] {
  const text = Buffer.from(JSON.stringify(manifest, null, 1));
  return [
    { path: MANIFEST, bytes: text.length, from: text },
    ...manifest.tables.map(({ path, bytes }) => ({
      path,
      bytes,
      from: { file: join(tables, path.slice('tables/'.length)) },
    })),
    ...manifest.files.map(({ path, bytes }) => ({
      path: `files/${path}`,
      bytes,
      from: { file: join(dataDir, path) },
    })),
  ];
}

const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
