import type { acceptPrice } from '#contract/cart.ts';
import { auditPrice, type By } from '#server/features/cart/cart-audit.ts';
import { findCart, findLinesAndProducts, openCartForChange, writeLines } from '#server/features/cart/cart.queries.ts';
import { priceOf, priceSeenAccepted } from '#server/features/cart/cart.rules.ts';
import { asRowId } from '#server/features/cart/change-cart.ts';
import { requireBase, requireCart } from '#server/features/cart/own-cart.ts';
import { readCart } from '#server/features/cart/read-cart.commands.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { priceTypeOf } from '#server/platform/session.ts';

/** «Оставить»: the risen price of a line is accepted (docs/product/offline.md#prices). Prices in kopecks. */
export async function acceptRisenPrice(shop: Shop, by: By, body: Asked<typeof acceptPrice>['body']) {
  const { tx, session, now } = by;
  const { owner, kind } = requireCart(session);
  const cartType = requireBase(body.cartType);
  const priceType = priceTypeOf(session.user);
  const held = await findCart(tx, owner, kind, { lock: true });
  const rows = held ? await findLinesAndProducts(tx, held.id, { ids: [asRowId(body.product_id)] }) : [];
  const row = rows.find(({ product, line }) => product.id === body.product_id && line?.cartType === cartType);
  const quantity = row?.line?.quantity ?? 0;
  const done = (applied: number) =>
    auditPrice(shop, by, { kind, cartType }, { productId: body.product_id, asked: body.price, applied, quantity });
  // The line may be gone by now: nothing is left to accept, and nobody is told off for it.
  if (!row?.line || row.line.priceType !== priceType) {
    await done(0);
    return readCart(tx, session, kind, now);
  }
  const priceSeen = priceSeenAccepted(row.line.priceSeen, body.price, priceOf(row.product, priceType));
  const cart = await openCartForChange(tx, owner, kind, now);
  await writeLines(tx, cart.id, cartType, [{ productId: row.product.id, quantity, priceSeen, priceType }], now);
  await done(priceSeen);
  return readCart(tx, session, kind, now);
}
