import * as z from 'zod/mini';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { askJson, DayCount, kopOf, Roubles } from '#server/gates/carriers/ask-json.ts';
import { boxOf } from '#server/gates/carriers/parcel-box.ts';
import { type Carrier, CarrierError, type CarrierPoint, type Quote } from '#server/gates/carriers/port.ts';

// Boxberry, json.php. NEVER MET THE LIVE SERVICE: written to its documented shapes (docs/product/delivery.md#carriers) and tried against
// a local server that answers so. The way itself is off by default until it has been met (DELIVERY_OFF).

export type BoxberryAccess = { url: string; token: string };
/** Errors come with HTTP 200. */
const Fault = z.union([z.object({ err: z.string() }), z.tuple([z.object({ err: z.string() })], z.unknown())]);
const Costs = z.union([Fault, z.object({ price: Roubles, delivery_period: z.optional(DayCount) })]);
const Points = z.union([Fault, z.array(z.unknown())]);
const isFault = (answer: unknown): boolean => Fault.safeParse(answer).success;

export function openBoxberry({ url, token }: BoxberryAccess): Carrier {
  const address = (method: string, more: Record<string, string | number>): string =>
    `${url}?${new URLSearchParams({ token, method, ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, String(value)])) })}`; // prettier-ignore
  return {
    name: 'boxberry',
    types: [DELIVERY_TYPES.boxberry],
    async quote({ to, grams, sumKop }, signal): Promise<Quote | null> {
      // Its prices are from point to point.
      if (to.gate === null) return null;
      const { length, width, height } = boxOf(grams);
      const more = { target: to.gate.id, weight: grams, ordersum: sumKop / 100, deliverysum: 0, paysum: 0, height, width, depth: length }; // prettier-ignore
      const answer = await askJson({ url: address('DeliveryCosts', more), signal }, Costs);
      if (!('price' in answer)) throw new CarrierError('an error in the answer');
      const days = answer.delivery_period;
      return {
        costKop: null,
        costGateKop: kopOf(answer.price),
        days: days === undefined ? null : { min: days, max: days },
      };
    },
    async *points(signal) {
      const rows = await askJson({ url: address('ListPoints', { prepaid: 1 }), signal, maxBytes: 64_000_000 }, Points);
      if (isFault(rows)) throw new CarrierError('an error in the answer');
      if (Array.isArray(rows)) yield rows.flatMap((row) => toPoint(row));
    },
  };
}

const Point = z.object({
  Code: z.string().check(z.minLength(1), z.maxLength(100)),
  Name: z.string(),
  Address: z.string(),
  Phone: z.optional(z.string()),
  WorkSchedule: z.optional(z.string()),
  TripDescription: z.optional(z.string()),
  CityName: z.string(),
  /** «lat,lon» */
  GPS: z.string().check(z.regex(/^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/)),
  AddressReduce: z.optional(z.string()),
});
/** One row that cannot be read is left out: the others are good. */
function toPoint(row: unknown): CarrierPoint[] {
  const parsed = Point.safeParse(row);
  if (!parsed.success) return [];
  const { Code, Name, Address, AddressReduce, CityName, Phone, WorkSchedule, TripDescription, GPS } = parsed.data;
  const [lat = 0, lon = 0] = GPS.split(',').map(Number);
  return [
    {
      type: DELIVERY_TYPES.boxberry,
      id: Code,
      gateType: 'pvz',
      name: Name,
      address: AddressReduce ? `${CityName}, ${AddressReduce}` : Address,
      countryId: COUNTRIES.russia,
      postIndex: /^\d{6}/.exec(Address)?.[0] ?? '',
      lat,
      lon,
      schedule: WorkSchedule ?? '',
      hours: null,
      phone: Phone || null,
      maxGrams: 15_000,
      payCard: true,
      payCash: true,
      note: TripDescription?.slice(0, 300) || null,
      rate: null,
    },
  ];
}
