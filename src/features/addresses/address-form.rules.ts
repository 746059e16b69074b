import { readAddress, writeAddress } from '#contract/address-line.ts';
import { type Address, type AddressInput, type FoundAddress, saveAddress } from '#contract/addresses.ts';
import { cityNamed, cityOfIndex } from '#contract/cities.ts';
import { judgeBody } from '#contract/judge.ts';
import { MESSAGES } from '#contract/messages.ts';
import { countryOfPhone } from '#contract/phone-numbers.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { AddressFields } from '#src/features/addresses/addresses.types.ts';

// emptyFields · fieldsOf · toBody · judgeFields · inLine · readLine · hasOwnIndex · foundLine · chooseCity: what the address form does, without
// a screen.

type Person = { name: string; phone: string | null; country_id: number };

/** A new address is most often one's own. */
export const emptyFields = ({ name, phone, country_id }: Person): AddressFields => ({
  title: '',
  line: '',
  country_id: String(country_id),
  city_id: '',
  region: '',
  city: '',
  street: '',
  house: '',
  building: '',
  flat: '',
  index: '',
  'recipient.name': name,
  'recipient.phone': phone ?? '',
  'recipient.phone_country': countryOfPhone(phone).code,
  comment: '',
  is_default: false,
});

export const fieldsOf = (address: Address): AddressFields => ({
  title: address.title,
  line: lineOf(address),
  country_id: String(address.country_id),
  city_id: address.city_id === null ? '' : String(address.city_id),
  region: address.region,
  city: address.city,
  street: address.street,
  house: address.house,
  building: address.building,
  flat: address.flat,
  index: address.index,
  'recipient.name': address.recipient.name,
  'recipient.phone': address.recipient.phone,
  'recipient.phone_country': address.recipient.phone_country,
  comment: address.comment,
  is_default: address.is_default,
});

type Lines = Pick<AddressFields, 'city' | 'street' | 'house' | 'building'>;
/** The line of the form: index and flat have fields of their own. */
export const lineOf = ({ city, street, house, building }: Lines): string =>
  writeAddress({ city, street, house, building });

export const toBody = (fields: AddressFields, id?: number): AddressInput => ({
  ...(id === undefined ? {} : { id }),
  title: fields.title,
  country_id: Number(fields.country_id) as AddressInput['country_id'], // The schema judges it.
  city_id: fields.city_id === '' ? null : Number(fields.city_id),
  index: fields.index,
  region: fields.region,
  city: fields.city,
  street: fields.street,
  house: fields.house,
  building: fields.building,
  flat: fields.flat,
  recipient: {
    name: fields['recipient.name'],
    phone: fields['recipient.phone'],
    phone_country: fields['recipient.phone_country'],
  },
  comment: fields.comment,
  is_default: fields.is_default,
});

/** The shop's own verdict, given before it is asked. */
export const judgeFields = (fields: AddressFields): FieldErrors | null =>
  judgeBody(saveAddress, toBody(fields)).errors ?? null;

const PARTS = { city: 'города', street: 'улицы', house: 'дома', region: 'области', building: 'корпуса', country_id: 'страны', city_id: 'города' }; // prettier-ignore
/** While the parts are one line on the screen, their faults stand under the line. */
export function inLine(errors: FieldErrors, { line }: Pick<AddressFields, 'line'>): FieldErrors {
  const isPart = (name: string): name is keyof typeof PARTS => name in PARTS;
  const faulty = Object.keys(errors).filter(isPart);
  if (faulty.length === 0) return errors;
  const missing = faulty.filter((name) => errors[name]?.includes(MESSAGES.fillField)).map((name) => PARTS[name]);
  const others = faulty.flatMap((name) => errors[name] ?? []).filter((text) => text !== MESSAGES.fillField);
  const text =
    line.trim() === ''
      ? MESSAGES.fillField
      : `Не хватает ${missing.join(', ')}. Допишите через запятую или введите по\u00a0частям`;
  const rest = Object.fromEntries(Object.entries(errors).filter(([name]) => !isPart(name)));
  return { line: missing.length > 0 ? [text, ...others] : others, ...rest };
}

/**
 * What the line says of its parts. The index follows the line until the person has written one; a flat that stands in its own field
 * is not taken away by a line that names none.
 */
export function readLine(fields: AddressFields, line: string, hasOwnIndex: boolean): Partial<AddressFields> {
  const { countryId, cityId, index, region, city, street, house, building, flat } = readAddress(line);
  return {
    line,
    // A place that the gazetteer does not know says nothing of its country.
    country_id: cityId === null ? fields.country_id : String(countryId),
    city_id: cityId === null ? '' : String(cityId),
    region,
    city,
    street,
    house,
    building,
    flat: flat || fields.flat,
    index: hasOwnIndex ? fields.index : index,
  };
}

/** Written by hand, it is not the line's any more. */
export const hasOwnIndex = ({ index, line }: AddressFields): boolean =>
  index !== '' && readAddress(line).index !== index;

/** An address that was chosen among the suggestions. */
export const foundLine = (fields: AddressFields, found: FoundAddress): Partial<AddressFields> => ({
  line: lineOf(found),
  country_id: String(found.country_id),
  city_id: found.city_id === null ? '' : String(found.city_id),
  region: found.region,
  city: found.city,
  street: found.street,
  house: found.house,
  building: found.building,
  flat: found.flat || fields.flat,
  index: found.index,
});

/** A city that the gazetteer knows brings its region, and its index where none was written. */
export function chooseCity(fields: AddressFields, city: string, hasOwnIndex: boolean): Partial<AddressFields> {
  const known = cityNamed(city, Number(fields.country_id));
  if (!known) return { city, city_id: '' };
  return {
    city,
    city_id: String(known.id),
    region: known.region,
    ...(hasOwnIndex || known.index === '' ? {} : { index: known.index }),
  };
}

/** Six digits of somewhere else than the city: worth a word, never a refusal. */
export function isForeignIndex({ index, city_id: cityId, country_id: countryId }: AddressFields): boolean {
  const near = index.length === 6 ? cityOfIndex(index, Number(countryId)) : undefined;
  return near !== undefined && cityId !== '' && String(near.id) !== cityId;
}
