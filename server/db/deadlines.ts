/** What the driver takes; all in milliseconds. */
export type Deadlines = {
  /** For a connection: a free one of the pool, or a new one. */
  connectionTimeoutMillis: number;
  lock_timeout: number;
  statement_timeout: number;
  idle_in_transaction_session_timeout: number;
  /** Ours, for a server that says nothing at all: it is longer than the server's own, whose answer tells more. */
  query_timeout: number;
};

/**
 * Of the pool that answers calls; jobs, migrations, import and backup run without (docs/decisions/192-deadlines.md).
 * A call waits at most for a connection and then for a statement, so 503 comes within fifteen seconds.
 */
export const API_DEADLINES: Deadlines = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  statement_timeout: 8000,
  idle_in_transaction_session_timeout: 15_000,
  query_timeout: 10_000,
};
