import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { deskCommon, DeskReason, OrderId } from '#contract/desk-orders.ts';
import { okWord } from '#contract/reply.ts';

/** After three locks, or when the buyer has lost the code: a new one, and the buyer is told. */
export const deskRenewCode = defineCall({
  ...deskCommon,
  method: 'POST',
  path: '/api/desk/orders/renew-code',
  keyed: true,
  limit: { caller: 120 },
  name: 'deskRenewCode',
  summary: 'Хозяйство: новый код выдачи, покупателю пишем его; пункт снова может выдать заказ',
  body: z.object({ exp_id: OrderId, reason: DeskReason }),
  reply: z.object({ ...okWord, message: z.string() }),
});
