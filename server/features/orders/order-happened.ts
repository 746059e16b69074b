import * as z from 'zod/mini';

const Back = { sourceKop: z.int(), accountsKop: z.int() };
/**
 * What has happened. `sourceKop` goes back the way it came, later; `accountsKop` is on the person's accounts already. `ref` names the
 * event among those of its kind, so that it is written about once.
 */
export const OrderHappened = z.discriminatedUnion('what', [
  z.object({ what: z.literal('paid') }),
  z.object({ what: z.literal('cancelled'), ...Back }),
  z.object({ what: z.literal('returned'), ...Back }),
  z.object({ what: z.literal('lessened'), ref: z.int(), ...Back }),
  /** One of its parcels has left. */
  z.object({ what: z.literal('sent'), ref: z.int(), number: z.int(), track: z.nullable(z.string()) }),
  /** It waits, in the words that the desk has chosen. */
  z.object({ what: z.literal('held'), ref: z.int(), words: z.string() }),
  z.object({ what: z.literal('refund_done'), ref: z.int(), sourceKop: z.int() }),
]);
export type OrderHappened = z.infer<typeof OrderHappened>;
