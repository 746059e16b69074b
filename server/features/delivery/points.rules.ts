import type { DeliveryPoint } from '#contract/delivery.ts';
import { type LostPoint, type Point, pointKey } from '#contract/delivery-offer.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { kmBetween, packedGrams } from '#contract/tariff.ts';
import type { Frame, OfferFacts, PointRow } from '#server/features/delivery/delivery.queries.ts';

// Contents: 1 what an offer takes of the points, 2 the list of points

// ── 1 What an offer takes of the points ─────────────────────────────────────────────────────────
const toPoint = ({ id, gateType, address }: PointRow): Point => ({ id, gateType, address });

/** Own centres and the counter of the warehouse, among the points of a city; which of the centres the buyer works at. */
export function ownPointsOf(
  { points, ownPoints }: Pick<OfferFacts, 'points' | 'ownPoints'>,
  cityId: number,
): { centres: Point[]; warehouse: Point | null; ownCentre: string | null } {
  const open = (type: number) =>
    points.filter((one) => one.deliveryType === type && one.cityId === cityId && !one.closedAt);
  const centres = open(DELIVERY_TYPES.pickup);
  return {
    centres: centres.map(toPoint),
    warehouse: open(DELIVERY_TYPES.logisticCenter).map(toPoint)[0] ?? null,
    ownCentre: centres.find((one) => ownPoints.has(pointKey(one)))?.id ?? null,
  };
}

/** The point that was chosen for a way, or why it cannot be had. `grams` without packing. */
export function gateOf(
  points: readonly PointRow[],
  type: DeliveryType,
  gateId: string | null,
  grams: number,
): { gate: Point | LostPoint | null; row: PointRow | null } {
  if (gateId === null) return { gate: null, row: null };
  const row = points.find((one) => one.deliveryType === type && one.id === gateId && !one.closedAt);
  if (!row) return { gate: { lost: 'closed' }, row: null };
  if (row.maxGrams !== null && packedGrams(grams) > row.maxGrams)
    return { gate: { lost: 'too_heavy', maxGrams: row.maxGrams }, row: null };
  return { gate: toPoint(row), row };
}

// ── 2 The list of points ────────────────────────────────────────────────────────────────────────
const numbersOf = (text: string): number[] => text.split(',').map(Number);
/** Two opposite corners in any order; undefined for what lies on no map. */
export function frameOf(text: string): Frame | undefined {
  const [lat1 = 0, lon1 = 0, lat2 = 0, lon2 = 0] = numbersOf(text);
  if (!isPlace(lat1, lon1) || !isPlace(lat2, lon2)) return undefined;
  return {
    south: Math.min(lat1, lat2),
    north: Math.max(lat1, lat2),
    west: Math.min(lon1, lon2),
    east: Math.max(lon1, lon2),
  };
}
export function placeOf(text: string): { lat: number; lon: number } | undefined {
  const [lat = 0, lon = 0] = numbersOf(text);
  return isPlace(lat, lon) ? { lat, lon } : undefined;
}
const isPlace = (lat: number, lon: number): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
export const middleOf = ({ south, north, west, east }: Frame): { lat: number; lon: number } => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
});

/** Words of a search as patterns of `like`: each must be in the address, the name, the note or the code, as on the phone. */
export const patternsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,.]+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);

export function toDeliveryPoint(row: PointRow, near: { lat: number; lon: number } | null): DeliveryPoint {
  const { id, gateType, name, address, lat, lon, schedule, hours, phone, note } = row;
  return {
    id,
    gateType,
    name,
    address,
    lat,
    lon,
    schedule,
    hours,
    phone,
    note,
    utc: row.utcOffset,
    max_weight: row.maxGrams,
    pay_card: row.payCard,
    pay_cash: row.payCash,
    distance: near && Math.round(kmBetween(near, row) * 1000),
  };
}
