import { findCity } from '#contract/cities.ts';

/** What stands under a key of the phone: the number of a city. */
export type KeptCity = { v: 1; id: number };

/** The city that was kept, if the gazetteer holds it. */
export function toCity(kept: unknown): { id: number; title: string } | null {
  const { v, id } = (kept ?? {}) as Partial<KeptCity>;
  const city = v === 1 && typeof id === 'number' ? findCity(id) : undefined;
  return city ? { id: city.id, title: city.title } : null;
}
