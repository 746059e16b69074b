import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import type { OrderHappened } from '#server/features/orders/order-happened.ts';
import { writeOrderLetter, writeOrderNews } from '#server/features/orders/orders.jobs.ts';

/**
 * After the commit the buyer gets the order by e-mail or, without one, its link by SMS. `again`: which repeat of it this is; the
 * same number is sent once.
 */
export const tellBuyer = (tx: Tx, jobs: JobSender, orderId: number, again?: number): Promise<void> =>
  jobs.send(tx, writeOrderLetter, again === undefined ? { orderId } : { orderId, again });

/** After the commit the buyer is written what has become of the order. */
export const tellNews = (tx: Tx, jobs: JobSender, orderId: number, happened: OrderHappened): Promise<void> =>
  jobs.send(tx, writeOrderNews, { orderId, happened });
