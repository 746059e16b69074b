import type { FastifyInstance } from 'fastify';
import { acceptPrice, type ChangeOutcome, retailCart, wholesaleCart } from '#contract/cart.ts';
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
import { cartKindOf, cartOwnerOf, pullCart, readCart } from '#server/features/cart/read-cart.commands.ts';
import type { CardRow } from '#server/features/catalogue/catalogue.queries.ts';
import { toProductCard } from '#server/features/catalogue/catalogue.rules.ts';
import { type AuditEntry, auditActor } from '#server/platform/audit.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { authRequired, invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf, type Session } from '#server/platform/session.ts';

// Contents: 1 both carts share these handlers, 2 accepting a price, 3 whose cart

export function cartRoutes(app: FastifyInstance, shop: Shop): void {
  cartOf(app, shop, retailCart);
  cartOf(app, shop, wholesaleCart);
  mountAcceptPrice(app, shop);
}

// ── 1 One cart ──────────────────────────────────────────────────────────────────────────────────
function cartOf(app: FastifyInstance, shop: Shop, calls: typeof retailCart): void {
  const change = async (by: By, cartType: number, wishes: readonly Wish[]) => {
    const { owner, kind } = requireCart(by.session);
    const changed = await changeCart(by.tx, {
      owner,
      kind,
      cartType: requireBase(cartType),
      wishes,
      priceType: priceTypeOf(by.session.user),
      now: by.now,
    });
    // What was refused beside others has done nothing.
    const done = changed.items.filter((item) => item.code === undefined || item.applied !== 0);
    await audit(
      shop,
      by,
      done.map((item) => pieces(kind, cartType, item)),
    );
    return changed;
  };
  const takeAway = (by: By, lines: readonly { cartType: number; productId: number; quantity: number }[]) =>
    audit(
      shop,
      by,
      lines.map(({ cartType, productId, quantity }) =>
        pieces(cartKindOf(by.session.user), cartType, {
          product_id: productId,
          asked: -quantity,
          applied: -quantity,
          quantity: 0,
        }),
      ),
    );

  mount(app, shop, calls.data, async ({ tx, request, session }) => {
    // Another tab may have logged somebody else in: nobody's cart is written into another person's database.
    await assertOwner(tx, shop, session, request);
    return pullCart(shop.db, request, session, cartKindOf(session.user));
  });

  mount(app, shop, calls.change, async ({ body, ...by }) => {
    const wishes = body.items.map((item) => ({
      productId: item.product_id,
      delta: item.delta,
      seenPrice: item.seen_price,
    }));
    const { cart, items } = await change(by, body.cartType, wishes);
    return { ...cart, items };
  });

  mount(app, shop, calls.add, async ({ body, ...by }) => {
    const wishes = body.items.map(({ product_id: productId, code, quantity }, i) => {
      if (productId === undefined && !code?.trim()) throw invalid({ [`items.${i}.code`]: [MESSAGES.fillField] });
      return { productId, code: code?.trim(), delta: quantity };
    });
    const { cart, items, products, touched } = await change(by, body.cartType, wishes);
    const last = items.findLast((item) => item.applied > 0);
    const product = products.find(({ id }) => id === last?.product_id);
    const popup =
      last && product
        ? { product: toProductCard(product, priceTypeOf(by.session.user)), quantity: last.quantity }
        : null;
    return { ...cart, items, added: touched, popup };
  });

  mount(app, shop, calls.set, async ({ body, ...by }) => {
    const { tx, session } = by;
    const { owner, kind } = requireCart(session);
    const { line, product } = (await findOwnLine(tx, { owner, kind }, body.order_item_id)) ?? {};
    if (!line || !product) return refuse('not_found', MESSAGES.productNotFound);
    const delta = body.quantity - line.quantity;
    if (delta !== 0) {
      const { cart, items } = await change(by, line.cartType, [{ productId: product.id, delta }]);
      return { ...cart, items };
    }
    const same = { product_id: product.id, asked: 0, applied: 0, quantity: line.quantity };
    await audit(shop, by, [pieces(kind, line.cartType, same)]);
    return { ...(await readCart(tx, session, kind)), items: [same] };
  });

  mount(app, shop, calls.remove, async ({ params, ...by }) => {
    const { tx, session, now } = by;
    const { owner, kind } = requireCart(session);
    const { line, product } = (await findOwnLine(tx, { owner, kind }, params.orderItemId)) ?? {};
    if (!line || !product || line.cartType !== params.cartType) throw notFound(MESSAGES.productNotFound);
    const cart = await openCartForChange(tx, owner, kind, now);
    await deleteLines(tx, cart.id, [line.orderItemId]);
    await takeAway(by, [{ ...line, productId: product.id }]);
    return readCart(tx, session, kind);
  });

  mount(app, shop, calls.clean, async (by) => {
    const { tx, session, now } = by;
    const { owner, kind } = requireCart(session);
    // An empty cart stays unmade: nothing to raise a version of.
    if (await findCart(tx, owner, kind)) {
      const cart = await openCartForChange(tx, owner, kind, now);
      const rows = shop.audit ? await findLinesAndProducts(tx, cart.id) : [];
      await deleteAllLines(tx, cart.id);
      const lines = rows.flatMap(({ line, product }) => (line ? [{ ...line, productId: product.id }] : []));
      await takeAway(
        by,
        lines.sort((a, b) => a.orderItemId - b.orderItemId),
      );
    }
    return readCart(tx, session, kind);
  });
}

type By = Pick<Asked<typeof retailCart.data>, 'tx' | 'request' | 'session' | 'now'>;
const audit = async (shop: Shop, { tx, request, session }: By, entries: readonly AuditEntry[]): Promise<void> =>
  shop.audit?.(tx, auditActor(request, session), entries);
const pieces = (
  kind: CartKind,
  cartType: number,
  { product_id, asked, applied, quantity }: ChangeOutcome,
): AuditEntry => ({
  kind: 'cart.change',
  cart: `${kind}:${cartType}`,
  product_id,
  asked,
  applied,
  quantity,
});

/** A line of this session's cart, read under the cart's lock, so that a set and a change of one line cannot cross. */
async function findOwnLine(
  tx: Tx,
  { owner, kind }: OwnCart,
  orderItemId: number,
): Promise<{ line: StoredLine; product: CardRow } | undefined> {
  const cart = await findCart(tx, owner, kind, { lock: true });
  const rows = cart ? await findLinesAndProducts(tx, cart.id) : [];
  const row = rows.find(({ line }) => line?.orderItemId === orderItemId);
  return row?.line ? { line: row.line, product: row.product } : undefined;
}

// ── 2 «Оставить» ────────────────────────────────────────────────────────────────────────────────
function mountAcceptPrice(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, acceptPrice, async ({ body, ...by }) => {
    const { tx, session, now } = by;
    const { owner, kind } = requireCart(session);
    const priceType = priceTypeOf(session.user);
    const held = await findCart(tx, owner, kind, { lock: true });
    const rows = held ? await findLinesAndProducts(tx, held.id, { ids: [asRowId(body.product_id)] }) : [];
    const row = rows.find(
      ({ product, line }) => product.id === body.product_id && line?.cartType === requireBase(body.cartType),
    );
    // The line may be gone by now: nothing is left to accept, and nobody is told off for it.
    const done = (applied: number) =>
      audit(shop, by, [
        {
          kind: 'cart.price',
          cart: `${kind}:${body.cartType}`,
          product_id: body.product_id,
          asked: body.price,
          applied,
          quantity: row?.line?.quantity ?? 0,
        },
      ]);
    if (!row?.line || row.line.priceType !== priceType) {
      await done(0);
      return readCart(tx, session, kind);
    }
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
    await done(priceSeen);
    return readCart(tx, session, kind);
  });
}

// ── 3 Whose cart ────────────────────────────────────────────────────────────────────────────────
type OwnCart = { owner: CartOwner; kind: CartKind };
/** Who may is said by the calls' `needs`. @throws 401 without a session. */
function requireCart(session: Session): OwnCart {
  const owner = cartOwnerOf(session);
  if (!owner) throw authRequired();
  return { owner, kind: cartKindOf(session.user) };
}
/** Welcome, promo and whole-range sets come with the promotions. */
function requireBase(cartType: number): number {
  if (cartType !== CART_TYPES.base) throw invalid({ cartType: ['Этот вид корзины пока недоступен'] });
  return cartType;
}
