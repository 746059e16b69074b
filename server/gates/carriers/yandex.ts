import * as z from 'zod/mini';
import { ALL_CITIES } from '#contract/cities.ts';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { askJson, DayCount, kopOf, Roubles } from '#server/gates/carriers/ask-json.ts';
import { boxOf } from '#server/gates/carriers/parcel-box.ts';
import {
  type Carrier,
  CarrierError,
  type CarrierPoint,
  type Quote,
  type QuoteAsked,
} from '#server/gates/carriers/port.ts';

// Yandex Delivery, «доставка в другой день». NEVER MET THE LIVE SERVICE: written to its documented shapes
// (docs/product/delivery.md#carriers) and tried against a local server that answers so.

export type YandexAccess = { url: string; token: string; /** The shop's own station, from which parcels leave. */ station: string }; // prettier-ignore
const Price = z.object({ pricing_total: Roubles, delivery_days: z.optional(z.nullable(DayCount)) });

export function openYandex({ url, token, station }: YandexAccess): Carrier {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'ru' };
  const ask = <Shape extends z.ZodMiniType>(path: string, json: unknown, shape: Shape, signal: AbortSignal, maxBytes?: number) =>
    askJson({ url: `${url}/api/b2b/platform/${path}`, method: 'POST', headers, json, signal, ...(maxBytes ? { maxBytes } : {}) }, shape); // prettier-ignore
  return {
    name: 'yandex',
    types: [DELIVERY_TYPES.yandex],
    async quote(asked, signal): Promise<Quote | 'refused' | null> {
      const { gate, street } = asked.to;
      if (gate === null && street === null) return null;
      const answer = await ask('pricing-calculator', toBody(asked, station), Price, signal).catch(orRefused);
      if (answer === 'refused') return answer;
      const cost = kopOf(answer.pricing_total);
      const days = typeof answer.delivery_days === 'number' ? { min: answer.delivery_days, max: answer.delivery_days } : null; // prettier-ignore
      return gate === null ? { costKop: cost, costGateKop: null, days } : { costKop: null, costGateKop: cost, days };
    },
    async *points(signal) {
      for (const { title, region, countryId } of ALL_CITIES.filter((city) => city.countryId === COUNTRIES.russia)) {
        const location = [title, region].filter((part) => part !== '').join(', ');
        const { variants } = await ask('location/detect', { location }, Variants, signal);
        const geoId = variants[0]?.geo_id;
        // Without a number the answer would be every point there is.
        if (geoId === undefined) continue;
        const body = { geo_id: geoId, type: 'pickup_point' };
        const { points } = await ask('pickup-points/list', body, Points, signal, 32_000_000);
        yield points.flatMap((row) => toPoint(row, countryId));
      }
    },
  };
}

/** «No such delivery» is an answer; whatever else goes wrong is a silence. */
function orRefused(error: unknown): 'refused' {
  if (error instanceof CarrierError && error.status === 400) return 'refused';
  throw error;
}

/** Sums in kopecks, sides in centimetres. */
function toBody({ to, grams, sumKop }: QuoteAsked, station: string) {
  const { length: dx, width: dy, height: dz } = boxOf(grams);
  return {
    source: { platform_station_id: station },
    destination: to.gate ? { platform_station_id: to.gate.id } : { address: [to.city, to.street, to.house].filter((part) => part).join(', ') }, // prettier-ignore
    tariff: to.gate ? 'self_pickup' : 'time_interval',
    total_weight: grams,
    total_assessed_price: sumKop,
    client_price: 0,
    payment_method: 'already_paid',
    places: [{ physical_dims: { weight_gross: grams, dx, dy, dz } }],
  };
}

const Variants = z.object({ variants: z.array(z.object({ geo_id: z.int() })) });
const Points = z.object({ points: z.array(z.unknown()) });
const Point = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string(),
  type: z.string(),
  position: z.object({ latitude: z.number(), longitude: z.number() }),
  address: z.object({ full_address: z.string() }),
});
/** One row that cannot be read is left out: the others are good. */
function toPoint(row: unknown, countryId: number): CarrierPoint[] {
  const parsed = Point.safeParse(row);
  if (!parsed.success) return [];
  const { id, name, type, position, address } = parsed.data;
  return [
    {
      type: DELIVERY_TYPES.yandex,
      id,
      gateType: type === 'terminal' ? 'postamat' : 'pvz',
      name,
      address: address.full_address,
      countryId,
      postIndex: '',
      lat: position.latitude,
      lon: position.longitude,
      schedule: '',
      hours: null,
      phone: null,
      maxGrams: null,
      payCard: false,
      payCash: false,
      note: null,
      rate: null,
    },
  ];
}
