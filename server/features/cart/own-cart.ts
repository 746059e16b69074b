import { CART_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { type CartKind, type CartOwner, findCart, findLinesAndProducts } from '#server/features/cart/cart.queries.ts';
import type { StoredLine } from '#server/features/cart/cart.rules.ts';
import { cartKindOf, cartOwnerOf } from '#server/features/cart/read-cart.commands.ts';
import type { CardRow } from '#server/features/catalogue/catalogue.queries.ts';
import { authRequired, invalid } from '#server/platform/refuse.ts';
import type { Session } from '#server/platform/session.ts';

export type OwnCart = { owner: CartOwner; kind: CartKind };

/** Who may is said by the calls' `needs`. @throws 401 without a session. */
export function requireCart(session: Session): OwnCart {
  const owner = cartOwnerOf(session);
  if (!owner) throw authRequired();
  return { owner, kind: cartKindOf(session.user) };
}

/** Welcome, promo and whole-range sets come with the promotions. */
export function requireBase(cartType: number): number {
  if (cartType !== CART_TYPES.base) throw invalid({ cartType: ['Этот вид корзины пока недоступен'] });
  return cartType;
}

/** A line of this session's cart, read under the cart's lock, so that a set and a change of one line cannot cross. */
export async function findOwnLine(
  tx: Tx,
  { owner, kind }: OwnCart,
  orderItemId: number,
): Promise<{ line: StoredLine; product: CardRow } | undefined> {
  const cart = await findCart(tx, owner, kind, { lock: true });
  const rows = cart ? await findLinesAndProducts(tx, cart.id) : [];
  const row = rows.find(({ line }) => line?.orderItemId === orderItemId);
  return row?.line ? { line: row.line, product: row.product } : undefined;
}
