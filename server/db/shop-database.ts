import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openCluster } from '#server/db/embedded.ts';
import { keepRunning, type Place, type Told } from '#server/db/keep-running.ts';
import { LOCKS, migrateDb, openDb, type OpenDb } from '#server/db/open.ts';
import { StartError } from '#server/db/pg-program.ts';

export type DatabaseSettings = { dataDir: string; databaseUrl: string | null };
export type ShopDatabase = OpenDb & {
  url: string;
  embedded: boolean;
  adopted: boolean;
  /** Starts an embedded server again whenever it has died, until `close`; of another database it does nothing. */
  keepRunning(tell: Told): void;
};

/**
 * The shop's database: `DATABASE_URL`, or the embedded server of `DATA_DIR`. Its `close` stops an embedded server
 * when nobody else uses it: the last user stops it, so a command beside a running shop harms nothing.
 * As 'shop' it also makes certain that this is the only shop on the data folder.
 * @throws StartError in Russian.
 */
export async function openShopDatabase(
  env: DatabaseSettings,
  as: 'shop' | 'command' = 'command',
): Promise<ShopDatabase> {
  if (env.databaseUrl) {
    await assertReachable(env.databaseUrl);
    return {
      ...openDb(env.databaseUrl),
      url: env.databaseUrl,
      embedded: false,
      adopted: false,
      keepRunning: () => undefined,
    };
  }
  const place = await enter(env.dataDir);
  const { cluster, keeper } = place;
  if (as === 'shop' && !(await becomeTheShop(keeper))) {
    await leave(place);
    throw new StartError(
      `На папке данных ${env.dataDir} уже работает магазин${describeHolder(env.dataDir)}. Остановите его или задайте другую DATA_DIR.`,
    );
  }
  const open = openDb(cluster.url);
  let guard: ReturnType<typeof keepRunning> | undefined;
  const close = async () => {
    const last = (await guard?.stop()) ?? place;
    await open.close();
    if (as === 'shop') rmSync(stateFile(env.dataDir), { force: true });
    await leave(last);
  };
  return {
    ...open,
    url: cluster.url,
    embedded: true,
    adopted: cluster.adopted,
    keepRunning: (tell) => (guard ??= keepRunning(place, () => retake(env.dataDir, as), tell)),
    close,
  };
}

async function retake(dataDir: string, as: 'shop' | 'command'): Promise<Place> {
  const place = await enter(dataDir);
  if (as === 'command' || (await becomeTheShop(place.keeper))) return place;
  await leave(place);
  throw new StartError(`На папке данных ${dataDir} уже работает магазин${describeHolder(dataDir)}.`);
}

/** Runs a command (import, seed, migrate, publish) on a migrated database, beside a running shop or alone. */
export async function withDatabase<T>(
  env: DatabaseSettings,
  work: (open: OpenDb & { url: string }) => Promise<T>,
): Promise<T> {
  const open = await openShopDatabase(env, 'command');
  try {
    await migrateDb(open);
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Tells a second shop who holds the folder; the lock itself lives in the database. */
export function writeShopState(dataDir: string, address: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(stateFile(dataDir), JSON.stringify({ pid: process.pid, address }));
}

/** Starts or adopts the server and holds a shared lock on it, so that nobody stops it while it is used here. */
async function enter(dataDir: string): Promise<Place> {
  for (let tries = 0; ; tries += 1) {
    let keeper: pg.Client | undefined;
    try {
      const cluster = await openCluster(dataDir);
      keeper = new pg.Client({ connectionString: cluster.url, application_name: 'rostok-keeper', keepAlive: true });
      keeper.on('error', () => {});
      await keeper.connect();
      await keeper.query('select pg_advisory_lock_shared($1)', [LOCKS.users]);
      return { cluster, keeper };
    } catch (error) {
      // The last user was just stopping it: start it anew.
      await keeper?.end().catch(() => undefined);
      if (error instanceof StartError || tries >= 20) throw error;
      await sleep(250);
    }
  }
}

async function leave({ cluster, keeper }: Place): Promise<void> {
  try {
    await keeper.query('select pg_advisory_unlock_all()');
    const { rows } = await keeper.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCKS.users]);
    if (rows[0]?.ok) await cluster.stop();
  } catch {
    // The server is gone already: nothing to stop.
  } finally {
    await keeper.end().catch(() => undefined);
  }
}

/** A killed predecessor's connection may linger for a moment. */
async function becomeTheShop(keeper: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 12; tries += 1) {
    const { rows } = await keeper.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCKS.shop]);
    if (rows[0]?.ok) return true;
    await sleep(250);
  }
  return false;
}

async function assertReachable(url: string): Promise<void> {
  let client: pg.Client;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  } catch {
    throw new StartError('DATABASE_URL: нужен адрес вида postgres://человек:пароль@узел:5432/база');
  }
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`База недоступна: ${reasonOf(error)}. Проверьте DATABASE_URL.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'на этом адресе никто не отвечает',
  ENOTFOUND: 'такого узла нет',
  ETIMEDOUT: 'нет ответа',
  '28P01': 'неверный пароль',
  '28000': 'вход запрещён',
  '3D000': 'такой базы нет на сервере',
};
function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code ?? '';
  return REASONS[code] ?? (code === '' ? 'нет ответа' : `ошибка ${code}`);
}

function describeHolder(dataDir: string): string {
  try {
    const state = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as { pid: number; address: string };
    return ` (процесс ${state.pid}, ${state.address})`;
  } catch {
    return '';
  }
}

const stateFile = (dataDir: string): string => join(dataDir, 'shop.json');
