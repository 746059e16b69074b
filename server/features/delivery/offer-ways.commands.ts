import { type OfferAsked, offerDelivery } from '#contract/delivery-offer.ts';
import { ALL_DELIVERY_TYPES, type DeliveryRow } from '#contract/delivery-types.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findOfferFacts } from '#server/features/delivery/delivery.queries.ts';
import { cityOf, destinationOf, type SentAddress } from '#server/features/delivery/destination.rules.ts';
import { type CartFacts, type DeliverySettings, offerAskedOf } from '#server/features/delivery/offer.rules.ts';
import { gateOf } from '#server/features/delivery/points.rules.ts';
import { priceTypeOf, type SessionUser } from '#server/platform/session.ts';

export type WaysAsked = {
  /** Who it is for; null: a guest. */
  buyer: SessionUser | null;
  cart: CartFacts;
  to: SentAddress;
  gate: { type: number; id: string } | null;
  now: Date;
};

/**
 * The ways to this place by our own tables, without asking a carrier: what placing takes where no quote is at hand. Hidden ways are left
 * out. Null: the town is not known.
 */
export async function offerWays(
  db: DbOrTx,
  settings: DeliverySettings,
  { buyer, cart, to, gate, now }: WaysAsked,
): Promise<DeliveryRow[] | null> {
  const found = cityOf(to);
  if (!found.ok) return null;
  const { city } = found;
  const facts = await findOfferFacts(db, { cityId: city.id, gate, userId: buyer?.id ?? null, quote: null });
  const account = buyer && { ...buyer, priceType: priceTypeOf(buyer) };
  const base: Omit<OfferAsked, 'to'> = offerAskedOf(settings, { buyer: account, cart, city, facts, now });
  return ALL_DELIVERY_TYPES.map((type) => {
    const chosen = gateOf(facts.points, type, gate?.type === type ? gate.id : null, cart.grams);
    return offerDelivery(type, { ...base, to: destinationOf(type, city, to, chosen.row) }, chosen.gate, null);
  }).filter(({ visible }) => visible);
}
