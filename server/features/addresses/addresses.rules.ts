import { writeAddress } from '#contract/address-line.ts';
import type { Address, AddressInput } from '#contract/addresses.ts';
import { cityNamed } from '#contract/cities.ts';
import { countryOfPhone } from '#contract/phone-numbers.ts';
import type { AddressRow, NewAddress } from '#server/features/addresses/addresses.queries.ts';

/** The row of what a form sent. A city that is only named is looked up, so that delivery knows where it lies. */
export function toRow(userId: number, input: AddressInput, isDefault: boolean): NewAddress {
  const { recipient, ...place } = input;
  return {
    userId,
    title: place.title,
    countryId: place.country_id,
    cityId: place.city_id ?? cityNamed(place.city, place.country_id)?.id ?? null,
    postIndex: place.index,
    region: place.region,
    city: place.city,
    street: place.street,
    house: place.house,
    building: place.building,
    flat: place.flat,
    recipientName: recipient.name,
    recipientPhone: recipient.phone,
    phoneCountry: recipient.phone_country ?? countryOfPhone(recipient.phone).code,
    comment: place.comment,
    isDefault,
  };
}

export function toAddress(row: AddressRow): Address {
  const { id, title, region, city, street, house, building, flat, comment } = row;
  const lines = { index: row.postIndex, city, street, house, building, flat };
  return {
    id,
    title,
    country_id: row.countryId,
    city_id: row.cityId,
    region,
    ...lines,
    recipient: { name: row.recipientName, phone: row.recipientPhone, phone_country: row.phoneCountry },
    comment,
    is_default: row.isDefault,
    full: writeAddress(lines),
  };
}
