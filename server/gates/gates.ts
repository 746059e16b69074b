/** The outside world of the server. A gate is called where no transaction is open (docs/decisions/141). */
export type Gates = Record<never, never>;
