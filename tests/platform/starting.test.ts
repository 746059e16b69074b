import { existsSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openTestDb } from '#tests/support/open-shop.ts';
import { isAlive, openShopFolder, serving, type ShopFolder } from '#tests/support/shop-folder.ts';
import { until } from '#tests/support/until.ts';

// The real processes: starting, a second shop, commands beside it, kill -9 and adoption, words instead of stacks.
// Each starts several programs, which a busy machine lets wait.
vi.setConfig({ testTimeout: 600_000 });
let folder: ShopFolder;
beforeAll(async () => {
  folder = await openShopFolder();
});
afterEach(() => folder.stop());
afterAll(() => folder.end());

const run: ShopFolder['run'] = (...what) => folder.run(...what);
const main = (env?: Record<string, string>) => run('server/main.ts', env);
const pgPid = () => folder.databasePid();
const insideDb: ShopFolder['insideDb'] = (work) => folder.insideDb(work);

describe('the embedded database', () => {
  it('outlives a killed shop, is adopted with every committed row, and stops with the last user', async () => {
    const first = main();
    await serving(first);
    expect((await fetch(`http://127.0.0.1:${folder.port}/readyz`)).status).toBe(200);
    await insideDb((client) =>
      client.query(
        "insert into cities (id, title, country_id, lat, lon, utc_offset) values (900, 'Томск', 1, 56, 85, 7)",
      ),
    );
    const server = pgPid();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(server)).toBe(true);

    const second = main();
    await serving(second);
    expect(second.output()).toContain('принята от прошлого запуска');
    expect(pgPid()).toBe(server);
    expect(
      await insideDb(async (client) => (await client.query('select title from cities where id = 900')).rows),
    ).toEqual([{ title: 'Томск' }]);

    const third = main({ PORT: String(folder.port + 1) });
    expect(await third.ended).toBe(1);
    expect(third.output()).toMatch(/уже работает магазин \(процесс \d+, http:\/\/127\.0\.0\.1:\d+\)/);
    expect(third.output()).not.toMatch(/\n\s+at /);

    const command = run('server/migrate.ts');
    expect(await command.ended).toBe(0);
    expect(isAlive(server)).toBe(true);
    expect((await fetch(`http://127.0.0.1:${folder.port}/readyz`)).status).toBe(200);

    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    // Its own file is the proof: an orphan may stay a zombie where nobody reaps.
    expect(() => pgPid()).toThrow('ENOENT');
  });

  // SIGTERM waits for sessions, which the shop's own would never end.
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'is started again by the shop after %s: 503 meanwhile, then every committed row',
    async (signal) => {
      const shop = main();
      await serving(shop);
      const server = pgPid();
      process.kill(server, signal);
      const seen = new Set<string>();
      const isBack = async () => {
        const answer = await fetch(`http://127.0.0.1:${folder.port}/api/bootstrap`);
        seen.add(`${answer.status} ${answer.headers.get('retry-after')}`);
        return answer.ok && existsSync(join(folder.dataDir, 'pg/postmaster.pid')) && pgPid() !== server;
      };
      await until(async () => expect(await isBack()).toBe(true));
      expect([...seen].filter((one) => one !== '200 null')).toEqual(['503 2']);
      expect((await fetch(`http://127.0.0.1:${folder.port}/readyz`)).status).toBe(200);
      expect(
        await insideDb(async (client) => (await client.query('select title from cities where id = 900')).rows),
      ).toEqual([{ title: 'Томск' }]);
      await until(() => expect(shop.output()).toContain('"what":"back"'));
      expect(shop.output()).not.toContain('not an Error');
      const told = shop
        .output()
        .split('\n')
        .filter(
          (line) =>
            line.includes('"embedded database"') ||
            line.includes('"database is away"') ||
            line.includes('"jobs: database"'),
        );
      expect(told.length).toBeLessThan(8);

      // It holds its place on the folder again, and is the last user who stops the server.
      const second = main({ PORT: String(folder.port + 1) });
      expect(await second.ended).toBe(1);
      shop.child.kill('SIGTERM');
      expect(await shop.ended).toBe(0);
      expect(() => pgPid()).toThrow('ENOENT');
    },
  );

  it('is used as the owner of its database; what an older release made as superuser is handed over at the start', async () => {
    const owners = () =>
      insideDb(async (client) => {
        const { rows } = await client.query<{ owner: string; n: number }>(`
          select pg_get_userbyid(owner) as owner, count(*)::int as n from (
            select relowner as owner, relnamespace as space from pg_class
            union all select proowner, pronamespace from pg_proc
            union all select typowner, typnamespace from pg_type
            union all select nspowner, oid from pg_namespace where nspname <> 'public') as o
          join pg_namespace on pg_namespace.oid = space and nspname !~ '^pg_' and nspname <> 'information_schema'
          group by 1 order by 1`);
        return rows;
      });
    const first = await folder.serve();
    const made = await owners();
    expect(made).toEqual([{ owner: 'rostok', n: expect.any(Number) }]);
    expect(await who()).toEqual([{ usename: 'rostok', usesuper: false }]);
    // As a folder of an older release: everything is the superuser's, and nobody else is there.
    first.child.kill('SIGKILL');
    await first.ended;
    await insideDb(async (client) => {
      await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'rostok'");
      await client.query('reassign owned by rostok to postgres; drop role rostok');
    });
    rmSync(join(folder.dataDir, 'pg.owner.secret'));
    expect(await owners()).toEqual([{ owner: 'postgres', n: made[0]?.n }]);

    await folder.serve();
    expect(await owners()).toEqual(made);
    expect(await who()).toEqual([{ usename: 'rostok', usesuper: false }]);
    expect((await fetch(`${folder.address}/readyz`)).status).toBe(200);
    expect(statSync(join(folder.dataDir, 'pg.owner.secret')).mode & 0o777).toBe(0o600);
  });
  const who = () =>
    insideDb(async (client) => {
      const { rows } = await client.query(`select distinct usename, usesuper from pg_stat_activity
        join pg_user using (usesysid, usename) where application_name like 'rostok%'`);
      return rows;
    });

  it('a command alone starts it and stops it again', async () => {
    const command = run('server/migrate.ts');
    expect(await command.ended).toBe(0);
    expect(() => pgPid()).toThrow('ENOENT');
  });

  it('a pid file whose number now belongs to another program is not believed', async () => {
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      join(folder.dataDir, 'pg/postmaster.pid'),
      `${process.pid}\n${folder.dataDir}/pg\n1\n5432\n\n127.0.0.1\n\nready\n`,
    );
    const command = run('server/migrate.ts');
    expect(await command.ended).toBe(0);
  });
});

describe('words instead of stacks', () => {
  let busy: Server;
  it('a busy port', async () => {
    await new Promise<void>((done) => (busy = createServer().listen(folder.port, '127.0.0.1', () => done())));
    const ran = main();
    expect(await ran.ended).toBe(1);
    expect(ran.output()).toContain(`Порт ${folder.port} занят`);
    expect(ran.output()).not.toMatch(/\n\s+at /);
    await new Promise((done) => busy.close(done));
  });
  it('a bad setting: said by the process itself, without a stack', async () => {
    const ran = main({ PORT: 'abc' });
    expect(await ran.ended).toBe(1);
    expect(ran.output()).toContain('PORT: нужно целое число');
    expect(ran.output()).not.toMatch(/\n\s+at /);
  });
  it.each([
    ['postgres://a:b@127.0.0.1:1/none', 'База недоступна: на этом адресе никто не отвечает'],
    ['not an address', 'DATABASE_URL'],
  ])('no database at %s', async (url, words) => {
    const ran = main({ DATABASE_URL: url });
    expect(await ran.ended).toBe(1);
    expect(ran.output()).toContain(words);
    expect(ran.output()).not.toMatch(/\n\s+at /);
  });
});

describe('production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.test', SEED: '' };
  it('refuses to open with demo accounts, unless told so; and seeds nothing', async () => {
    const db = await openTestDb();
    const env = { ...production, DATABASE_URL: db.url };
    const clean = main(env);
    await serving(clean);
    clean.child.kill('SIGTERM');
    expect(await clean.ended).toBe(0);
    expect((await db.pool.query('select count(*)::int as n from products')).rows).toEqual([{ n: 0 }]);
    await db.pool.query("insert into users (role, name, is_demo) values ('client', 'Демо', true)");
    const refused = main(env);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('демо-аккаунты');
    const allowed = main({ ...env, ALLOW_DEMO: '1' });
    await serving(allowed);
    allowed.child.kill('SIGTERM');
    expect(await allowed.ended).toBe(0);
    await db.close();
  });
});

describe('stopping', () => {
  it('lets a running request end', async () => {
    const base = inject('pgUrl');
    expect(base).toContain('postgres://');
    const db = await openTestDb();
    const shop = main({ DATABASE_URL: db.url });
    await serving(shop);
    // The request waits for a lock that is given back only after the signal.
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('lock table sessions in access exclusive mode');
    const asked = fetch(`http://127.0.0.1:${folder.port}/api/session/guest`, {
      method: 'POST',
      body: JSON.stringify({ guestId: crypto.randomUUID() }),
      headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok' },
    });
    await until(async () => {
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      expect((await db.pool.query(waiting)).rows).not.toHaveLength(0);
    });
    shop.child.kill('SIGTERM');
    await until(() => expect(fetch(`http://127.0.0.1:${folder.port}/healthz`)).rejects.toThrow('fetch failed'));
    await holder.query('rollback');
    holder.release();
    expect((await asked).status).toBe(200);
    expect(await shop.ended).toBe(0);
    await db.close();
  });
});
