import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';

// What a request says to the database, seen at the driver. Contents: 1 listening, 2 failing

type Query = (...args: unknown[]) => unknown;
const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');
const isFrame = (text: string): boolean => /^(begin|commit|rollback)\b/i.test(text);
/** Set while the watched work runs: a shop that has just started publishes its catalogue beside it, and jobs go on. */
const asked = new AsyncLocalStorage<true>();

function watch(onQuery: (text: string, client: pg.Client) => void): () => void {
  // Kept as it stands on the prototype: it is called with the client it was asked of.
  // oxlint-disable-next-line typescript/unbound-method
  const original = pg.Client.prototype.query as unknown as Query;
  const heard = function (this: pg.Client, ...args: unknown[]) {
    if (asked.getStore()) onQuery(textOf(args[0]), this);
    return original.apply(this, args);
  } as unknown as typeof pg.Client.prototype.query;
  // One of the overloads of `query` returns nothing.
  // oxlint-disable-next-line typescript/no-misused-promises
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(heard);
  return () => spy.mockRestore();
}

// ── 1 Listening ─────────────────────────────────────────────────────────────────────────────────
/** The statements of `work`, without begin and commit, key, session and jobs included. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const stop = watch((text) => {
    if (!isFrame(text)) statements.push(text.replaceAll(/\s+/g, ' ').trim().slice(0, 90));
  });
  try {
    return { result: await asked.run(true, work), statements };
  } finally {
    stop();
  }
}

// ── 2 Failing ───────────────────────────────────────────────────────────────────────────────────
/** The connection breaks as the statement of this number is sent (begin and commit count). False: there were not so many. */
export async function breakingAt(at: number, work: () => Promise<unknown>): Promise<boolean> {
  let seen = 0;
  const stop = watch((_text, client) => {
    seen += 1;
    if (seen === at) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  });
  try {
    await asked.run(true, work);
  } catch {
    // A request that found no answer is what this is about.
  } finally {
    stop();
  }
  return seen >= at;
}
