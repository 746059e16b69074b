import { readAddress, writeAddress } from '#contract/address-line.ts';
import type { FoundAddress } from '#contract/addresses.ts';
import { findCity } from '#contract/cities.ts';
import type { AddressGate } from '#server/gates/addresses/port.ts';

/** The embedded look-up: city and index of the gazetteer, street and house as typed (docs/product/addresses-of-people.md#index). */
export const openGazetteer = (): AddressGate => ({
  find: async (text) => {
    const found = fromLine(text);
    return found.quality === 'bad' ? [] : [found];
  },
});

function fromLine(text: string): FoundAddress {
  const { countryId, cityId, quality, ...lines } = readAddress(text);
  const city = cityId === null ? undefined : findCity(cityId);
  return {
    ...lines,
    country_id: countryId,
    city_id: cityId,
    full: writeAddress(lines),
    lat: city?.lat ?? null,
    lon: city?.lon ?? null,
    // A city without an index helps nobody who looks for one.
    quality: lines.index === '' ? 'bad' : quality,
  };
}
