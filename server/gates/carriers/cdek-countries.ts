import { COUNTRIES } from '#contract/tables.ts';

/** Countries by the names that СДЭК has for them. */
export const COUNTRY_IDS: Record<string, number> = {
  RU: COUNTRIES.russia,
  KZ: COUNTRIES.kazakhstan,
  KG: COUNTRIES.kyrgyzstan,
};
export const countryCodeOf = (countryId: number): string =>
  Object.keys(COUNTRY_IDS).find((code) => COUNTRY_IDS[code] === countryId) ?? 'RU';
