import * as z from 'zod/mini';
import { Kopecks } from '#contract/money.ts';

/** What a cart still lacks for the hello bonus (docs/product/delivery.md#hello); null for whoever cannot earn it. Sums in kopecks. */
export const HelloBonus = z.nullable(
  z.object({
    amount: Kopecks,
    successCondition: z.object({
      type: z.literal('min_sum'),
      required: Kopecks,
      current: Kopecks,
      left: Kopecks,
      met: z.boolean(),
    }),
  }),
);
