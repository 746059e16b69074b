import { createContext, type ReactNode } from 'react';
import type { DeliveryType } from '#contract/delivery-types.ts';
import type { ChosenPoint, PlaceDraft } from '#src/features/checkout/checkout.types.ts';

/** A point of a way is being chosen near a place. */
export type PointAsked = {
  way: { type: DeliveryType; name: string };
  place: PlaceDraft;
  chosen: string | null;
  onTake: (point: ChosenPoint) => void;
  onClose: () => void;
};
/** The list of points belongs to another feature: the screen joins them. */
export const PointPickerSlot = createContext<(asked: PointAsked) => ReactNode>(() => null);
