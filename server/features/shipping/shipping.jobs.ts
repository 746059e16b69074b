import * as z from 'zod/mini';
import { follow } from '#server/features/shipping/follow.ts';
import { findOpenShipments, findOrderOfParcel, findShipment, type Shipment } from '#server/features/parcels/shipments.queries.ts'; // prettier-ignore
import { CarrierError } from '#server/gates/carriers/port.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';
import { withRetry } from '#server/platform/retry.ts';

const AT_ONCE = 300;
const WAIT_MS = 20_000;

/** Asks carriers every half hour about parcels on their way, whoever was not asked about for longest first. */
export const watchShipments = defineJob({
  name: 'shipping.watch',
  data: z.object({}),
  // What one run misses the next one asks.
  retry: { limit: 0, delay: 60, delayMax: 60 },
  expireIn: 1500,
  schedule: { cron: '*/30 * * * *', data: {} },
  async handle(work) {
    const silent = new Set<string>();
    for (const one of await findOpenShipments(work.db, AT_ONCE)) {
      if (work.signal.aborted) return;
      // One that is away does not hold up the others.
      if (silent.has(one.carrier)) continue;
      try {
        await askAbout(work, one, one.orderId);
      } catch (error) {
        if (!(error instanceof CarrierError)) throw error;
        silent.add(one.carrier);
      }
    }
    if (silent.size > 0) throw new Error(`no answer about parcels: ${[...silent].join(', ')}`);
  },
});

/** After a message of the carrier: it is a hint, the carrier itself is asked. */
export const askShipment = defineJob({
  name: 'shipping.ask-one',
  data: z.object({ parcelId: z.int() }),
  retry: { limit: 8, delay: 30, delayMax: 3600 },
  expireIn: 120,
  async handle(work, { parcelId }) {
    const one = await findShipment(work.db, parcelId);
    const orderId = await findOrderOfParcel(work.db, parcelId);
    if (one && orderId !== undefined && one.endedAt === null) await askAbout(work, one, orderId);
  },
});

async function askAbout({ db, gates, jobs, now, log }: JobWork, one: Shipment, orderId: number): Promise<void> {
  const shipper = gates.carriers.shippers.find(({ name }) => name === one.carrier);
  // Its settings have gone: the desk marks by hand.
  if (!shipper) return;
  const statuses = await shipper.statuses(one.ref, AbortSignal.timeout(WAIT_MS));
  const { parcelId, carrier } = one;
  const unknown = await withRetry(() =>
    db.transaction((tx) => follow(tx, { orderId, parcelId, carrier, statuses, jobs, now: now() })),
  );
  if (unknown.length > 0) log?.warn({ carrier, codes: unknown }, 'unknown status of a carrier');
}
