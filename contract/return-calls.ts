import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { getOrder, whichOrder } from '#contract/orders.ts';
import { PhotoUpload } from '#contract/photos.ts';
import { okWord } from '#contract/reply.ts';
import { RETURN_PHOTOS_MAX, RETURN_REASONS } from '#contract/returns.ts';

// How a buyer sends something back (docs/product/returns.md). Never queued.

const INT4_MAX = 2_147_483_647;
const Id = z.int().check(z.positive(), z.lte(INT4_MAX));
const common = { word: 'returns', dialect: 'word', needs: 'anyone', method: 'POST' } as const;

/** Of one line of a received order: what of it may go back, why and until when. */
export const ReturnOption = z.object({
  line_id: z.int(),
  title: z.string(),
  image: z.nullable(z.string()),
  /** Pieces that have not gone back and are in no open return. */
  pieces: z.int(),
  /** Sound things of this kind are taken back only unopened and if the shop agrees. */
  limited: z.boolean(),
  unwanted_until: z.string(),
  guarantee_until: z.string(),
});
export type ReturnOption = z.infer<typeof ReturnOption>;
export const getReturnOptions = defineCall({
  ...common,
  name: 'getReturnOptions',
  summary: 'Возврат: что из заказа, по какой причине и до какого дня можно вернуть',
  path: '/api/order/return-options',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object(whichOrder),
  reply: z.object({ ...okWord, options: z.array(ReturnOption), server_time: z.string() }),
});
export const addReturnPhoto = defineCall({
  ...common,
  name: 'addReturnPhoto',
  summary: 'Возврат: фото товара, пока возврат не отправлен',
  path: '/api/order/return-photo',
  limit: { caller: 60, network: 300 },
  body: z.object({ ...whichOrder, image: PhotoUpload }),
  reply: z.object({ ...okWord, photo: z.object({ id: z.string(), url: z.string() }) }),
});
export const askReturn = defineCall({
  ...common,
  name: 'askReturn',
  summary: 'Возврат: попросить магазин принять товары обратно',
  path: '/api/order/return',
  keyed: true,
  limit: { caller: 60, network: 300 },
  body: z.object({
    ...whichOrder,
    lines: z
      .array(
        z.object({
          line_id: Id,
          pieces: z.int().check(z.gte(1), z.lte(999)),
          reason: z.enum(RETURN_REASONS),
          unopened: z._default(z.boolean(), false),
        }),
      )
      .check(z.minLength(1, 'Отметьте, что возвращаете'), z.maxLength(300)),
    words: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
    photos: z._default(z.array(z.uuid()).check(z.maxLength(RETURN_PHOTOS_MAX)), []),
  }),
  reply: getOrder.reply,
});
export const withdrawReturn = defineCall({
  ...common,
  name: 'withdrawReturn',
  summary: 'Возврат: отозвать, пока магазин не получил товар',
  path: '/api/order/return-withdraw',
  keyed: true,
  body: z.object({ ...whichOrder, return_id: Id }),
  reply: getOrder.reply,
});
