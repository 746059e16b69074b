import type { City } from '#contract/cities.ts';
import type { OfferAsked } from '#contract/delivery-offer.ts';
import type { Parcel } from '#contract/delivery-prices.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { type HelloBonus, helloBonusOf } from '#server/features/cart/hello.rules.ts';
import type { OfferFacts } from '#server/features/delivery/delivery.queries.ts';
import { ownPointsOf } from '#server/features/delivery/points.rules.ts';

/** Of the shop's settings: its name, and the ways that are not offered. */
export type DeliverySettings = { shopName: string; deliveryOff: readonly DeliveryType[] };
/** The account that asks; null for guests and strangers. */
export type BuyerAccount = {
  isPunktVydachi: boolean;
  registeredAt: Date;
  role: string;
  priceType: 0 | 1;
} | null;
/** What goes into the parcel. */
export type CartFacts = Parcel & { /** Retail, and nothing but lines of the base cart. */ isBase: boolean };

type Known = { buyer: BuyerAccount; cart: CartFacts; city: City; facts: OfferFacts; now: Date };
/** What this cart still lacks for the hello bonus. */
export const helloOf = ({ buyer, cart, facts, now }: Omit<Known, 'city'>): HelloBonus | null =>
  helloBonusOf({ buyer, hasOrdered: facts.hasOrdered, isBaseCart: cart.isBase, sumKop: cart.sumKop, now });

/** What the rules of the contract ask, out of what the shop knows; the destination differs from way to way. */
export function offerAskedOf(
  { shopName, deliveryOff }: DeliverySettings,
  { buyer, cart, city, facts, now }: Known,
): Omit<OfferAsked, 'to'> {
  return {
    shopName,
    parcel: { grams: cart.grams, sumKop: cart.sumKop },
    buyer: { isPunkt: buyer?.isPunktVydachi === true, isKnown: buyer !== null, priceType: buyer?.priceType ?? 0 },
    isBaseCart: cart.isBase,
    isHelloMet: helloOf({ buyer, cart, facts, now })?.successCondition.met === true,
    ...ownPointsOf(facts, city.id),
    now,
    off: deliveryOff,
  };
}
