import * as z from 'zod/mini';
import type { FoundAddress } from '#contract/addresses.ts';
import type { AddressAccess } from '#server/gates/addresses/access.ts';
import { foundOf } from '#server/gates/addresses/found.ts';
import type { AddressGate } from '#server/gates/addresses/port.ts';
import { askJson } from '#server/gates/carriers/ask-json.ts';

// «Отправка» of Russian Post: an address is cleaned and gets its index. NEVER MET THE LIVE SERVICE: written to its documented shapes
// (docs/product/addresses-of-people.md#index) and tried against a local server that answers so.

const Text = z.optional(z.nullable(z.string()));
const Cleaned = z.object({
  index: Text,
  region: Text,
  area: Text,
  place: Text,
  street: Text,
  house: Text,
  corpus: Text,
  building: Text,
  room: Text,
  'quality-code': Text,
  'validation-code': Text,
});
const Answer = z.array(Cleaned);
/** A parcel may be sent to it as it stands. */
const GOOD = new Set(['GOOD', 'POSTAL_BOX', 'ON_DEMAND', 'UNDEF_05']);
const VALID = new Set(['VALIDATED', 'OVERRIDDEN', 'CONFIRMED_MANUALLY']);

export function openOtpravkaAddresses({ url, token, key }: NonNullable<AddressAccess['otpravka']>): AddressGate {
  const headers = { authorization: `AccessToken ${token}`, 'x-user-authorization': `Basic ${key}` };
  return {
    async find(text, signal) {
      const json = [{ id: '1', 'original-address': text }];
      const question = { url: `${url}/1.0/clean/address`, method: 'POST' as const, headers, json, signal };
      const [cleaned] = await askJson(question, Answer);
      const found = cleaned ? toFound(cleaned) : null;
      return found ? [found] : [];
    },
  };
}

function toFound(cleaned: z.output<typeof Cleaned>): FoundAddress | null {
  const { index, place, region, area, street, house, corpus, building, room } = cleaned;
  const city = (place || area || region || '').replace(/^г\.?\s+/, '');
  if (!/^\d{6}$/.test(index ?? '') || city === '') return null;
  const isGood = GOOD.has(cleaned['quality-code'] ?? '') && VALID.has(cleaned['validation-code'] ?? '');
  return foundOf({
    index: index ?? '',
    region: region ?? '',
    city,
    street: street ?? '',
    house: house ?? '',
    building: corpus || building || '',
    flat: room ?? '',
    quality: isGood && house ? 'good' : 'partial',
  });
}
