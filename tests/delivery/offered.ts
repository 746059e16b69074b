import { DELIVERY_TYPES } from '#contract/tables.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { ALL_CITIES } from '#contract/cities.ts';
import { type Destination, type OfferAsked, offerDelivery, type Point } from '#contract/delivery-offer.ts';

export const T = DELIVERY_TYPES;
export const CENTRE: Point = { id: 'CO-1', gateType: 'service_center', address: 'ул. Ленина, 12' };
export const WAREHOUSE: Point = { id: 'LC-1', gateType: 'service_center', address: 'ул. Кирова, 86' };

export function placeOf(title: string, more: Partial<Destination> = {}): Destination {
  const city = ALL_CITIES.find((one) => one.title === title);
  if (!city) throw new Error(`no city ${title}`);
  return { countryId: city.countryId, lat: city.lat, lon: city.lon, index: null, hasDoor: false, ...more };
}
/** A client with a light parcel to Novosibirsk, unless said otherwise. */
export const asked = (more: Partial<OfferAsked> = {}): OfferAsked => ({
  shopName: 'Росток',
  to: placeOf('Новосибирск'),
  parcel: { grams: 700, sumKop: 332_000 },
  buyer: { isPunkt: false, isKnown: true, priceType: 1 },
  isBaseCart: true,
  isHelloMet: false,
  centres: [CENTRE],
  warehouse: WAREHOUSE,
  off: [],
  ...more,
});
export const row = (type: DeliveryType, more: Partial<OfferAsked> = {}) => offerDelivery(type, asked(more), null, null);
