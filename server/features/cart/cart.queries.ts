import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Spends } from '#contract/amount-to-pay.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { orders } from '#server/db/tables/orders.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { prepared, batch } from '#server/db/pipeline.ts';
import { cartItems, carts } from '#server/db/tables/cart.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { guests, users } from '#server/db/tables/people.ts';
import { type CardRow, cardColumns } from '#server/features/catalogue/catalogue.queries.ts';

// Statements of the hot way are prepared once per connection, by drizzle and by PostgreSQL (docs/product/start.md#api).
// Contents: 1 the cart row, 2 lines with their products, 3 writing lines, 4 merging

export type CartKind = 'retail' | 'wholesale';
export type CartOwner = { userId: number } | { guestId: string };
export type CartRow = {
  id: number;
  kind: CartKind;
  version: number;
  mergedInto: number | null;
  spend: Spends | null;
  /** This account has an order that was not cancelled; asked along, because every answer about a cart needs it. */
  hasOrdered: boolean;
};
export type CartLineRow = {
  orderItemId: number;
  cartType: number;
  quantity: number;
  priceSeen: number;
  priceType: 0 | 1;
};
export type ProductWithLine = { product: CardRow; line: CartLineRow | null };

/** Placeholders `owner` and `kind`; the column depends on whose cart it is. */
const ownedBy = (by: 'user' | 'guest'): SQL | undefined =>
  and(
    eq(by === 'user' ? carts.userId : carts.guestId, sql.placeholder('owner')),
    eq(carts.kind, sql.placeholder('kind')),
  );
const valuesOf = (owner: CartOwner, kind: CartKind) =>
  'userId' in owner ? { owner: owner.userId, kind } : { owner: owner.guestId, kind };
const cartColumns = {
  id: carts.id,
  kind: carts.kind,
  version: carts.version,
  mergedInto: carts.mergedInto,
  spend: carts.spend,
  // The table is named: a bare column of a one-table query would be the order's own, and any order would do.
  hasOrdered: sql<boolean>`exists (
    select from ${orders} o where o.user_id = ${carts}.user_id and o.status <> ${sql.raw(String(ORDER_STATUSES.cancelled))})`,
};

// ── 1 The cart row ──────────────────────────────────────────────────────────────────────────────
export async function findCart(
  db: DbOrTx,
  owner: CartOwner,
  kind: CartKind,
  { lock = false } = {},
): Promise<CartRow | undefined> {
  const queries = findQueries['userId' in owner ? 'user' : 'guest'];
  return (await queries[lock ? 'lock' : 'find'](db).execute(valuesOf(owner, kind)))[0];
}
const findQuery = (by: 'user' | 'guest') => ({
  find: prepared((db) => db.select(cartColumns).from(carts).where(ownedBy(by)).prepare(`find_cart_${by}`)),
  lock: prepared((db) =>
    db.select(cartColumns).from(carts).where(ownedBy(by)).for('update').prepare(`lock_cart_${by}`),
  ),
});
const findQueries = { user: findQuery('user'), guest: findQuery('guest') };

/** Makes the cart if there is none, raises its version and holds its row to the end of the transaction: changes queue up here. */
export async function openCartForChange(tx: Tx, owner: CartOwner, kind: CartKind, now: Date): Promise<CartRow> {
  const query = 'userId' in owner ? openQueries.user : openQueries.guest;
  const rows = await query(tx).execute({ ...valuesOf(owner, kind), now });
  return rows[0]!; // An upsert without a condition always returns its row.
}
const openQuery = (by: 'user' | 'guest') =>
  prepared((db) => {
    const now = sql.placeholder('now');
    const owner = by === 'user' ? { userId: sql.placeholder('owner') } : { guestId: sql.placeholder('owner') };
    return db
      .insert(carts)
      .values({ ...owner, kind: sql.placeholder('kind'), version: 1, updatedAt: now })
      .onConflictDoUpdate({
        target: by === 'user' ? [carts.userId, carts.kind] : [carts.guestId, carts.kind],
        set: { version: sql`${carts.version} + 1`, updatedAt: sql`excluded.updated_at` },
      })
      .returning(cartColumns)
      .prepare(`open_cart_${by}`);
  });
const openQueries = { user: openQuery('user'), guest: openQuery('guest') };

// ── 2 Lines with their products ─────────────────────────────────────────────────────────────────
export type AskedProducts = { ids?: readonly number[]; codes?: readonly string[] };
const lineColumns = {
  orderItemId: cartItems.orderItemId,
  cartType: cartItems.cartType,
  quantity: cartItems.quantity,
  priceSeen: cartItems.priceSeen,
  priceType: sql<0 | 1>`${cartItems.priceType}`,
};
/** Every line of the cart and, in the same statement, the products that are asked about by id or by code of a published one. */
export async function findLinesAndProducts(
  db: DbOrTx,
  cartId: number,
  asked: AskedProducts = {},
): Promise<ProductWithLine[]> {
  const query = linesOfCart[shapeOf(asked)](db);
  return (await query.execute({ cartId, ...listsOf(asked) })) as ProductWithLine[];
}
/** The cart held for a change and, as it stands from then on, its lines and the asked products: one wait for both. */
export async function openCartWithLines(
  tx: Tx,
  { owner, kind, now, asked }: { owner: CartOwner; kind: CartKind; now: Date; asked: AskedProducts },
): Promise<{ cart: CartRow; rows: ProductWithLine[] }> {
  const query = linesOfOwner['userId' in owner ? 'user' : 'guest'][shapeOf(asked)](tx);
  const [cart, rows] = await batch(tx, () =>
    Promise.all([
      openCartForChange(tx, owner, kind, now),
      query.execute({ ...valuesOf(owner, kind), ...listsOf(asked) }),
    ]),
  );
  return { cart, rows: rows as ProductWithLine[] };
}

/**
 * PostgreSQL expects ten entries of a list it does not know yet, finds a plan for the real one or two cheaper and makes
 * one anew at every execution; that took longer than executing it. Without lists it keeps the first plan.
 */
type Shape = 'none' | 'one' | 'many';
const shapeOf = ({ ids = [], codes = [] }: AskedProducts): Shape =>
  codes.length === 0 && ids.length <= 1 ? (ids.length === 0 ? 'none' : 'one') : 'many';
const listsOf = ({ ids = [], codes = [] }: AskedProducts) => ({ id: ids[0], ids: [...ids], codes: [...codes] });
const ASKED: Record<Shape, SQL> = {
  none: sql``,
  one: sql`union select ${sql.placeholder('id')}::integer`,
  many: sql`union select unnest(${sql.placeholder('ids')}::integer[])
    union select id from products where code = any(${sql.placeholder('codes')}::text[]) and published`,
};
/** The left join's nullable line is what `ProductWithLine` says; drizzle widens `product` only. */
const linesQuery = (cartId: SQL, name: string, shape: Shape) =>
  prepared((db) =>
    db
      .select({ product: cardColumns, line: lineColumns })
      .from(sql`(select distinct product_id from cart_items where cart_id = ${cartId} ${ASKED[shape]}) asked`)
      .innerJoin(products, sql`${products.id} = asked.product_id`)
      .leftJoin(cartItems, and(eq(cartItems.productId, products.id), sql`${cartItems.cartId} = ${cartId}`))
      .prepare(`${name}_${shape}`),
  );
const linesQueries = (cartId: SQL, name: string) => ({
  none: linesQuery(cartId, name, 'none'),
  one: linesQuery(cartId, name, 'one'),
  many: linesQuery(cartId, name, 'many'),
});
const cartIdOf = (by: 'user' | 'guest'): SQL => sql`(select ${carts.id} from ${carts} where ${ownedBy(by)})`;
const linesOfCart = linesQueries(sql`${sql.placeholder('cartId')}::integer`, 'find_lines_cart');
const linesOfOwner = {
  user: linesQueries(cartIdOf('user'), 'find_lines_user'),
  guest: linesQueries(cartIdOf('guest'), 'find_lines_guest'),
};

// ── 3 Writing lines ─────────────────────────────────────────────────────────────────────────────
export type LineWrite = { productId: number; quantity: number; priceSeen: number; priceType: 0 | 1 };
/** Writes whole lines; the cart row must be held (`openCartForChange`). Returns the ids by product. Sends at once. */
export async function writeLines(
  tx: Tx,
  cartId: number,
  cartType: number,
  lines: readonly LineWrite[],
  now: Date,
): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map();
  const only = lines.length === 1 ? lines[0] : undefined;
  const rows = await (only
    ? writeOne(tx).execute({ cartId, cartType, now, ...only })
    : insertLines(
        tx,
        lines.map((line) => ({ cartId, cartType, addedAt: now, ...line })),
      ).execute());
  return new Map(rows.map((row) => [row.productId, row.orderItemId]));
}
type NewLine = {
  [Column in keyof typeof cartItems.$inferInsert]: Placeholder | (typeof cartItems.$inferInsert)[Column];
};
const insertLines = (tx: DbOrTx, lines: NewLine[]) =>
  tx
    .insert(cartItems)
    .values(lines)
    .onConflictDoUpdate({
      target: [cartItems.cartId, cartItems.cartType, cartItems.productId],
      set: {
        quantity: sql`excluded.quantity`,
        priceSeen: sql`excluded.price_seen`,
        priceType: sql`excluded.price_type`,
      },
    })
    .returning({ productId: cartItems.productId, orderItemId: cartItems.orderItemId });
const writeOne = prepared((tx) =>
  insertLines(tx, [
    {
      cartId: sql.placeholder('cartId'),
      cartType: sql.placeholder('cartType'),
      addedAt: sql.placeholder('now'),
      productId: sql.placeholder('productId'),
      quantity: sql.placeholder('quantity'),
      priceSeen: sql.placeholder('priceSeen'),
      priceType: sql.placeholder('priceType'),
    },
  ]).prepare('write_cart_line'),
);
export async function deleteLines(tx: Tx, cartId: number, orderItemIds: readonly number[]): Promise<void> {
  if (orderItemIds.length > 0) await deleteQuery(tx).execute({ cartId, ids: [...orderItemIds] });
}
const deleteQuery = prepared((tx) =>
  tx
    .delete(cartItems)
    .where(
      and(
        eq(cartItems.cartId, sql.placeholder('cartId')),
        sql`${cartItems.orderItemId} = any(${sql.placeholder('ids')}::integer[])`,
      ),
    )
    .prepare('delete_cart_lines'),
);
export async function deleteAllLines(tx: Tx, cartId: number): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.cartId, cartId));
}

// ── 4 Merging ───────────────────────────────────────────────────────────────────────────────────
export async function markMerged(tx: Tx, guestCartId: number, accountCartId: number, now: Date): Promise<void> {
  await tx
    .update(carts)
    .set({ mergedInto: accountCartId, version: sql`${carts.version} + 1`, updatedAt: now })
    .where(eq(carts.id, guestCartId));
}
/** Guests bound to this account for good: their keyed calls count as its own (docs/product/offline.md#owners). */
export async function findGuestsOf(db: DbOrTx, userId: number): Promise<string[]> {
  const rows = await db.select({ guestId: guests.guestId }).from(guests).where(eq(guests.userId, userId));
  return rows.map((row) => row.guestId);
}
export async function getPerson(db: DbOrTx, userId: number): Promise<typeof users.$inferSelect> {
  const rows = await db.select().from(users).where(eq(users.id, userId));
  if (!rows[0]) throw new Error(`no person ${userId}`);
  return rows[0];
}
