import { type DeliveryType, isDeliveryType } from '#contract/delivery-types.ts';
import { type CarrierAccess, readCarrierAccess } from '#server/gates/carriers/access.ts';
import { EnvError } from '#server/platform/env-error.ts';

/** Ways that are not offered. Boxberry is off until its live service has been met (docs/product/delivery.md#types). */
export function deliveryOff(text: string | undefined): DeliveryType[] {
  if (text === 'none') return [];
  const codes = (text || '25')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!codes.every((code) => isDeliveryType(code)))
    throw new EnvError('DELIVERY_OFF: нужны коды способов доставки, например 25 27, или none');
  return codes.filter((code) => isDeliveryType(code));
}

/** Which carriers are asked. @throws EnvError */
export function carrierAccess(source: Record<string, string | undefined>): CarrierAccess {
  const access = readCarrierAccess(source);
  if (typeof access === 'string') throw new EnvError(access);
  return access;
}
