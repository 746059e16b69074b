import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#server/db/pg-program.ts';

/** A short critical section between processes, before there is a database to lock in. A dead holder's file is ignored. */
export async function takeFileLock(path: string): Promise<{ release(): void }> {
  for (let waited = 0; waited < 900; waited += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw cannotWrite(path, error);
    }
    if (!isAlive(readHolder(path))) rmSync(path, { force: true });
    else await sleep(100);
  }
  throw new StartError(`Другой процесс слишком долго запускает базу. Если его нет, удалите файл ${path}`);
}

function readHolder(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

/** Signal 0 asks only whether the process is there; EPERM means it is, under another user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

function cannotWrite(path: string, error: unknown): StartError {
  return new StartError(`Нельзя записать в папку данных: ${path} (${(error as { code?: string }).code ?? 'ошибка'})`);
}
