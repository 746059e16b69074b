import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Spends } from '#contract/amount-to-pay.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { prepared } from '#server/db/pipeline.ts';
import { deliveryAddresses } from '#server/db/tables/addresses.ts';
import { cartItems, carts } from '#server/db/tables/cart.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { orders } from '#server/db/tables/orders.ts';
import { consents } from '#server/db/tables/people.ts';
import type { CartKind, CartOwner } from '#server/features/cart/cart.queries.ts';

// What placing reads before it writes. Contents: 1 the cart, 2 its lines, 3 an order that was made from it, 4 the wish

// ── 1 The cart ──────────────────────────────────────────────────────────────────────────────────
const idOf = (owner: CartOwner) => ('userId' in owner ? owner.userId : owner.guestId);

/**
 * The cart, held to the end of the transaction; which consents to this text this owner has given before, and the address of the account's
 * book that the order goes to: asked along, because every order needs them (docs/decisions/215). Sends at once.
 */
export async function openPlacing(
  tx: Tx,
  asked: { owner: CartOwner; kind: CartKind; consentVersion: string; addressId?: number | undefined },
) {
  const { owner, kind, consentVersion, addressId = 0 } = asked;
  const values = { owner: idOf(owner), kind, consentVersion };
  const rows = await ('userId' in owner
    ? openOfUser(tx).execute({ ...values, addressId })
    : openOfGuest(tx).execute(values));
  return rows[0];
}
const owner = sql.placeholder('owner');
const cartColumns = { id: carts.id, version: carts.version, spend: carts.spend, lastOrderId: carts.lastOrderId };
const hasConsent = (ofOwner: SQL, purpose: 'order' | 'delivery'): SQL<boolean> =>
  sql<boolean>`exists(select from ${consents} where ${ofOwner} and ${consents.purpose} = ${purpose}
    and ${consents.docVersion} = ${sql.placeholder('consentVersion')} and ${consents.withdrawnAt} is null)`;
const agreed = (ofOwner: SQL) => ({
  hasAgreed: hasConsent(ofOwner, 'order'),
  hasAgreedDelivery: hasConsent(ofOwner, 'delivery'),
});
const openOfUser = prepared((db) =>
  db
    .select({ ...cartColumns, ...agreed(eq(consents.userId, owner)), address: deliveryAddresses })
    .from(carts)
    .leftJoin(
      deliveryAddresses,
      and(eq(deliveryAddresses.id, sql.placeholder('addressId')), eq(deliveryAddresses.userId, owner)),
    )
    .where(and(eq(carts.userId, owner), eq(carts.kind, sql.placeholder('kind'))))
    .for('update', { of: carts })
    .prepare('open_placing_user'),
);
const openOfGuest = prepared((db) =>
  db
    .select({ ...cartColumns, ...agreed(eq(consents.guestId, owner)), address: sql<null>`null` })
    .from(carts)
    .where(and(eq(carts.guestId, owner), eq(carts.kind, sql.placeholder('kind'))))
    .for('update', { of: carts })
    .prepare('open_placing_guest'),
);

// ── 2 Its lines ─────────────────────────────────────────────────────────────────────────────────
/** What an order has to know of a product. */
export const productColumns = {
  id: products.id,
  code: products.code,
  title: products.title,
  published: products.published,
  stockQty: products.stockQty,
  actualPrice: products.actualPrice,
  actualConsPrice: products.actualConsPrice,
  ballsHalf: products.ballsHalf,
  weightGrams: products.weightGrams,
  isBad: products.isBad,
  marked: products.marked,
  vatKind: products.vatKind,
};
const lineColumns = {
  orderItemId: cartItems.orderItemId,
  cartType: cartItems.cartType,
  quantity: cartItems.quantity,
  priceSeen: cartItems.priceSeen,
  priceType: sql<0 | 1>`${cartItems.priceType}`,
  product: productColumns,
};
/** Of the owner's cart, so that it can be sent behind `openPlacing` without waiting for the cart's id. Sends at once. */
export function findPlacingLines(db: DbOrTx, asked: { owner: CartOwner; kind: CartKind }) {
  const values = { owner: idOf(asked.owner), kind: asked.kind };
  return 'userId' in asked.owner ? linesOfUser(db).execute(values) : linesOfGuest(db).execute(values);
}
const linesOf = (db: DbOrTx, ofOwner: SQL) =>
  db
    .select(lineColumns)
    .from(carts)
    .innerJoin(cartItems, eq(cartItems.cartId, carts.id))
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(and(ofOwner, eq(carts.kind, sql.placeholder('kind'))))
    .orderBy(cartItems.orderItemId);
const linesOfUser = prepared((db) => linesOf(db, eq(carts.userId, owner)).prepare('placing_lines_user'));
const linesOfGuest = prepared((db) => linesOf(db, eq(carts.guestId, owner)).prepare('placing_lines_guest'));

/**
 * Guests behind one address place one after another from here to the end of their transactions, so that no two of them become the
 * last who may.
 */
export async function holdAddress(tx: Tx, addressHash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unpaid:${addressHash}`}, 0))`);
}

// ── 3 An order that was made from it ────────────────────────────────────────────────────────────
export async function findPlaced(db: DbOrTx, orderId: number) {
  const rows = await db
    .select({
      id: orders.id,
      publicToken: orders.publicToken,
      cartVersion: orders.cartVersion,
      dueKop: orders.dueKop,
      paidAt: orders.paidAt,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  return rows[0];
}

// ── 4 The wish ──────────────────────────────────────────────────────────────────────────────────
/** Stores what is to be spent from the accounts; the cart's new version, for placing compares it. */
export async function writeSpend(tx: Tx, cartId: number, spend: Spends, now: Date): Promise<number> {
  const rows = await tx
    .update(carts)
    .set({ spend, version: sql`${carts.version} + 1`, updatedAt: now })
    .where(eq(carts.id, cartId))
    .returning({ version: carts.version });
  return rows[0]!.version; // The cart is held by this transaction.
}
