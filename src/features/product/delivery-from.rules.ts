import type { Days } from '#contract/delivery-types.ts';
import { embeddedTariff, packedGrams, type Place, TARIFF_TYPES } from '#contract/tariff.ts';

export type DeliveryFrom = { kopecks: number; days: Days };
/**
 * The cheapest way to a point and to the door of a city for one pack of `grams` (0 = not known), by the embedded tariff: the
 * phone counts it without a signal, and the checkout counts anew (docs/product/delivery.md#tariff). Null: nobody goes there.
 */
export function deliveryFrom(city: Place, grams: number): { point: DeliveryFrom | null; door: DeliveryFrom | null } {
  const offers = TARIFF_TYPES.flatMap((type) => {
    const tariff = embeddedTariff(type, city, packedGrams(grams));
    return tariff.ok ? [tariff] : [];
  });
  const cheapest = (costOf: (offer: (typeof offers)[number]) => number): DeliveryFrom | null => {
    const [best] = offers.toSorted((a, b) => costOf(a) - costOf(b));
    return best ? { kopecks: costOf(best), days: best.days } : null;
  };
  const toDoor = offers.filter(({ costKop, costGateKop }) => costKop > costGateKop);
  const [door] = toDoor.toSorted((a, b) => a.costKop - b.costKop);
  return {
    point: cheapest(({ costGateKop }) => costGateKop),
    door: door ? { kopecks: door.costKop, days: door.days } : null,
  };
}
