import { DELIVERY_TYPES } from '#contract/tables.ts';

/** Kinds of delivery whose points are the shop's own, with an operator behind the counter: a carrier has its own people. */
export const OWN_POINT_TYPES: readonly number[] = [DELIVERY_TYPES.pickup, DELIVERY_TYPES.logisticCenter];
