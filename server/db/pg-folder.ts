import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { credentialsOf, DATABASE } from '#server/db/owner.ts';

// Where a server of a data folder says what it does and how it is reached. Contents: 1 its log, 2 its process, 3 its address

// ── 1 Its log ───────────────────────────────────────────────────────────────────────────────────
export const logOf = (folder: string): string => join(dirname(folder), 'pg.log');
export const logLength = (folder: string): number =>
  existsSync(logOf(folder)) ? readFileSync(logOf(folder), 'utf8').length : 0;
/** PostgreSQL's own word for it, in English. */
export function lastFault(folder: string): string {
  const fault = readFileSync(logOf(folder), 'utf8').split('FATAL:').at(-1)?.split('\n')[0];
  return fault ? `: ${fault.trim()}` : '';
}

// ── 2 Its process ───────────────────────────────────────────────────────────────────────────────
export type Running = { pid: number; port: number; status: string };
/** Lines of postmaster.pid: pid, folder, start, port, socket, address, memory, status. */
export function readPidFile(folder: string): Running | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return Number.isInteger(pid) && pid > 0 ? { pid, port, status: lines[7]?.trim() ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

// ── 3 Its address ───────────────────────────────────────────────────────────────────────────────
/**
 * By the socket file in the folder when there is one: a request costs both sides a tenth less than over TCP
 * (docs/decisions/043). The port stands in the address either way.
 */
export function urlOf(folder: string, port: number, who: 'owner' | 'superuser', database = DATABASE): string {
  const credentials = credentialsOf(folder, who);
  return existsSync(socketOf(folder, port))
    ? `${credentials}@/${database}?host=${encodeURIComponent(folder)}&port=${port}`
    : `${credentials}@127.0.0.1:${port}/${database}`;
}

export const socketOf = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`);
/** Paths of sockets are short everywhere (104 bytes on macOS), and some mounted folders hold none at all. */
export async function canHoldSockets(folder: string): Promise<boolean> {
  if (process.platform === 'win32' || folder.includes('"') || Buffer.byteLength(socketOf(folder, 65_535)) > 100)
    return false;
  const path = join(dirname(folder), `.try.${process.pid}`);
  return new Promise((done) => {
    const server = createServer().on('error', () => done(false));
    server.listen(path, () => server.close(() => done(true)));
  });
}

/** The port of last time when it is free: a shop whose server was started again finds it at the same address. */
export async function portOf(folder: string): Promise<number> {
  const file = `${folder}.port`;
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = await freePort(Number.isInteger(known) && known > 1023 && known < 65_536 ? known : 0).catch(() =>
    freePort(),
  );
  writeFileSync(file, String(port));
  return port;
}

function freePort(wanted = 0): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail);
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
