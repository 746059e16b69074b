import { describe, expect, it } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { placeOf } from '#src/features/checkout/from-book.ts';

// The address book fills an empty checkout; docs/product/checkout.md#draft.

const home: Address = {
  id: 1,
  title: 'Дом',
  country_id: 1,
  city_id: 19,
  index: '656049',
  region: 'Алтайский край',
  city: 'Барнаул',
  street: 'ул. Молодёжная',
  house: '12',
  building: '',
  flat: '5',
  recipient: { name: 'Мария Соколова', phone: '+79000000157', phone_country: 'ru' },
  comment: '',
  is_default: true,
  full: '656049, Барнаул, ул. Молодёжная, 12, кв. 5',
};

describe('an address of the book at the checkout', () => {
  it('is the place with its street, house and own index', () => {
    const filled = placeOf(home);
    expect(filled?.where.replaceAll('\u00a0', ' ')).toBe('Барнаул, ул. Молодёжная, 12, кв. 5');
    expect(filled?.place.address).toMatchObject({
      country_id: 1,
      city_id: 19,
      index: '656049',
      house: '12',
      flat: '5',
    });
    expect([filled?.place.lat, filled?.place.lon]).toEqual([53.35, 83.78]);
  });
  it('of a village or a city that is not in the gazetteer is typed anew', () => {
    expect(placeOf({ ...home, city_id: null })).toBeNull();
    expect(placeOf({ ...home, city_id: 99_999 })).toBeNull();
    expect(placeOf(undefined)).toBeNull();
  });
});
