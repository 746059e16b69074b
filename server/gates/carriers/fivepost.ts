import * as z from 'zod/mini';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { askJson, keyKeeper, kopOf } from '#server/gates/carriers/ask-json.ts';
import type { Carrier, CarrierPoint, PointRate, Quote, QuoteAsked } from '#server/gates/carriers/port.ts';

// 5Post. NEVER MET THE LIVE SERVICE: written to its documented shapes (docs/product/delivery.md#carriers) and tried against a local server
// that answers so. It has no calculator: prices come with the nightly list of points, so a quote needs no network.

export type FivepostAccess = { url: string; key: string };
const Token = z.object({ jwt: z.string().check(z.minLength(1)) });
const TOKEN_LIVES_S = 3600;
const PAGE = 2000;
const Page = z.object({ content: z.array(z.unknown()), totalPages: z.int().check(z.gte(0), z.lte(1000)) });

export function openFivepost({ url, key }: FivepostAccess): Carrier {
  const withKey = keyKeeper(async (signal) => {
    const address = `${url}/jwt-generate-claims/rs256/1?apikey=${encodeURIComponent(key)}`;
    const form = { subject: 'OpenAPI', audience: 'A122019!' };
    const { jwt: token } = await askJson({ url: address, method: 'POST', form, signal }, Token);
    return { token, livesS: TOKEN_LIVES_S };
  });
  return {
    name: 'fivepost',
    types: [DELIVERY_TYPES.fivepost],
    quote: (asked) => Promise.resolve(quoteByRate(asked)),
    async *points(signal) {
      for (let pageNumber = 0, pages = 1; pageNumber < pages; pageNumber += 1) {
        const page = await withKey(signal, (token) =>
          askJson(
            {
              url: `${url}/api/v1/pickuppoints/query`,
              method: 'POST',
              headers: { authorization: `Bearer ${token}` },
              json: { pageSize: PAGE, pageNumber },
              signal,
              maxBytes: 64_000_000,
            },
            Page,
          ),
        );
        pages = page.totalPages;
        yield page.content.flatMap((row) => toPoint(row));
      }
    },
  };
}

/** The first kilograms, the begun ones above them, and half a percent of the declared value. */
function quoteByRate({ to, grams, sumKop }: QuoteAsked): Quote | null {
  const rate = to.gate?.rate;
  if (!rate) return null;
  const extraKg = Math.ceil(Math.max(0, grams - rate.includedKg * 1000) / 1000);
  const sum = rate.baseKop + extraKg * rate.extraKopPerKg + sumKop * 0.005;
  return { costKop: null, costGateKop: kopOf(sum / 100), days: null };
}

const Point = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string(),
  type: z.string(),
  fullAddress: z.string(),
  address: z.object({
    zipCode: z.optional(z.nullable(z.string())),
    city: z.string(),
    street: z.optional(z.nullable(z.string())),
    house: z.optional(z.nullable(z.string())),
    lat: z.number(),
    lng: z.number(),
  }),
  additional: z.optional(z.nullable(z.string())),
  /** Milligrams. */
  cellLimits: z.optional(z.nullable(z.object({ maxWeight: z.optional(z.nullable(z.number())) }))),
  cashAllowed: z.optional(z.nullable(z.boolean())),
  cardAllowed: z.optional(z.nullable(z.boolean())),
  rate: z.optional(z.nullable(z.array(z.object({ rateValue: z.number().check(z.gte(0)), rateExtraValue: z.optional(z.nullable(z.number().check(z.gte(0)))) })))), // prettier-ignore
});
const KG_INCLUDED = 3;
const MAX_GRAMS = 15_000;

/** One row that cannot be read is left out: the others are good. */
function toPoint(row: unknown): CarrierPoint[] {
  const parsed = Point.safeParse(row);
  if (!parsed.success) return [];
  const { id, name, type, address, additional, cellLimits, cashAllowed, cardAllowed, rate, fullAddress } = parsed.data;
  const street = [address.city, address.street, address.house].filter((part) => part).join(', ');
  return [
    {
      type: DELIVERY_TYPES.fivepost,
      id,
      gateType: type === 'POSTAMAT' ? 'postamat' : 'pvz',
      name,
      address: address.street ? street : fullAddress,
      countryId: COUNTRIES.russia,
      postIndex: address.zipCode ?? '',
      lat: address.lat,
      lon: address.lng,
      schedule: 'По часам магазина',
      hours: null,
      phone: null,
      maxGrams: cellLimits?.maxWeight ? Math.floor(cellLimits.maxWeight / 1000) : MAX_GRAMS,
      payCard: cardAllowed ?? false,
      payCash: cashAllowed ?? false,
      note: additional?.slice(0, 300) || null,
      rate: toRate(rate?.[0]),
    },
  ];
}
/** Roubles of the list in kopecks. */
function toRate(rate: { rateValue: number; rateExtraValue?: number | null | undefined } | undefined): PointRate | null {
  if (!rate) return null;
  const kop = (roubles: number) => Math.round(roubles * 100);
  return { baseKop: kop(rate.rateValue), includedKg: KG_INCLUDED, extraKopPerKg: kop(rate.rateExtraValue ?? 0) };
}
