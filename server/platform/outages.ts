import { outageKind, outageOf, stopsWriting } from '#server/platform/outage.rules.ts';

/** When to ask again while the database is away. */
export const RETRY_AFTER_SECONDS = 2;
/** Failures further apart than this are two outages. */
const ONE_OUTAGE_MS = 30_000;
/** As long as nobody has failed to write for this long, writing is thought to work again. */
const WRITE_AGAIN_MS = 10_000;

export type Outages = {
  /** Undefined when the error is none of the database's; `isNew`: the first of its kind in this outage, the one that is logged. */
  note(error: unknown): { cause: string; isNew: boolean } | undefined;
  /** Someone has just failed to write although the database answers: /readyz says so. */
  failsToWrite(): boolean;
};

/** Every request fails while the database is away, and one line in the log is enough for all of them. */
export function createOutages(clock: () => number = () => performance.now()): Outages {
  let lastAt = -Infinity;
  const told = new Set<string>();
  let writeFailedAt = -Infinity;
  return {
    note(error) {
      const cause = outageOf(error);
      if (cause === undefined) return undefined;
      const at = clock();
      // Of one outage some calls hear this and others that, by turns.
      if (at - lastAt > ONE_OUTAGE_MS) told.clear();
      const isNew = !told.has(outageKind(cause));
      told.add(outageKind(cause));
      lastAt = at;
      if (stopsWriting(cause)) writeFailedAt = at;
      return { cause, isNew };
    },
    failsToWrite: () => clock() - writeFailedAt < WRITE_AGAIN_MS,
  };
}

/** Notes a failure and logs the first one of its cause. True when it is the database's. */
export function tellOutage(
  outages: Outages,
  error: unknown,
  { log, id }: { id: string; log: { error(fields: object, message: string): void } },
): boolean {
  const away = outages.note(error);
  if (away?.isNew) log.error({ err: error, cause: away.cause, reqId: id }, 'database is away');
  return away !== undefined;
}
