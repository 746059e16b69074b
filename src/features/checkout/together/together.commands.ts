import type { Getter } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import { isByCarrier } from '#contract/delivery-types.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { fetchDeferred, offerShipment, sendDeferred } from '#contract/shipments.ts';
import type { Together } from '#src/features/checkout/together/together.ts';
import type { Way } from '#src/features/checkout/ways.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { sendSurely } from '#src/platform/api/send-surely.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// What «Отправить отложенные» asks of the shop. @throws ApiError, each.

export const askDeferred = (get: Getter): Promise<CallReply<typeof fetchDeferred>> =>
  get(apiAtom).send(fetchDeferred, {});

export async function askWays(
  get: Getter,
  { orders, place, way, points }: Together,
  rid: number,
): Promise<CallReply<typeof offerShipment>> {
  const gate = way?.mode === 'gate' ? points[way.type] : undefined;
  const body = {
    orders: [...orders],
    rid,
    ...(place ? { address: place.address } : {}),
    ...(gate && way ? { gate: { type: way.type, gateId: gate.id } } : {}),
  };
  return get(apiAtom).send(offerShipment, { body }, { headers: { 'X-Client-User': await get(ownerAtom) } });
}

/** Under a key that stands in the person's store before the first try, so that a lost answer sends nothing twice. */
export async function sendTogether(
  get: Getter,
  { orders, place, points, payment, isAgreed }: Together,
  way: Way,
): Promise<CallReply<typeof sendDeferred>> {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  const by = { api: get(apiAtom), store, owner: await get(ownerAtom), timers: get(timersAtom) };
  const gateId = way.mode === 'gate' ? (way.point?.id ?? points[way.type]?.id ?? null) : null;
  const body = {
    orders: [...orders],
    delivery: { type: way.type, gateId, ...(place ? { address: place.address } : {}) },
    payment_type: payment ?? PAYMENT_TYPES.none,
    expected_delivery: way.cost ?? 0,
    consents: isAgreed && isByCarrier(way.type) ? { delivery: true as const } : {},
  };
  return sendSurely(by, { name: 'send-deferred', call: sendDeferred, input: { body } });
}
