import type { FastifyInstance } from 'fastify';
import { acceptPrice, retailCart, wholesaleCart } from '#contract/cart.ts';
import { MESSAGES } from '#contract/messages.ts';
import { CART_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import {
  type CartKind,
  type CartOwner,
  deleteAllLines,
  deleteLines,
  findCart,
  findLinesAndProducts,
  openCartForChange,
  writeLines,
} from '#server/features/cart/cart.queries.ts';
import { priceOf, priceSeenAccepted, type StoredLine } from '#server/features/cart/cart.rules.ts';
import { asRowId, changeCart, type Wish } from '#server/features/cart/change-cart.ts';
import { cartOwnerOf, pullCart, readCart } from '#server/features/cart/read-cart.ts';
import type { CardRow } from '#server/features/catalogue/catalogue.queries.ts';
import { toProductCard } from '#server/features/catalogue/catalogue.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { authRequired, forbidden, invalid, notFound, readonlyRefusal, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf, type Session } from '#server/platform/session.ts';

// Contents: 1 both carts share these handlers, 2 accepting a price, 3 who may

export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  cartOf(app, shop, 'retail', retailCart);
  cartOf(app, shop, 'wholesale', wholesaleCart);
  mountAcceptPrice(app, shop);
}

// ── 1 One cart ──────────────────────────────────────────────────────────────────────────────────
function cartOf(app: FastifyInstance, shop: Shop, kind: CartKind, calls: typeof retailCart): void {
  const change = (tx: Tx, session: Session, now: Date, cartType: number, wishes: readonly Wish[]) =>
    changeCart(tx, {
      owner: requireOwner(session, kind),
      kind,
      cartType: requireBase(cartType),
      wishes,
      priceType: priceTypeOf(session.user),
      now,
    });

  mount(app, shop, calls.data, async ({ request, session }) => {
    assertMayRead(session, kind);
    return pullCart(shop.db, request, session, kind);
  });

  mount(app, shop, calls.change, async ({ tx, session, body, now }) => {
    const wishes = body.items.map((item) => ({
      productId: item.product_id,
      delta: item.delta,
      seenPrice: item.seen_price,
    }));
    const { cart, items } = await change(tx, session, now, body.cartType, wishes);
    return { ...cart, items };
  });

  mount(app, shop, calls.add, async ({ tx, session, body, now }) => {
    const wishes = body.items.map(({ product_id: productId, code, quantity }, i) => {
      if (productId === undefined && !code?.trim()) throw invalid({ [`items.${i}.code`]: [MESSAGES.fillField] });
      return { productId, code: code?.trim(), delta: quantity };
    });
    const { cart, items, products, touched } = await change(tx, session, now, body.cartType, wishes);
    const last = items.findLast((item) => item.applied > 0);
    const product = products.find(({ id }) => id === last?.product_id);
    const popup =
      last && product ? { product: toProductCard(product, priceTypeOf(session.user)), quantity: last.quantity } : null;
    return { ...cart, items, added: touched, popup };
  });

  mount(app, shop, calls.set, async ({ tx, session, body, now }) => {
    const { line, product } = (await findOwnLine(tx, session, kind, body.order_item_id)) ?? {};
    if (!line || !product) return refuse('not_found', MESSAGES.productNotFound);
    const delta = body.quantity - line.quantity;
    if (delta !== 0) {
      const { cart, items } = await change(tx, session, now, line.cartType, [{ productId: product.id, delta }]);
      return { ...cart, items };
    }
    return {
      ...(await readCart(tx, session, kind)),
      items: [{ product_id: product.id, asked: 0, applied: 0, quantity: line.quantity }],
    };
  });

  mount(app, shop, calls.remove, async ({ tx, session, params, now }) => {
    const owner = requireOwner(session, kind);
    const { line } = (await findOwnLine(tx, session, kind, params.orderItemId)) ?? {};
    if (!line || line.cartType !== params.cartType) throw notFound(MESSAGES.productNotFound);
    const cart = await openCartForChange(tx, owner, kind, now);
    await deleteLines(tx, cart.id, [line.orderItemId]);
    return readCart(tx, session, kind);
  });

  mount(app, shop, calls.clean, async ({ tx, session, now }) => {
    const owner = requireOwner(session, kind);
    // An empty cart stays unmade: nothing to raise a version of.
    if (await findCart(tx, owner, kind)) await deleteAllLines(tx, (await openCartForChange(tx, owner, kind, now)).id);
    return readCart(tx, session, kind);
  });
}

/** A line of this session's cart, read under the cart's lock, so that a set and a change of one line cannot cross. */
async function findOwnLine(
  tx: Tx,
  session: Session,
  kind: CartKind,
  orderItemId: number,
): Promise<{ line: StoredLine; product: CardRow } | undefined> {
  const owner = requireOwner(session, kind);
  const cart = await findCart(tx, owner, kind, { lock: true });
  const rows = cart ? await findLinesAndProducts(tx, cart.id) : [];
  const row = rows.find(({ line }) => line?.orderItemId === orderItemId);
  return row?.line ? { line: row.line, product: row.product } : undefined;
}

// ── 2 «Оставить»: wholesale people keep their prices in the wholesale cart ──────────────────────
function mountAcceptPrice(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, acceptPrice, async ({ tx, session, body, now }) => {
    const kind: CartKind = session.user?.role === 'optovik' ? 'wholesale' : 'retail';
    const owner = requireOwner(session, kind);
    const priceType = priceTypeOf(session.user);
    const held = await findCart(tx, owner, kind, { lock: true });
    const rows = held ? await findLinesAndProducts(tx, held.id, { ids: [asRowId(body.product_id)] }) : [];
    const row = rows.find(
      ({ product, line }) => product.id === body.product_id && line?.cartType === requireBase(body.cartType),
    );
    // The line may be gone by now: nothing is left to accept, and nobody is told off for it.
    if (!row?.line || row.line.priceType !== priceType) return readCart(tx, session, kind);
    const current = priceOf(row.product, priceType);
    const priceSeen = priceSeenAccepted(row.line.priceSeen, body.price, current);
    const cart = await openCartForChange(tx, owner, kind, now);
    await writeLines(
      tx,
      cart.id,
      row.line.cartType,
      [{ productId: row.product.id, quantity: row.line.quantity, priceSeen, priceType }],
      now,
    );
    return readCart(tx, session, kind);
  });
}

// ── 3 Who may ───────────────────────────────────────────────────────────────────────────────────
/** The retail cart is readable by anybody, a stranger's is empty; the wholesale one belongs to wholesale people. */
function assertMayRead(session: Session, kind: CartKind): void {
  if (kind === 'retail') return;
  if (!session.user) throw authRequired();
  if (session.user.role !== 'optovik') throw forbidden();
}
/** @throws 401 without a session, 403 forbidden for a foreign cart, 403 readonly 'Запрещено' (Spec §5). */
function requireOwner(session: Session, kind: CartKind): CartOwner {
  assertMayRead(session, kind);
  if (session.user?.readonly) throw readonlyRefusal();
  const owner = cartOwnerOf(session);
  if (!owner) throw authRequired();
  return owner;
}
/** Welcome, promo and whole-range sets come with the promotions. */
function requireBase(cartType: number): number {
  if (cartType !== CART_TYPES.base) throw invalid({ cartType: ['Этот вид корзины пока недоступен'] });
  return cartType;
}
