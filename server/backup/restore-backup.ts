import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { readArchive, sumOf } from '#server/backup/archive.ts';
import { KEPT_FOLDERS } from '#server/backup/make-backup.ts';
import { MANIFEST, Manifest, type PackedTable, whyForeign } from '#server/backup/manifest.ts';
import {
  findFilled,
  findForeignKeys,
  findMigrations,
  findTables,
  findTriggers,
  findXidColumns,
} from '#server/backup/tables.queries.ts';
import { readMigrations } from '#server/db/migrations-of.ts';
import { QUEUE_SCHEMA } from '#server/db/job-store.ts';
import { migrateDb, type OpenDb } from '#server/db/open.ts';
import { StartError } from '#server/db/pg-program.ts';

export type RestoreParts = { open: OpenDb & { url: string }; dataDir: string; say: (text: string) => void };

/**
 * Reads the whole archive against its manifest before anything is written anywhere. @throws StartError in Russian: it is no
 * backup, a byte of it has changed, or this release cannot read it.
 */
export async function checkBackup(file: string): Promise<Manifest> {
  const missing = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | undefined;
  const broken = (why: string) => new StartError(`Копия ${file} повреждена: ${why}. Возьмите другую копию.`);
  await readArchive(file, async ({ path, stream }) => {
    if (!manifest) {
      manifest = await readManifest(path, stream);
      for (const one of manifest.tables) missing.set(one.path, one);
      for (const one of manifest.files) missing.set(`files/${one.path}`, one);
      return;
    }
    const told = missing.get(path);
    const { bytes, sha256 } = await sumOf(stream);
    if (!told) throw broken(`в ней лишний файл ${path}`);
    if (told.bytes !== bytes || told.sha256 !== sha256) throw broken(`не сходится файл ${path}`);
    missing.delete(path);
  }).catch((error: unknown) => {
    if (error instanceof StartError || (error as { code?: string }).code) throw error;
    throw manifest ? broken('файл обрывается') : notOurs(file);
  });
  if (!manifest) throw notOurs(file);
  const [lost] = missing.keys();
  if (lost !== undefined) throw broken(`нет файла ${lost}`);
  const foreign = whyForeign(manifest, {
    migrations: readMigrations().map(({ hash }) => hash),
    queueSchema: QUEUE_SCHEMA,
  });
  if (foreign) throw new StartError(foreign);
  return manifest;
}
const notOurs = (file: string) => new StartError(`${file} — не копия магазина (её делает npm run backup).`);

async function readManifest(path: string, stream: Readable): Promise<Manifest> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  if (path !== MANIFEST) throw new Error('the first file is not the manifest');
  return Manifest.parse(JSON.parse(Buffer.concat(parts).toString()));
}

/**
 * Puts a checked backup into an empty database and an empty data folder, and brings it up to this release.
 * @throws StartError in Russian: there is a shop already.
 */
export async function restoreBackup(
  file: string,
  manifest: Manifest,
  { open, dataDir, say }: RestoreParts,
): Promise<void> {
  await assertEmpty(open, dataDir);
  // The structure as it was then; the rows; then what has been added to the structure since.
  await migrateDb(open, manifest.migrations.length);
  const client = new pg.Client({ connectionString: open.url, application_name: 'rostok restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await fill(client, file, manifest, { dataDir, say });
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrateDb(open);
}

async function assertEmpty({ url }: { url: string }, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if ((await findMigrations(client)).length > 0 || (await findTables(client)).length > 0)
      throw new StartError(
        'В этой базе уже есть магазин. Восстановить можно только в пустую: задайте новую DATA_DIR или DATABASE_URL новой базы.',
      );
  } finally {
    await client.end();
  }
  for (const folder of KEPT_FOLDERS)
    if ((await readdir(join(dataDir, folder)).catch(() => [])).length > 0)
      throw new StartError(
        `Папка ${join(dataDir, folder)} не пуста. Восстановить можно только в пустую: задайте новую DATA_DIR.`,
      );
}

/** In the caller's transaction. */
async function fill(
  client: pg.Client,
  file: string,
  { tables, sequences }: Manifest,
  { dataDir, say }: Pick<RestoreParts, 'dataDir' | 'say'>,
): Promise<void> {
  for (const { name } of tables) await openPartition(client, name);
  const there = (await findTables(client)).map(({ name }) => name);
  const unknown = tables.find(({ name }) => !there.includes(name));
  if (unknown) throw new StartError(`В копии есть таблица ${unknown.name}, а эта сборка её не знает.`);
  const byPath = new Map(tables.map((table) => [table.path, table]));
  await withoutGuards(client, async () => {
    const filled = await findFilled(client, there);
    if (filled.length > 0) await client.query(`truncate ${filled.join(', ')}`);
    await readArchive(file, async ({ path, stream }) => {
      const table = byPath.get(path);
      say(table?.name ?? path);
      if (table) await fillTable(client, table, stream);
      else if (path === MANIFEST) stream.resume();
      else await putFile(join(dataDir, path.slice('files/'.length)), stream);
    });
    // Numbers of transactions mean something only in the database that gave them (docs/decisions/331).
    for (const { table, column } of await findXidColumns(client))
      await client.query(`update ${table} set ${column} = default`);
  });
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, lastValue, isCalled]);
}

/**
 * References are taken off and put on again, which checks them: rows come table by table, also in circles. Triggers have
 * judged these rows when they were new.
 */
async function withoutGuards(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const references = await findForeignKeys(client);
  const triggers = await findTriggers(client);
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  await work();
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { table, name, enable } of triggers) await client.query(`alter table ${table} ${enable} trigger ${name}`);
}

/** A closed month has a partition of its own, which no migration makes (docs/decisions/333). */
async function openPartition(client: pg.Client, name: string): Promise<void> {
  const period = /^public\.period_people_(\d{6})$/.exec(name)?.[1];
  if (period !== undefined) await client.query('select period_people_open($1)', [period]);
}

async function fillTable(client: pg.Client, { name, columns, rows }: PackedTable, stream: Readable): Promise<void> {
  const into = client.query(copyStreams.from(`copy ${name} (${columns.join(', ')}) from stdin`));
  await pipeline(stream, createZstdDecompress(), into);
  if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} rows of ${rows}`);
}

async function putFile(path: string, stream: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await pipeline(stream, createWriteStream(path, { flags: 'wx', flush: true }));
}
