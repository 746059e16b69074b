import type { retailCart } from '#contract/cart.ts';
import { MESSAGES } from '#contract/messages.ts';
import { auditPieces, auditRemoval, type By } from '#server/features/cart/cart-audit.ts';
import {
  deleteAllLines,
  deleteLines,
  findCart,
  findLinesAndProducts,
  openCartForChange,
} from '#server/features/cart/cart.queries.ts';
import { changeCart, type ChangedCart, type Wish } from '#server/features/cart/change-cart.ts';
import { findOwnLine, requireBase, requireCart } from '#server/features/cart/own-cart.ts';
import { readCart } from '#server/features/cart/read-cart.commands.ts';
import { toProductCard } from '#server/features/catalogue/catalogue.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf } from '#server/platform/session.ts';

// changePieces · addPieces · setQuantity · removeLine · cleanCart: what may be done to a cart, retail and wholesale alike
// (docs/product/calls.md#cart-changes).

type Body<Name extends keyof typeof retailCart> = Asked<(typeof retailCart)[Name]>['body'];

export async function changePieces(shop: Shop, by: By, body: Body<'change'>) {
  const wishes = body.items.map(({ product_id, delta, seen_price }) => ({
    productId: product_id,
    delta,
    seenPrice: seen_price,
  }));
  const { cart, items } = await carryOut(shop, by, body.cartType, wishes);
  return { ...cart, items };
}

/** By id or by code, with the popup of the last product that came in. */
export async function addPieces(shop: Shop, by: By, body: Body<'add'>) {
  const wishes = body.items.map(({ product_id: productId, code, quantity }, i) => {
    if (productId === undefined && !code?.trim()) throw invalid({ [`items.${i}.code`]: [MESSAGES.fillField] });
    return { productId, code: code?.trim(), delta: quantity };
  });
  const { cart, items, products, touched } = await carryOut(shop, by, body.cartType, wishes);
  const last = items.findLast((item) => item.applied > 0);
  const product = products.find(({ id }) => id === last?.product_id);
  const popup =
    last && product ? { product: toProductCard(product, priceTypeOf(by.session.user)), quantity: last.quantity } : null;
  return { ...cart, items, added: touched, popup };
}

export async function setQuantity(shop: Shop, by: By, body: Body<'set'>) {
  const own = requireCart(by.session);
  const { line, product } = (await findOwnLine(by.tx, own, body.order_item_id)) ?? {};
  if (!line || !product) return refuse('not_found', MESSAGES.productNotFound);
  const delta = body.quantity - line.quantity;
  if (delta !== 0) {
    const { cart, items } = await carryOut(shop, by, line.cartType, [{ productId: product.id, delta }]);
    return { ...cart, items };
  }
  const same = { product_id: product.id, asked: 0, applied: 0, quantity: line.quantity };
  await auditPieces(shop, by, { kind: own.kind, cartType: line.cartType }, [same]);
  return { ...(await readCart(by.tx, by.session, own.kind, by.now)), items: [same] };
}

export async function removeLine(shop: Shop, by: By, params: Asked<typeof retailCart.remove>['params']) {
  const own = requireCart(by.session);
  const { line, product } = (await findOwnLine(by.tx, own, params.orderItemId)) ?? {};
  if (!line || !product || line.cartType !== params.cartType) throw notFound(MESSAGES.productNotFound);
  const cart = await openCartForChange(by.tx, own.owner, own.kind, by.now);
  await deleteLines(by.tx, cart.id, [line.orderItemId]);
  await auditRemoval(shop, by, own.kind, [{ ...line, productId: product.id }]);
  return readCart(by.tx, by.session, own.kind, by.now);
}

export async function cleanCart(shop: Shop, by: By) {
  const { tx, session, now } = by;
  const { owner, kind } = requireCart(session);
  // A cart that was never made is not made now only to be emptied.
  if (await findCart(tx, owner, kind)) {
    const cart = await openCartForChange(tx, owner, kind, now);
    const rows = shop.audit ? await findLinesAndProducts(tx, cart.id) : [];
    await deleteAllLines(tx, cart.id);
    const lines = rows.flatMap(({ line, product }) => (line ? [{ ...line, productId: product.id }] : []));
    await auditRemoval(
      shop,
      by,
      kind,
      lines.sort((a, b) => a.orderItemId - b.orderItemId),
    );
  }
  return readCart(tx, session, kind, now);
}

async function carryOut(shop: Shop, by: By, cartType: number, wishes: readonly Wish[]): Promise<ChangedCart> {
  const { owner, kind } = requireCart(by.session);
  const changed = await changeCart(by.tx, {
    owner,
    kind,
    cartType: requireBase(cartType),
    wishes,
    priceType: priceTypeOf(by.session.user),
    buyer: by.session.user,
    now: by.now,
  });
  // An item that was refused beside others had no effect.
  const done = changed.items.filter((item) => item.code === undefined || item.applied !== 0);
  await auditPieces(shop, by, { kind, cartType }, done);
  return changed;
}
