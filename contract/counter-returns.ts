import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

// Returns at the counter (docs/product/returns.md#at-the-counter). Apart from the desk's: its tablet loads nothing of the desk.

const INT4_MAX = 2_147_483_647;
const OrderId = z.int().check(z.positive(), z.lte(INT4_MAX));

/** Pieces of a line that have come, with the codes of «Честный знак» that were scanned on them (docs/product/returns.md#marking). */
export const CamePieces = z
  .array(
    z.object({
      line_id: OrderId,
      pieces: z.int().check(z.gte(0), z.lte(999)),
      codes: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(999)), []),
    }),
  )
  .check(z.maxLength(300));

/** An approved return that may be brought to this operator's point. Neither telephone nor address. */
export const PunktReturn = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  order_id: z.int(),
  name: z.string(),
  /** Last four digits of the telephone. */
  phone_end: z.string(),
  /** What the shop has told the buyer about it. */
  answer: z.string(),
  lines: z.array(
    z.object({
      line_id: z.int(),
      code: z.string(),
      title: z.string(),
      pieces: z.int(),
      /** Of how many of them a code of «Честный знак» is to be scanned. */
      marks: z.int(),
    }),
  ),
});
export type PunktReturn = z.infer<typeof PunktReturn>;
const PunktReturns = z.object({ ...okWord, returns: z.array(PunktReturn), server_time: z.string() });
const counter = { word: 'punkt', dialect: 'word', needs: 'punkt.counter' } as const;
export const punktFetchReturns = defineCall({
  ...counter,
  name: 'punktFetchReturns',
  summary: 'Пункт выдачи: одобренные возвраты, которые могут принести',
  method: 'GET',
  path: '/api/punkt/returns',
  reply: PunktReturns,
});
export const punktAcceptReturn = defineCall({
  ...counter,
  name: 'punktAcceptReturn',
  summary: 'Пункт выдачи: товар по возврату принят, сколько штук каждой строки',
  method: 'POST',
  path: '/api/punkt/returns/accept',
  keyed: true,
  limit: { caller: 600 },
  body: z.object({
    return_id: OrderId,
    /** Of the return on the screen. */
    version: z.int(),
    lines: CamePieces,
  }),
  /** What still waits. */
  reply: PunktReturns,
});
