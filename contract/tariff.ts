import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import type { Days, DeliveryType } from '#contract/delivery-types.ts';
import { TARIFF_ROWS } from '#contract/tariff-rows.ts';

// The embedded tariff (docs/product/delivery.md#tariff): what delivery costs when no carrier is asked. The shop and the phone
// without a signal compute it by this one function. Contents: 1 zones, 2 weight, 3 the price.

// ── 1 Zones ─────────────────────────────────────────────────────────────────────────────────────
export type Place = { countryId: number; lat: number; lon: number };
export type Zone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
export const WAREHOUSES = [
  { city: 'Новосибирск', cityId: 3, index: '630000', lat: 55.03, lon: 82.92 },
  { city: 'Москва', cityId: 1, index: '101000', lat: 55.75, lon: 37.62 },
] as const;
export type Warehouse = (typeof WAREHOUSES)[number];

const EARTH_KM = 6371;
/** Great-circle distance in kilometres. */
export function kmBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(rad(to - from) / 2) ** 2;
  const h = half(a.lat, b.lat) + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * half(a.lon, b.lon);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Parcels leave from the warehouse that is nearer. */
export const nearestWarehouse = (place: { lat: number; lon: number }): Warehouse =>
  WAREHOUSES.toSorted((a, b) => kmBetween(a, place) - kmBetween(b, place))[0] ?? WAREHOUSES[0];

const ZONE_KM = [30, 500, 1000, 2000, 3500] as const;
/** By distance within Russia, by country beyond it; undefined where nothing is sent to. */
export function zoneOf(place: Place): Zone | undefined {
  if (place.countryId === COUNTRIES.kazakhstan) return 7;
  if (place.countryId === COUNTRIES.kyrgyzstan) return 8;
  if (place.countryId !== COUNTRIES.russia) return undefined;
  const km = kmBetween(nearestWarehouse(place), place);
  const at = ZONE_KM.findIndex((limit) => km <= limit);
  // The list has five limits, so the number is between one and six.
  return (at < 0 ? 6 : at + 1) as Zone;
}
/** Up to 2,000 km from a warehouse, in Russia. */
export const isFreeZone = (place: Place): boolean => (zoneOf(place) ?? 9) <= 4;

// ── 2 Weight ────────────────────────────────────────────────────────────────────────────────────
/** Grams of the goods and their packing: a twentieth, but not less than 100 g. */
export const packedGrams = (grams: number): number => grams + Math.max(100, Math.ceil(grams / 20));

/** The heaviest parcel a carrier takes, in grams; undefined where there is no such limit. */
export function maxGramsOf(type: DeliveryType): number | undefined {
  const row = TARIFF_ROWS[type];
  return row && row.maxKg * 1000;
}

// ── 3 The price ─────────────────────────────────────────────────────────────────────────────────
export type Tariff =
  | { ok: true; zone: Zone; /** To the door. */ costKop: number; /** To the point. */ costGateKop: number; days: Days }
  | { ok: false; reason: 'not_served' | 'bad_weight' }
  | { ok: false; reason: 'too_heavy'; maxGrams: number };

/**
 * What a carrier's way costs by our own table, in kopecks. `grams` is the parcel with its packing. Only types that have a
 * row in the table have a price here; the shop's own ways have theirs in contract/delivery-offer.ts.
 */
export function embeddedTariff(type: DeliveryType, to: Place, grams: number): Tariff {
  const row = TARIFF_ROWS[type];
  const zone = zoneOf(to);
  if (!row || zone === undefined) return { ok: false, reason: 'not_served' };
  if (!Number.isSafeInteger(grams) || grams < 0) return { ok: false, reason: 'bad_weight' };
  const base = row.base[zone - 1];
  const extra = row.perKg[zone - 1];
  const days = row.days[zone - 1];
  if (base === undefined || base === null || !days || typeof extra !== 'number')
    return { ok: false, reason: 'not_served' };
  if (grams > row.maxKg * 1000) return { ok: false, reason: 'too_heavy', maxGrams: row.maxKg * 1000 };
  const roubles = base + extra * Math.ceil(Math.max(0, grams - row.includedKg * 1000) / 1000);
  // Whole tens of roubles to the door. Percent are whole numbers, so that no fraction of a kopeck decides.
  const door = row.doorPercent === null ? roubles : Math.ceil((roubles * row.doorPercent) / 1000) * 10;
  return {
    ok: true,
    zone,
    costKop: door * 100,
    costGateKop: roubles * 100,
    days: { min: days[0], max: days[1] },
  };
}

/** Ways whose price is in the table: those that carriers bring. */
export const TARIFF_TYPES: readonly DeliveryType[] = Object.values(DELIVERY_TYPES).filter((type) => TARIFF_ROWS[type]);
