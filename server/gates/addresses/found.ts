import { writeAddress } from '#contract/address-line.ts';
import type { FoundAddress } from '#contract/addresses.ts';
import { cityNamed, findCity } from '#contract/cities.ts';

type Told = Pick<FoundAddress, 'city' | 'street' | 'house' | 'quality'> &
  Partial<Pick<FoundAddress, 'index' | 'country_id' | 'region' | 'building' | 'flat' | 'lat' | 'lon'>>;

/** What somebody has told of an address, with our own city where the gazetteer knows it. */
export function foundOf({
  index = '',
  country_id = 1,
  region = '',
  building = '',
  flat = '',
  ...told
}: Told): FoundAddress {
  const known = cityNamed(told.city, country_id);
  const city = known === undefined ? undefined : findCity(known.id);
  const lines = {
    index: index || (city?.index ?? ''),
    city: told.city,
    street: told.street,
    house: told.house,
    building,
    flat,
  };
  return {
    ...lines,
    country_id,
    region,
    city_id: city?.id ?? null,
    full: writeAddress(lines),
    lat: told.lat ?? city?.lat ?? null,
    lon: told.lon ?? city?.lon ?? null,
    quality: told.quality,
  };
}
