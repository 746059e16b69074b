import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

/** Where a retail difference comes from (docs/product/money.md#retail-difference). The buyer is not named. */
export const getRetailIncome = defineCall({
  name: 'getRetailIncome',
  summary: 'Откуда розничная разница: строки заказа клиента, цены и разница',
  word: 'accounts',
  dialect: 'word',
  needs: 'structure.view',
  method: 'POST',
  path: '/user/retail-income',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({ order_id: z.int().check(z.positive(), z.lte(2_147_483_647)) }),
  fieldWords: { order_id: 'Номер заказа — целое число больше нуля' },
  reply: z.object({
    ...okWord,
    order_id: z.int(),
    amount: Kopecks,
    /** Taken off again, because pieces came back later. */
    back: Kopecks,
    lines: z.array(z.object({ title: z.string(), quantity: z.int(), paid: Kopecks, cons: Kopecks, amount: Kopecks })),
  }),
});
