/** Of the network, as Node names them. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT', 'EHOSTUNREACH']);
/**
 * Of PostgreSQL: shutting down or starting, cancelled by a deadline, a lock not had in time, an idle transaction ended, read
 * only after a failover. Classes: 08 connection, 53 resources (disk full, memory, connections), 58 the system around it.
 */
const STATES = new Set(['57P01', '57P02', '57P03', '57P05', '57014', '55P03', '25P03', '25P04', '25006']);
const CLASS = /^(?:08|53|58)[0-9A-Z]{3}$/;
/** node-postgres says these without a code. */
const SAID: readonly [RegExp, string][] = [
  [/^Connection terminated due to connection timeout/, 'timeout'],
  [/^Connection terminated/, 'ended'],
  [/^timeout exceeded when trying to connect/, 'timeout'],
  [/^Query read timeout/, 'timeout'],
  [/^Client has encountered a connection error/, 'ended'],
  [/^Cannot use a pool after calling end/, 'ended'],
];
/** Reading goes on, writing does not: read only, or no room on the disk. */
const CANNOT_WRITE = new Set(['25006', '53100', '58030']);

/** Why the database is away for the moment: a code, or a word for what has none; undefined for any other failure. */
export function outageOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 3) return undefined;
  // The queue tells of failures by objects that have an error's fields without being one.
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  // A file that is missing is no database that is missing: the socket's own error names the call.
  const isNetwork = typeof code === 'string' && NETWORK.has(code) && (code !== 'ENOENT' || isConnect(error));
  if (typeof code === 'string' && (isNetwork || STATES.has(code) || CLASS.test(code))) return code;
  return SAID.find(([said]) => said.test(String(message)))?.[1] ?? outageOf(cause, depth + 1);
}
const isConnect = (error: object): boolean => (error as { syscall?: unknown }).syscall === 'connect';

/** One outage is heard in many ways: refused, reset, shutting down, starting, out of time. Each other cause is one of its own. */
export const outageKind = (cause: string): string => (/^(?:E[A-Z]|ended|timeout|57P|08)/.test(cause) ? 'gone' : cause);

export const stopsWriting = (cause: string): boolean => CANNOT_WRITE.has(cause);
