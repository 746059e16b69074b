import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Order, whichOrder } from '#contract/orders.ts';
import { okWord } from '#contract/reply.ts';

// A code of issue for somebody else (docs/product/counter.md#code).

/** The next one takes the place of the last; an empty name takes the code back. */
export const setOrderProxy = defineCall({
  word: 'orders',
  dialect: 'word',
  needs: 'anyone',
  method: 'POST',
  path: '/api/order/proxy',
  keyed: true,
  limit: { caller: 30 },
  name: 'setOrderProxy',
  summary: 'Заказ в пункте заберёт другой человек: имя, ему свой код',
  body: z.object({ ...whichOrder, name: z.string().check(z.trim(), z.maxLength(80)) }),
  reply: z.object({ ...okWord, order: Order, server_time: z.string() }),
});
