import type { FastifyInstance } from 'fastify';
import { acceptPrice, retailCart, wholesaleCart } from '#contract/cart.ts';
import type { Tx } from '#server/db/open.ts';
import { acceptRisenPrice } from '#server/features/cart/accept-price.ts';
import { addPieces, changePieces, cleanCart, removeLine, setQuantity } from '#server/features/cart/cart-handlers.ts';
import { requireCart } from '#server/features/cart/own-cart.ts';
import { pullCart, readCart } from '#server/features/cart/read-cart.commands.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import type { Session } from '#server/platform/session.ts';

export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  for (const calls of [retailCart, wholesaleCart]) {
    mount(app, shop, calls.data, async ({ tx, request, session, now }) => {
      // Another tab may have logged somebody else in: nobody's cart is written into another person's database.
      await assertOwner(tx, shop, session, request);
      return pullCart(shop.db, request, session, now);
    });
    mount(app, shop, calls.change, ({ body, ...by }) => changePieces(shop, by, body), CHANGED);
    mount(app, shop, calls.add, ({ body, ...by }) => addPieces(shop, by, body), ADDED);
    mount(app, shop, calls.set, ({ body, ...by }) => setQuantity(shop, by, body), CHANGED);
    mount(app, shop, calls.remove, ({ params, ...by }) => removeLine(shop, by, params), SNAPSHOT);
    mount(app, shop, calls.clean, (by) => cleanCart(shop, by), SNAPSHOT);
  }
  mount(app, shop, acceptPrice, ({ body, ...by }) => acceptRisenPrice(shop, by, body), SNAPSHOT);
}

/**
 * What stands under the key of a cart change (docs/decisions/133). The version is the effect's own: a phone writes
 * `quantity` at `version`, so a repeat must not give an old quantity under a new version.
 */
const keeping = (...own: string[]) => ({
  keeps: {
    own: ['version', ...own],
    readRest: (tx: Tx, session: Session, now: Date) => readCart(tx, session, requireCart(session).kind, now),
  },
});
const SNAPSHOT = keeping();
const CHANGED = keeping('items');
const ADDED = keeping('items', 'added', 'popup');
