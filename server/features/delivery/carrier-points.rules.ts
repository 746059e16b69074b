import { nearestCity } from '#contract/nearest-city.ts';
import type { NewPoint } from '#server/features/delivery/delivery.queries.ts';
import type { CarrierPoint } from '#server/gates/carriers/port.ts';

/** Points of carriers belong to the city that is so near; farther away they are found on the map only. */
const CITY_KM = 60;
/** Hours from UTC where no city is near. */
const MOSCOW = 3;

/**
 * Rows of one part of a carrier's list, read at `seenAt`. A point without a place on earth is left out, one that is named twice is
 * one; texts are a stranger's, so they are cut and lose signs that no text has.
 */
export function toRows(points: readonly CarrierPoint[], seenAt: Date): NewPoint[] {
  const rows = points.filter(isOnEarth).map((point) => toRow(point, seenAt));
  return [...new Map(rows.map((row) => [`${row.deliveryType}:${row.id}`, row])).values()];
}

/** 0°, 0° is what a missing place looks like; there is nothing but sea. */
const isOnEarth = ({ lat, lon }: CarrierPoint): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && !(lat === 0 && lon === 0);

function toRow({ type, ...point }: CarrierPoint, seenAt: Date): NewPoint {
  const city = nearestCity(point, CITY_KM);
  return {
    ...point,
    deliveryType: type,
    id: textOf(point.id, 100),
    name: textOf(point.name, 200),
    address: textOf(point.address, 300),
    postIndex: textOf(point.postIndex, 10),
    schedule: textOf(point.schedule, 200),
    phone: point.phone && textOf(point.phone, 40),
    note: point.note && textOf(point.note, 300),
    cityId: city && city.countryId === point.countryId ? city.id : null,
    utcOffset: city?.utc ?? MOSCOW,
    isDemo: false,
    seenAt,
    closedAt: null,
  };
}
/** PostgreSQL refuses a zero byte, and with it the whole part. */
const textOf = (text: string, max: number): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max);
