import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '#server/backup/restore-backup.ts';
import { openShopDatabase } from '#server/db/shop-database.ts';
import { fetchAs } from '#tests/backup/fetch-as.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { closePeriod } from '#server/features/plan/closing/close-period.commands.ts';
import { findUnclosed } from '#server/features/plan/closing/periods.queries.ts';
import { openShopFolder, type ShopFolder } from '#tests/support/shop-folder.ts';

// The real commands: a shop with people, carts, jobs and films is copied into one file and restored elsewhere.

let folder: ShopFolder;
let archive: string;
let copied: Awaited<ReturnType<typeof contentOf>>;
beforeAll(async () => {
  folder = await openShopFolder();
  const shop = await folder.serve({ SEED: 'demo', SEED_MONTHS: '0' });
  await useIt();
  shop.child.kill('SIGTERM');
  await shop.ended;
  await closeMonth();
}, 600_000);
afterAll(() => folder.end());

const restored = () => join(folder.folder, 'restored');
const restore = (...words: string[]) => folder.run(['server/restore.ts', ...words], { DATA_DIR: restored() });

/** Somebody logs in, puts something into the cart, asks to be told; so that more than the seed is there. */
async function useIt(): Promise<void> {
  const ask = fetchAs(folder.address);
  expect(await ask('POST', '/api/login', { login: 'client@rostok.test', password: 'rostok-demo' })).toMatchObject({
    status: 'success',
  });
  const { items } = (await ask('POST', '/eshop/produkt/list', {})) as { items: { id: number }[] };
  expect(items.length).toBeGreaterThan(10);
  const change = { items: [{ product_id: items[0]!.id, delta: 1 }] };
  expect(await ask('POST', '/cart/change', change)).toMatchObject({ status: 1 });
}

/** A closed month has a table of its own, which no migration makes. */
async function closeMonth(): Promise<void> {
  const database = await openShopDatabase({ dataDir: folder.dataDir, databaseUrl: null });
  try {
    const now = new Date();
    const [oldest] = await findUnclosed(database.db, periodOf(now));
    expect(await closePeriod(database.db, oldest!, { now })).toBe('closed');
  } finally {
    await database.close();
  }
}

/** Every row of every table as a hash, every sequence, every film. */
async function contentOf(dataDir: string) {
  const database = await openShopDatabase({ dataDir, databaseUrl: null });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const { rows: names } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss', 'drizzle') and tablename !~ '^queue_stats' order by 1`);
    const tables: Record<string, { rows: number; sum: string }> = {};
    for (const { name } of names) {
      const { rows } = await client.query<{ rows: number; sum: string }>(
        // Numbers of transactions are those of the database (docs/decisions/331).
        `select count(*)::int as rows, md5(coalesce(string_agg(row, E'\\n' order by row), '')) as sum
         from (select (to_jsonb(t) - 'xid')::text as row from ${name} t) t`,
      );
      tables[name] = rows[0]!;
    }
    const { rows: sequences } = await client.query(
      'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
    );
    const { rows: early } = await client.query<{ n: number }>(
      'select count(*)::int as n from points_events where xid >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return { tables, sequences, films: filmsOf(dataDir), notYetCommitted: early[0]!.n };
  } finally {
    await client.end();
    await database.close();
  }
}
const filmsOf = (dataDir: string) =>
  readdirSync(join(dataDir, 'education'))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dataDir, 'education', name)))
        .digest('hex'),
    ]);

describe('backup and restore', () => {
  it('one file, restored into an empty folder, holds every row of every table and every film', async () => {
    copied = await contentOf(folder.dataDir);
    expect(Object.keys(copied.tables).length).toBeGreaterThan(40);
    expect(copied.tables['public.users']!.rows).toBeGreaterThan(900);
    expect(copied.tables['public.sessions']!.rows).toBeGreaterThan(0);
    expect(copied.films.length).toBeGreaterThan(0);
    expect([copied.tables['public.points_events']!.rows > 0, copied.notYetCommitted]).toEqual([true, 0]);
    const out = join(folder.folder, 'backups');
    const backup = folder.run(['server/backup.ts', out]);
    expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('Копия готова: ')]);
    const files = readdirSync(out);
    expect(files).toEqual([expect.stringMatching(/^rostok-\d{8}T\d{6}Z\.tar$/)]);
    archive = join(out, files[0]!);

    const ran = restore(archive);
    expect([await ran.ended, ran.output()]).toEqual([0, expect.stringContaining('Восстановлено')]);
    expect(await contentOf(restored())).toEqual(copied);
  }, 600_000);

  it('a shop opens on it: people log in, the catalogue is there, and a second restore is refused', async () => {
    const again = restore(archive);
    expect([await again.ended, again.output()]).toEqual([1, expect.stringContaining('В этой базе уже есть магазин')]);
    const shop = await folder.serve({ DATA_DIR: restored() });
    expect((await fetch(`${folder.address}/readyz`)).status).toBe(200);
    await useIt();
    const beside = restore(archive);
    expect([await beside.ended, beside.output()]).toEqual([1, expect.stringContaining('уже работает магазин')]);
    // Beside a running shop a copy can be made.
    const backup = folder.run(['server/backup.ts', join(folder.folder, 'second')], { DATA_DIR: restored() });
    expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('Копия готова: ')]);
    shop.child.kill('SIGTERM');
    await shop.ended;
  }, 600_000);
});

describe('what is refused before anything is written', () => {
  const variant = (name: string) => {
    const file = join(folder.folder, name);
    copyFileSync(archive, file);
    return file;
  };
  it('a byte that has changed', async () => {
    const file = variant('changed.tar');
    const bytes = readFileSync(file);
    bytes[bytes.length - 20_000]! ^= 1;
    writeFileSync(file, bytes);
    await expect(checkBackup(file)).rejects.toThrow(/повреждена: не сходится файл files\/education\//);
    const dataDir = join(folder.folder, 'untouched');
    const ran = folder.run(['server/restore.ts', file], { DATA_DIR: dataDir });
    expect([await ran.ended, ran.output()]).toEqual([1, expect.stringContaining('Возьмите другую копию')]);
    expect(ran.output()).not.toMatch(/\n\s+at /);
    expect(existsSync(dataDir)).toBe(false);
  });
  it('a file that ends early, wherever it does', async () => {
    const file = variant('short.tar');
    for (const share of [0.9, 0.5, 0.1]) {
      truncateSync(file, Math.floor(readFileSync(archive).length * share));
      await expect(checkBackup(file)).rejects.toThrow(/повреждена: (файл обрывается|нет файла)/);
      copyFileSync(archive, file);
    }
  });
  it('something else', async () => {
    const file = join(folder.folder, 'other.txt');
    writeFileSync(file, 'x'.repeat(5000));
    await expect(checkBackup(file)).rejects.toThrow('не копия магазина');
    writeFileSync(file, '');
    await expect(checkBackup(file)).rejects.toThrow('не копия магазина');
    await expect(checkBackup(join(folder.folder, 'nowhere.tar'))).rejects.toThrow('ENOENT');
  });
  it('a folder without a shop has nothing to copy, and gets no database', async () => {
    const dataDir = join(folder.folder, 'empty');
    mkdirSync(dataDir);
    const ran = folder.run(['server/backup.ts', join(folder.folder, 'out')], { DATA_DIR: dataDir });
    expect([await ran.ended, ran.output()]).toEqual([1, expect.stringContaining('нет магазина')]);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
