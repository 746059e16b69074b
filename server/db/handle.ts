import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

type Statements = Omit<NodePgDatabase, 'transaction'>;
export type TransactionOptions = NonNullable<Parameters<NodePgDatabase['transaction']>[1]>;

declare const isOpen: unique symbol;
/** A transaction that is open on one connection. Only `Db.transaction` gives one. */
export type Tx = Statements & { readonly [isOpen]: true };
export type Db = Statements & {
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
};
/** What queries take first: a database or an open transaction. */
export type DbOrTx = Db | Tx;
