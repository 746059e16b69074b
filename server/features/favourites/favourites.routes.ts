import type { FastifyInstance } from 'fastify';
import { addFavourite, removeFavourite } from '#contract/favourites.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Tx } from '#server/db/open.ts';
import {
  deleteFavourite,
  findFavourites,
  hasFavourite,
  holdFavourites,
  insertFavourite,
  raiseFavouritesVersion,
} from '#server/features/favourites/favourites.queries.ts';
import { type AuditEntry, auditActor } from '#server/platform/audit.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const INT4_MAX = 2_147_483_647;

/**
 * Both calls say what should be, so a repeat changes nothing; a guest's hearts live on the device
 * (docs/product/people.md#guests).
 */
export function favouritesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, addFavourite, async ({ tx, session, request, params, now }) => {
    const { id: userId } = requireUser(session);
    await holdFavourites(tx, userId);
    if (params.id > INT4_MAX) throw notFound(MESSAGES.productNotFound);
    const isNew = await insertFavourite(tx, userId, params.id, now);
    if (!isNew && !(await hasFavourite(tx, userId, params.id))) throw notFound(MESSAGES.productNotFound);
    await shop.audit?.(tx, auditActor(request, session), [heart(params.id, true, isNew)]);
    return answer(tx, userId, isNew);
  });

  // Taking a heart from a product that is gone must always work.
  mount(app, shop, removeFavourite, async ({ tx, session, request, params }) => {
    const { id: userId } = requireUser(session);
    await holdFavourites(tx, userId);
    const isGone = params.id <= INT4_MAX && (await deleteFavourite(tx, userId, params.id));
    if (params.id <= INT4_MAX) await shop.audit?.(tx, auditActor(request, session), [heart(params.id, false, isGone)]);
    return answer(tx, userId, isGone);
  });
}

const heart = (productId: number, on: boolean, isChanged: boolean): AuditEntry => ({
  kind: 'fav.set',
  cart: null,
  target_id: productId,
  asked: on ? 1 : -1,
  applied: isChanged ? (on ? 1 : -1) : 0,
  quantity: on ? 1 : 0,
});

async function answer(
  tx: Tx,
  userId: number,
  isChanged: boolean,
): Promise<{ favoriteProducts: number[]; version: number }> {
  if (isChanged) await raiseFavouritesVersion(tx, userId);
  const { ids, version } = await findFavourites(tx, userId);
  return { favoriteProducts: ids, version };
}
