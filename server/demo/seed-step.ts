import type { Db, Tx } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';

/** What a step gets: `now` is `SEED_NOW` or today 00:00 in Moscow, `note` prints a line of progress. */
export type SeedAsked = { env: Env; now: Date; note: (line: string) => void };
/** `run` does the long work before a transaction is open and gives back what writes and tells. */
export type SeedStep = { name: string; run: (db: Db, asked: SeedAsked) => Promise<(tx: Tx) => Promise<string>> };
