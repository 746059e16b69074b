import { StartError } from '#server/db/pg-program.ts';
import { EnvError, readEnv, type Env } from '#server/platform/env.ts';

/** Runs a command of the console: settings in, Russian words out, exit code 1 on failure. */
export async function runCommand(work: (env: Env) => Promise<void>): Promise<void> {
  try {
    // A command needs no https address: it serves nobody.
    await work(
      readEnv({ ...process.env, ...(process.env.PUBLIC_URL ? {} : { PUBLIC_URL: 'https://command.invalid' }) }),
    );
  } catch (error) {
    console.error(inWords(error));
    process.exitCode = 1;
  }
}

/** What a person at the console can do something with; a stack only for whoever asks by LOG_LEVEL=debug. */
export function inWords(error: unknown): string {
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) return error.stack ?? error.message;
  if (error instanceof StartError || error instanceof EnvError) return error.message;
  const {
    code,
    message = String(error),
    address,
    port,
    path,
  } = error as { code?: string; message?: string; address?: string; port?: number; path?: string };
  if (code === 'EADDRINUSE')
    return `Порт ${port} занят другой программой. Освободите его или задайте другой: PORT=3001 npm start`;
  if (code === 'EACCES' && port !== undefined)
    return `Порт ${port} открыть не разрешено. Задайте порт выше 1024: PORT=3000`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Адреса ${address ?? ''} у этой машины нет. Проверьте HOST.`;
  if (code === 'ENOENT' && path !== undefined) return `Нет файла ${path}`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC') return `Нет доступа или места: ${path ?? message}`;
  return `Не получилось: ${message.split('\n')[0]}. Подробности покажет LOG_LEVEL=debug`;
}
