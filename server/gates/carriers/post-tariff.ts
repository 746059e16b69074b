import * as z from 'zod/mini';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { askJson, DayCount, kopOf } from '#server/gates/carriers/ask-json.ts';
import { type Carrier, CarrierError, type Quote } from '#server/gates/carriers/port.ts';

// The public tariff of Russian Post, without a key. NEVER MET THE LIVE SERVICE: written to its documented shapes
// (docs/product/delivery.md#carriers) and tried against a local server that answers so. The code of ЕКОМ is not confirmed.

const OBJECTS: Partial<Record<DeliveryType, number>> = {
  [DELIVERY_TYPES.postal]: 27_030,
  [DELIVERY_TYPES.postalOnline]: 23_030,
  [DELIVERY_TYPES.postalEkom]: 53_030,
};
/** Sums in kopecks, VAT included. */
const Answer = z.object({
  paynds: z.optional(z.int().check(z.gte(0), z.lte(100_000_000))),
  delivery: z.optional(z.object({ min: DayCount, max: DayCount })),
  errors: z.optional(z.array(z.unknown())),
});

/** The day in Moscow as YYYYMMDD. */
const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(at).replaceAll('-', '');

export function openPostTariff({ url }: { url: string }, now = () => new Date()): Carrier {
  return {
    name: 'post-tariff',
    types: [DELIVERY_TYPES.postal, DELIVERY_TYPES.postalOnline, DELIVERY_TYPES.postalEkom],
    async quote({ type, from, to, grams }, signal): Promise<Quote | null> {
      const object = OBJECTS[type];
      // Parcels abroad are other objects of the tariff; an office is known by its index.
      if (object === undefined || to.index === null || to.countryId !== COUNTRIES.russia) return null;
      const query = `json&object=${object}&from=${from.index}&to=${to.index}&weight=${grams}&closed=1&date=${dayOf(now())}`;
      const answer = await askJson({ url: `${url}/v2/calculate/tariff/delivery?${query}`, signal }, Answer);
      if (answer.errors?.length || answer.paynds === undefined) throw new CarrierError('errors in the answer');
      const costKop = kopOf(answer.paynds / 100);
      return { costKop, costGateKop: costKop, days: answer.delivery ?? null };
    },
  };
}
