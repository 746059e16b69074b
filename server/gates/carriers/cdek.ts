import * as z from 'zod/mini';
import type { OpeningHours } from '#contract/delivery.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { askJson, DayCount, keyKeeper, kopOf, Roubles } from '#server/gates/carriers/ask-json.ts';
import { COUNTRY_IDS, countryCodeOf } from '#server/gates/carriers/cdek-countries.ts';
import { openCdekShipper } from '#server/gates/carriers/cdek-ship.ts';
import { boxOf } from '#server/gates/carriers/parcel-box.ts';
import type { Carrier, CarrierPoint, Quote, QuoteAsked } from '#server/gates/carriers/port.ts';

// СДЭК, API v2. NEVER MET THE LIVE SERVICE: written to its documented shapes (docs/product/delivery.md#carriers) and tried against a
// local server that answers so. Contents: 1 asking, 2 prices, 3 points

// ── 1 Asking ────────────────────────────────────────────────────────────────────────────────────
export type CdekAccess = { url: string; id: string; secret: string; point?: string | null; hook?: string | null };
const Token = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });

export function openCdek({ url, id, secret, point = null, hook = null }: CdekAccess): Carrier {
  const withKey = keyKeeper(async (signal) => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { access_token: token, expires_in: livesS } = await askJson({ url: `${url}/oauth/token?parameters`, method: 'POST', form, signal }, Token); // prettier-ignore
    return { token, livesS };
  });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    name: 'cdek',
    types: [DELIVERY_TYPES.sdek],
    ...(point === null ? {} : { shipper: openCdekShipper({ url, point, hook, withKey }) }),
    quote: (asked, signal) =>
      withKey(signal, async (token) => {
        const question = { url: `${url}/calculator/tarifflist`, method: 'POST', headers: bearer(token), json: toBody(asked), signal } as const; // prettier-ignore
        return toQuote(await askJson(question, TariffList));
      }),
    async *points(signal) {
      for (const country of Object.keys(COUNTRY_IDS))
        for (let page = 0; page < PAGES_MAX; page += 1) {
          const address = `${url}/deliverypoints?country_code=${country}&is_handout=true&size=${PAGE}&page=${page}`;
          const rows = await withKey(signal, (token) =>
            askJson({ url: address, headers: bearer(token), signal, maxBytes: 32_000_000 }, z.array(z.unknown())),
          );
          yield rows.flatMap((row) => toPoint(row));
          if (rows.length < PAGE) break;
        }
    },
  };
}
const PAGE = 1000;
const PAGES_MAX = 100;

// ── 2 Prices ────────────────────────────────────────────────────────────────────────────────────
/** From an online shop, in roubles. */
function toBody({ from, to, grams }: QuoteAsked) {
  return {
    type: 1,
    currency: 1,
    from_location: { city: from.city, postal_code: from.index, country_code: 'RU' },
    to_location: {
      city: to.city,
      country_code: countryCodeOf(to.countryId),
      ...(to.index === null ? {} : { postal_code: to.index }),
      ...(to.street === null ? {} : { address: [to.city, to.street, to.house].filter((part) => part).join(', ') }),
    },
    packages: [{ weight: grams, ...boxOf(grams) }],
  };
}

const Tariff = z.object({ delivery_mode: z.int(), delivery_sum: Roubles, period_min: DayCount, period_max: DayCount });
const TariffList = z.object({
  tariff_codes: z.optional(z.nullable(z.array(Tariff))),
  errors: z.optional(z.nullable(z.array(z.unknown()))),
});
/** From a warehouse to a point or a parcel locker, and from a warehouse to the door. */
const TO_POINT = [4, 7];
const TO_DOOR = [3];

function toQuote({ tariff_codes: tariffs }: z.output<typeof TariffList>): Quote | 'refused' {
  const cheapest = (modes: readonly number[]) =>
    (tariffs ?? [])
      .filter(({ delivery_mode: mode }) => modes.includes(mode))
      .toSorted((a, b) => a.delivery_sum - b.delivery_sum)[0];
  const point = cheapest(TO_POINT);
  const door = cheapest(TO_DOOR);
  const shown = point ?? door;
  if (!shown) return 'refused';
  return {
    costKop: door ? kopOf(door.delivery_sum) : null,
    costGateKop: point ? kopOf(point.delivery_sum) : null,
    days: { min: shown.period_min, max: shown.period_max },
  };
}

// ── 3 Points ────────────────────────────────────────────────────────────────────────────────────
const Point = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.optional(z.string()),
  type: z.enum(['PVZ', 'POSTAMAT']),
  location: z.object({
    country_code: z.string(),
    postal_code: z.optional(z.nullable(z.string())),
    city: z.optional(z.string()),
    address: z.optional(z.string()),
    address_full: z.optional(z.string()),
    latitude: z.number(),
    longitude: z.number(),
  }),
  work_time: z.optional(z.string()),
  work_time_list: z.optional(z.array(z.object({ day: z.int(), time: z.string() }))),
  phones: z.optional(z.array(z.object({ number: z.string() }))),
  have_cash: z.optional(z.boolean()),
  have_cashless: z.optional(z.boolean()),
  is_dressing_room: z.optional(z.boolean()),
  /** Kilograms. */
  weight_max: z.optional(z.nullable(z.number())),
  note: z.optional(z.nullable(z.string())),
});

/** One row that cannot be read is left out: the others are good. */
function toPoint(row: unknown): CarrierPoint[] {
  const parsed = Point.safeParse(row);
  const countryId = parsed.success ? COUNTRY_IDS[parsed.data.location.country_code] : undefined;
  if (!parsed.success || countryId === undefined) return [];
  const { code, location, work_time_list: hours, weight_max: maxKg, note, is_dressing_room: canTryOn, ...point } = parsed.data; // prettier-ignore
  return [
    {
      type: DELIVERY_TYPES.sdek,
      id: code,
      gateType: point.type === 'POSTAMAT' ? 'postamat' : 'pvz',
      name: point.name ?? code,
      address: [location.city, location.address].filter((part) => part).join(', ') || (location.address_full ?? code),
      countryId,
      postIndex: location.postal_code ?? '',
      lat: location.latitude,
      lon: location.longitude,
      schedule: point.work_time ?? '',
      hours: hours ? toHours(hours) : null,
      phone: point.phones?.[0]?.number ?? null,
      maxGrams: maxKg ? Math.round(maxKg * 1000) : null,
      payCard: point.have_cashless ?? false,
      payCash: point.have_cash ?? false,
      note: note || (canTryOn ? 'Примерочная' : null),
      rate: null,
    },
  ];
}
/** «1 10:00/20:00» for each open day, Monday first. */
function toHours(days: readonly { day: number; time: string }[]): OpeningHours | null {
  const hours: ([number, number] | null)[] = Array.from({ length: 7 }, () => null);
  for (const { day, time } of days) {
    const [, h1, m1, h2, m2] = (/^(\d\d):(\d\d)\/(\d\d):(\d\d)$/.exec(time) ?? []).map(Number);
    if (h1 === undefined || m1 === undefined || h2 === undefined || m2 === undefined || day < 1 || day > 7) return null;
    hours[day - 1] = [h1 * 60 + m1, h2 * 60 + m2];
  }
  return hours;
}
