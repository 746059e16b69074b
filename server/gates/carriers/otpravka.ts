import * as z from 'zod/mini';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { COUNTRIES, DELIVERY_TYPES } from '#contract/tables.ts';
import { askJson, DayCount, kopOf } from '#server/gates/carriers/ask-json.ts';
import type { Carrier, Quote } from '#server/gates/carriers/port.ts';

// «Отправка» of Russian Post: prices of the shop's own contract. NEVER MET THE LIVE SERVICE: written to its documented shapes
// (docs/product/delivery.md#carriers) and tried against a local server that answers so.

export type OtpravkaAccess = { url: string; token: string; key: string };
const MAIL_TYPES: Partial<Record<DeliveryType, string>> = {
  [DELIVERY_TYPES.postal]: 'POSTAL_PARCEL',
  [DELIVERY_TYPES.postalOnline]: 'ONLINE_PARCEL',
  [DELIVERY_TYPES.postalEkom]: 'ECOM',
};
const Kop = z.int().check(z.gte(0), z.lte(100_000_000));
/** Sums in kopecks; VAT comes beside the rate. */
const Answer = z.object({
  'total-rate': Kop,
  'total-vat': z.optional(Kop),
  'delivery-time': z.optional(z.object({ 'min-days': z.optional(DayCount), 'max-days': DayCount })),
});

export function openOtpravka({ url, token, key }: OtpravkaAccess): Carrier {
  const headers = { authorization: `AccessToken ${token}`, 'x-user-authorization': `Basic ${key}` };
  return {
    name: 'otpravka',
    types: [DELIVERY_TYPES.postal, DELIVERY_TYPES.postalOnline, DELIVERY_TYPES.postalEkom],
    async quote({ type, from, to, grams }, signal): Promise<Quote | null> {
      const mailType = MAIL_TYPES[type];
      if (mailType === undefined || to.index === null || to.countryId !== COUNTRIES.russia) return null;
      const json = {
        'index-from': from.index,
        'index-to': to.index,
        'mail-category': 'ORDINARY',
        'mail-type': mailType,
        mass: grams,
        fragile: false,
      };
      const answer = await askJson({ url: `${url}/1.0/tariff`, method: 'POST', headers, json, signal }, Answer);
      const time = answer['delivery-time'];
      const costKop = kopOf((answer['total-rate'] + (answer['total-vat'] ?? 0)) / 100);
      const days = time ? { min: time['min-days'] ?? time['max-days'], max: time['max-days'] } : null;
      return { costKop, costGateKop: costKop, days };
    },
  };
}
