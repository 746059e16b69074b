import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { takeBack } from '#server/features/retail-income/retail-back.jobs.ts';
import { hasBrought } from '#server/features/retail-income/retail-back.queries.ts';

/**
 * Pieces of an order came back: what it has brought its consultant is counted again. In a job, because the accounts of two people are never
 * held by one return. The order is held, so a counting that goes on at this moment has ended, or sees the return.
 */
export async function retailComesBack(tx: Tx, jobs: JobSender, orderId: number): Promise<void> {
  if (await hasBrought(tx, orderId)) await jobs.send(tx, takeBack, { orderId });
}
