import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { findCity } from '#contract/cities.ts';
import { isMissing } from '#contract/field-words.ts';
import { line, optionalLine, PersonName, phoneFields, phoneFitsCountry } from '#contract/people-fields.ts';
import { okWord } from '#contract/reply.ts';
import { COUNTRIES } from '#contract/tables.ts';

/** How many addresses one person may keep. */
export const ADDRESSES_MAX = 50;

export const CountryId = z.union([
  z.literal(COUNTRIES.russia),
  z.literal(COUNTRIES.kazakhstan),
  z.literal(COUNTRIES.kyrgyzstan),
]);
/** Six digits in each of the three countries. */
export const PostIndex = z.string().check(
  z.trim(),
  z.regex(/^\d{6}$/, {
    error: (issue) => (isMissing(issue.input) ? undefined : 'Индекс — шесть цифр, например 630091'),
  }),
);

/**
 * Where a parcel goes (docs/product/addresses-of-people.md). `city_id` is a city of the gazetteer, null for a place that is not in
 * it. Books, delivery and orders share this shape.
 */
export const placeFields = {
  country_id: CountryId,
  city_id: z._default(z.nullable(z.int()), null),
  index: PostIndex,
  region: optionalLine(100),
  city: line(100),
  street: line(120),
  house: line(20),
  building: optionalLine(20),
  flat: optionalLine(20),
};
export const Place = z.object(placeFields).check(cityFits());
export type Place = z.infer<typeof Place>;

export const Recipient = z.object({ name: PersonName, ...phoneFields }).check(phoneFitsCountry);
export type Recipient = z.infer<typeof Recipient>;

/** A city that is named by its number exists, and lies in the country. */
function cityFits() {
  return z.refine<{ city_id: number | null; country_id: number }>(
    ({ city_id: id, country_id: countryId }) => id === null || findCity(id)?.countryId === countryId,
    { path: ['city'], error: 'Такого города нет в этой стране' },
  );
}

export const AddressInput = z
  .object({
    /** Absent for a new address. */
    id: z.optional(z.int().check(z.positive(), z.maximum(2_147_483_647))),
    /** «Дом», «Мама в Барнауле». */
    title: optionalLine(40),
    ...placeFields,
    recipient: Recipient,
    comment: optionalLine(200),
    is_default: z._default(z.boolean(), false),
  })
  .check(cityFits());
export type AddressInput = z.infer<typeof AddressInput>;

export const Address = z.object({
  id: z.int(),
  title: z.string(),
  country_id: z.int(),
  city_id: z.nullable(z.int()),
  index: z.string(),
  region: z.string(),
  city: z.string(),
  street: z.string(),
  house: z.string(),
  building: z.string(),
  flat: z.string(),
  recipient: z.object({ name: z.string(), phone: z.string(), phone_country: z.string() }),
  comment: z.string(),
  is_default: z.boolean(),
  /** In one line, as on an envelope. */
  full: z.string(),
});
export type Address = z.infer<typeof Address>;
/** The one by default first, then the newest first. */
const Book = { ...okWord, addresses: z.array(Address), server_time: z.string() };

const common = { word: 'addresses', dialect: 'word', needs: 'account' } as const;
export const getAddresses = defineCall({
  ...common,
  name: 'getAddresses',
  summary: 'Адресная книга',
  method: 'GET',
  path: '/api/addresses',
  reply: z.object(Book),
});
/** Adds, or changes the one that `id` names; the first address of a book is the one by default. */
export const saveAddress = defineCall({
  ...common,
  needs: 'addresses.edit',
  name: 'saveAddress',
  summary: 'Сохранить адрес доставки',
  method: 'POST',
  path: '/user/delivery_address',
  keyed: true,
  body: AddressInput,
  reply: z.object({ ...Book, address: Address }),
});
/** Refused with `not_found` when it is gone already, or in somebody else's book. */
export const removeAddress = defineCall({
  ...common,
  needs: 'addresses.edit',
  name: 'removeAddress',
  summary: 'Удалить адрес доставки',
  method: 'POST',
  path: '/user/delivery_address_remove',
  keyed: true,
  body: z.object({ id: z.int().check(z.positive(), z.maximum(2_147_483_647)) }),
  reply: z.object(Book),
});

/** `good`: found to the house; `partial`: the city is known, street and house are as typed; `bad`: not found. */
export const FoundAddress = z.object({
  index: z.string(),
  country_id: z.int(),
  region: z.string(),
  city: z.string(),
  city_id: z.nullable(z.int()),
  street: z.string(),
  house: z.string(),
  building: z.string(),
  flat: z.string(),
  full: z.string(),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  quality: z.enum(['good', 'partial', 'bad']),
});
export type FoundAddress = z.infer<typeof FoundAddress>;
/** An address in one line → its parts and its index. Guests ask too, at the checkout. */
export const normalizeAddress = defineCall({
  ...common,
  needs: 'anyone',
  name: 'normalizeAddress',
  summary: 'Разобрать адрес и определить индекс',
  method: 'POST',
  path: '/user/delivery_address_normalize_index',
  // It reads only, and providers of addresses are paid by the question.
  changes: false,
  limit: { caller: 300, network: 1200 },
  body: z.object({ address: line(300) }),
  reply: z.object({ ...okWord, result: FoundAddress, variants: z.array(FoundAddress) }),
});
