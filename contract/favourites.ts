import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { okNumber } from '#contract/reply.ts';

/** `version` rises with every change; an answer older than what the phone holds is not applied (docs/product/offline.md#reads). */
export const FavouritesReply = z.object({ ...okNumber, favoriteProducts: z.array(z.int()), version: z.int() });
export type FavouritesReply = z.infer<typeof FavouritesReply>;

const OneProduct = z.object({ id: PathId });
const common = {
  word: 'favourites',
  path: '/favorite-products/:id',
  dialect: 'number',
  needs: 'account',
  params: OneProduct,
  reply: FavouritesReply,
  keyed: true,
} as const;
export const addFavourite = defineCall({
  ...common,
  name: 'addFavourite',
  summary: 'Добавить товар в избранное',
  method: 'PUT',
});
export const removeFavourite = defineCall({
  ...common,
  name: 'removeFavourite',
  summary: 'Убрать товар из избранного',
  method: 'DELETE',
});
