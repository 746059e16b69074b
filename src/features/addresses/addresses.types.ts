import type { Address, getAddresses } from '#contract/addresses.ts';
import type { CallReply } from '#contract/call.ts';

export type Book = CallReply<typeof getAddresses>;
export type { Address };

/** The fields of the form, named as the shop names them in its errors; `line` is the form's own. */
export type AddressFields = {
  title: string;
  /** City, street and house in one line. */
  line: string;
  country_id: string;
  /** Empty for a place that is not in the gazetteer. */
  city_id: string;
  region: string;
  city: string;
  street: string;
  house: string;
  building: string;
  flat: string;
  index: string;
  'recipient.name': string;
  'recipient.phone': string;
  'recipient.phone_country': string;
  comment: string;
  is_default: boolean;
};
