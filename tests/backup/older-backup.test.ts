import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { whyForeign } from '#server/backup/manifest.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { readMigrations } from '#server/db/migrations-of.ts';
import { migrateDb, openDb } from '#server/db/open.ts';
import { addOwner, give, LS, pay } from '#tests/accounts/ledger-people.ts';

// A backup of last month in the release of today.

const folder = mkdtempSync(join(tmpdir(), 'rostok-older-'));
const databases: string[] = [];
const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: `${inject('pgUrl')}postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
};
async function openEmpty() {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  await admin(`create database ${name}`);
  const url = `${inject('pgUrl')}${name}`;
  return { ...openDb(url, { max: 2 }), url };
}
let older: Awaited<ReturnType<typeof openEmpty>>;
let newer: Awaited<ReturnType<typeof openEmpty>>;
beforeAll(async () => {
  older = await openEmpty();
  newer = await openEmpty();
});
afterAll(async () => {
  await older.close();
  await newer.close();
  for (const name of databases) await admin(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** References and triggers are put back as they are in a new database. */
const GUARDS = [
  `select conrelid::regclass::text, conname, condeferred, convalidated, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'f' order by 1, 2`,
  'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
];
const known = readMigrations().map(({ hash }) => hash);

it('is filled into the structure of its day and then brought up to this release', async () => {
  const parts = { url: older.url, dataDir: join(folder, 'from'), now: new Date('2026-10-01T10:00:00Z'), say: () => {} };
  await expect(makeBackup(folder, parts)).rejects.toThrow('ещё нет магазина');
  await migrateDb(older, known.length - 1);
  await older.pool.query("insert into users (role, name) values ('client', E'Анна \"тестовая\"\\n\\t\\\\N')");
  const file = await makeBackup(folder, parts);
  expect(file).toBe(join(folder, 'rostok-20261001T100000Z.tar'));
  const manifest = await checkBackup(file);
  expect(manifest.migrations).toEqual(known.slice(0, -1));

  await restoreBackup(file, manifest, { open: newer, dataDir: join(folder, 'into'), say: () => {} });
  expect((await newer.pool.query('select name from users')).rows).toEqual([{ name: 'Анна "тестовая"\n\t\\N' }]);
  const { rows } = await newer.pool.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  );
  expect(rows.map(({ hash }) => hash)).toEqual(known);
  // New rows get numbers of their own.
  await newer.pool.query("insert into users (role, name) values ('client', 'Борис')");
  expect((await newer.pool.query('select 1 from users')).rowCount).toBe(2);
  const fresh = await openEmpty();
  await migrateDb(fresh);
  for (const guards of GUARDS)
    expect((await newer.pool.query(guards)).rows).toEqual((await fresh.pool.query(guards)).rows);
  await fresh.close();
  await expect(
    restoreBackup(file, manifest, { open: newer, dataDir: join(folder, 'third'), say: () => {} }),
  ).rejects.toThrow('уже есть магазин');
});

it('money stays as it was booked, and what is booked still cannot be changed', async () => {
  const [from, into] = [await openEmpty(), await openEmpty()];
  try {
    await migrateDb(from);
    const owner = await addOwner(from.db);
    await pay(from.db, owner, LS, 125_050);
    await give(from.db, owner, 30_000);
    const parts = { dataDir: join(folder, 'money'), say: () => {} };
    const file = await makeBackup(folder, { ...parts, url: from.url, now: new Date('2026-11-20T10:00:00Z') });
    await restoreBackup(file, await checkBackup(file), { ...parts, open: into });
    for (const table of ['accounts', 'ledger_tx', 'ledger_entries', 'grants']) {
      const all = `select * from ${table} order by id`;
      const { rows } = await from.pool.query(all);
      expect(rows.length).toBeGreaterThan(0);
      expect((await into.pool.query(all)).rows).toEqual(rows);
    }
    await expect(into.pool.query('delete from ledger_entries')).rejects.toThrow('append-only');
    await pay(into.db, owner, LS, 100);
  } finally {
    await from.close();
    await into.close();
  }
});

it('of a newer or another release is refused in words', () => {
  const own = { migrations: ['a', 'b'], queueSchema: 46 };
  const of = (migrations: string[], queueSchema = 46) => whyForeign({ migrations, queueSchema, build: 7 }, own);
  expect(of(['a'])).toBeUndefined();
  expect(of(['a', 'b'])).toBeUndefined();
  expect(of(['a', 'b', 'c'])).toContain('более новой сборкой магазина (7)');
  expect(of(['b'])).toContain('другой');
  expect(of(['a'], 45)).toContain('очередь заданий версии 45');
});
