import * as z from 'zod/mini';
import type { Db } from '#server/db/open.ts';
import { toRows } from '#server/features/delivery/carrier-points.rules.ts';
import {
  closeUnseenPoints,
  countOpenPoints,
  deleteOldQuotes,
  type NewPoint,
  writePoints,
} from '#server/features/delivery/delivery.queries.ts';
import { defineJob } from '#server/platform/job.ts';

const HOUR_MS = 3_600_000;

/** A quote holds for half an hour; an hour later nobody asks for it. */
export const dropQuotes = defineJob({
  name: 'delivery.drop-quotes',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '23 * * * *', data: {} },
  handle: ({ db, now }) => deleteOldQuotes(db, new Date(now().getTime() - HOUR_MS)),
});

/** Every night: a job for each carrier that has a list of points, so that one that is away does not hold up the others. */
export const refreshPoints = defineJob({
  name: 'delivery.refresh-points',
  data: z.object({}),
  schedule: { cron: '40 3 * * *', data: {} },
  async handle({ db, jobs, gates }) {
    await db.transaction(async (tx) => {
      for (const { name } of gates.carriers.withPoints) await jobs.send(tx, refreshCarrier, { carrier: name });
    });
  },
});

/**
 * Reads one carrier's whole list and writes it part by part; what it does not name any more closes, the demo's points of its ways
 * too. A second run finds the same. @throws a list that broke off or is far too short: nothing closes, and it is read again later
 */
export const refreshCarrier = defineJob({
  name: 'delivery.refresh-carrier',
  data: z.object({ carrier: z.string() }),
  retry: { limit: 4, delay: 600, delayMax: 7200 },
  expireIn: 3600,
  async handle({ db, gates, now, signal }, { carrier }) {
    const found = gates.carriers.withPoints.find(({ name }) => name === carrier);
    // Its settings have gone since the night began.
    if (!found) return;
    const seenAt = now();
    let read = 0;
    for await (const part of gates.carriers.points(carrier, signal)) {
      const rows = toRows(part, seenAt);
      await writeInPieces(db, rows);
      read += rows.length;
    }
    await db.transaction(async (tx) => {
      for (const type of found.types) {
        const open = await countOpenPoints(tx, type);
        if (read * 2 < open) throw new Error(`${carrier}: a list of ${read} points where ${open} are open`);
        if (read > 0) await closeUnseenPoints(tx, type, seenAt);
      }
    });
  },
});

async function writeInPieces(db: Db, rows: readonly NewPoint[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) await writePoints(db, rows.slice(from, from + 500));
}
