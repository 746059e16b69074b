import { ALL_CITIES, type City } from '#contract/cities.ts';
import { kmBetween } from '#contract/tariff.ts';

/** Farther than this no city of the gazetteer is meant. */
const NEAR_KM = 150;
/** The city that coordinates belong to (docs/product/delivery.md#geocode). No library in here. */
export function nearestCity(at: { lat: number; lon: number }, maxKm: number = NEAR_KM): City | undefined {
  return ALL_CITIES.map((city) => ({ city, km: kmBetween(at, city) }))
    .filter(({ km }) => km <= maxKm)
    .toSorted((a, b) => a.km - b.km)[0]?.city;
}
