import type { FastifyInstance } from 'fastify';
import { acceptPrice, retailCart, wholesaleCart } from '#contract/cart.ts';
import { acceptRisenPrice } from '#server/features/cart/accept-price.ts';
import { addPieces, changePieces, cleanCart, removeLine, setQuantity } from '#server/features/cart/cart-handlers.ts';
import { cartKindOf, pullCart } from '#server/features/cart/read-cart.commands.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  for (const calls of [retailCart, wholesaleCart]) {
    mount(app, shop, calls.data, async ({ tx, request, session }) => {
      // Another tab may have logged somebody else in: nobody's cart is written into another person's database.
      await assertOwner(tx, shop, session, request);
      return pullCart(shop.db, request, session, cartKindOf(session.user));
    });
    mount(app, shop, calls.change, ({ body, ...by }) => changePieces(shop, by, body));
    mount(app, shop, calls.add, ({ body, ...by }) => addPieces(shop, by, body));
    mount(app, shop, calls.set, ({ body, ...by }) => setQuantity(shop, by, body));
    mount(app, shop, calls.remove, ({ params, ...by }) => removeLine(shop, by, params));
    mount(app, shop, calls.clean, (by) => cleanCart(shop, by));
  }
  mount(app, shop, acceptPrice, ({ body, ...by }) => acceptRisenPrice(shop, by, body));
}
