import * as z from 'zod/mini';
import type { FoundAddress } from '#contract/addresses.ts';
import { COUNTRIES } from '#contract/tables.ts';
import type { AddressAccess } from '#server/gates/addresses/access.ts';
import { foundOf } from '#server/gates/addresses/found.ts';
import type { AddressGate } from '#server/gates/addresses/port.ts';
import { askJson } from '#server/gates/carriers/ask-json.ts';

// Suggestions of DaData. NEVER MET THE LIVE SERVICE: written to its documented shapes (dadata.ru/api/suggest/address) and tried against
// a local server that answers so.

const Text = z.optional(z.nullable(z.string()));
const Data = z.object({
  postal_code: Text,
  country_iso_code: Text,
  region_with_type: Text,
  city: Text,
  settlement_with_type: Text,
  street_with_type: Text,
  house: Text,
  block: Text,
  flat: Text,
  geo_lat: Text,
  geo_lon: Text,
});
const Answer = z.object({ suggestions: z.array(z.object({ data: Data })) });
const COUNTRY_IDS: Readonly<Record<string, number>> = {
  RU: COUNTRIES.russia,
  KZ: COUNTRIES.kazakhstan,
  KG: COUNTRIES.kyrgyzstan,
};
const COUNT = 5;

export function openDadata({ url, token }: NonNullable<AddressAccess['dadata']>): AddressGate {
  const headers = { authorization: `Token ${token}` };
  return {
    async find(text, signal) {
      const json = {
        query: text,
        count: COUNT,
        locations: Object.keys(COUNTRY_IDS).map((country_iso_code) => ({ country_iso_code })),
      };
      const question = {
        url: `${url}/suggestions/api/4_1/rs/suggest/address`,
        method: 'POST' as const,
        headers,
        json,
        signal,
      };
      const { suggestions } = await askJson(question, Answer);
      return suggestions.slice(0, COUNT).flatMap(({ data }) => toFound(data) ?? []);
    },
  };
}

function toFound(data: z.output<typeof Data>): FoundAddress | null {
  const countryId = COUNTRY_IDS[data.country_iso_code ?? 'RU'];
  const city = data.settlement_with_type || data.city;
  if (countryId === undefined || !city) return null;
  return foundOf({
    country_id: countryId,
    index: /^\d{6}$/.test(data.postal_code ?? '') ? (data.postal_code ?? '') : '',
    region: data.region_with_type ?? '',
    city,
    street: data.street_with_type ?? '',
    house: data.house ?? '',
    building: data.block ?? '',
    flat: data.flat ?? '',
    lat: degrees(data.geo_lat),
    lon: degrees(data.geo_lon),
    quality: data.house ? 'good' : 'partial',
  });
}
function degrees(text: string | null | undefined): number | null {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) && Math.abs(value) <= 180 ? value : null;
}
