import type { FastifyInstance } from 'fastify';
import { addFavourite, removeFavourite } from '#contract/favourites.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Tx } from '#server/db/open.ts';
import {
  deleteFavourite,
  findFavourites,
  hasFavourite,
  insertFavourite,
  raiseFavouritesVersion,
} from '#server/features/favourites/favourites.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const INT4_MAX = 2_147_483_647;

/** Both calls say what should be, so a repeat changes nothing; a guest's hearts live on the device (settled.md §3). */
export function favouritesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, addFavourite, async ({ tx, session, params, now }) => {
    const { id: userId } = requireUser(session);
    if (params.id > INT4_MAX) throw notFound(MESSAGES.productNotFound);
    const isNew = await insertFavourite(tx, userId, params.id, now);
    if (!isNew && !(await hasFavourite(tx, userId, params.id))) throw notFound(MESSAGES.productNotFound);
    return answer(tx, userId, isNew);
  });

  // Taking a heart from a product that is gone must always work.
  mount(app, shop, removeFavourite, async ({ tx, session, params }) => {
    const { id: userId } = requireUser(session);
    return answer(tx, userId, params.id <= INT4_MAX && (await deleteFavourite(tx, userId, params.id)));
  });
}

async function answer(
  tx: Tx,
  userId: number,
  isChanged: boolean,
): Promise<{ favoriteProducts: number[]; version: number }> {
  if (isChanged) await raiseFavouritesVersion(tx, userId);
  const { ids, version } = await findFavourites(tx, userId);
  return { favoriteProducts: ids, version };
}
