import * as z from 'zod/mini';

/** `ref` is its id, `code` what its buyer knows it by. */
const OneReturn = { ref: z.int(), code: z.string() };
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
  /** One of its parcels has left; `inside`: in a parcel of that other order. */
  z.object({
    what: z.literal('sent'),
    ref: z.int(),
    number: z.int(),
    track: z.nullable(z.string()),
    inside: z.optional(z.int()),
  }),
  /** It lies at its point, or has a new code. `ref`: which of these it is, `until`: the end of its storage. */
  z.object({ what: z.literal('ready'), ref: z.int(), until: z.string() }),
  /** It waits there still; after the last day it waits for a few more (`isOver`). */
  z.object({ what: z.literal('waiting'), ref: z.int(), until: z.string(), isOver: z.boolean() }),
  // A deferred order: its days are nearly over, are over, or it goes with another one. `ref`: since when it is deferred, or that other one.
  z.object({ what: z.literal('deferred_soon'), ref: z.int(), until: z.string() }),
  z.object({ what: z.literal('deferred_over'), ref: z.int() }),
  z.object({ what: z.literal('joined'), ref: z.int() }),
  /** Its buyer has it sent. */
  z.object({ what: z.literal('leaves'), ref: z.int() }),
  z.object({ what: z.literal('sent_back'), ref: z.int() }),
  /** It lies at a point of its carrier. */
  z.object({ what: z.literal('at_carrier'), ref: z.int() }),
  z.object({ what: z.literal('handed'), by: z.enum(['buyer', 'proxy', 'carrier']) }),
  /** Somebody else may collect it. */
  z.object({ what: z.literal('proxy'), ref: z.int() }),
  /** It waits, in the words that the desk has chosen. */
  z.object({ what: z.literal('held'), ref: z.int(), words: z.string() }),
  // A return of the buyer's, `number` among those of the order. The shop's answer goes as it stands.
  z.object({ what: z.literal('return_asked'), ...OneReturn }),
  z.object({ what: z.literal('return_approved'), ...OneReturn, words: z.string() }),
  z.object({ what: z.literal('return_refused'), ...OneReturn, words: z.string() }),
  z.object({ what: z.literal('return_received'), ...OneReturn }),
  z.object({ what: z.literal('return_paid'), ...OneReturn, ...Back }),
  /** Missing pieces gave way to another product; what it costs less is on the account already. */
  z.object({ what: z.literal('replaced'), ref: z.int(), words: z.string(), accountsKop: z.int() }),
  /** The shop is sorry, in the desk's words: onto ЛС, or, to a guest, the way it came. */
  z.object({
    what: z.literal('goodwill'),
    ref: z.int(),
    words: z.string(),
    accountsKop: z.int(),
    sourceKop: z.optional(z.int()),
  }),
  z.object({ what: z.literal('refund_done'), ref: z.int(), sourceKop: z.int() }),
]);
export type OrderHappened = z.infer<typeof OrderHappened>;
