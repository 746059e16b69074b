import type { FastifyRequest } from 'fastify';
import type { CartData } from '#contract/cart.ts';
import type { Db, DbOrTx } from '#server/db/open.ts';
import {
  type CartKind,
  type CartOwner,
  findCart,
  findGuestsOf,
  findLinesAndProducts,
} from '#server/features/cart/cart.queries.ts';
import { type LineWithProduct, toCartAnswer } from '#server/features/cart/cart.rules.ts';
import { findKnownKeys } from '#server/platform/idempotency.queries.ts';
import { priceTypeOf, type Session, type SessionUser } from '#server/platform/session.ts';

export type CartAnswer = Omit<CartData, 'status'>;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TRIED_MAX = 500;

/** Whose cart this session has; undefined for a stranger, who has none yet (docs/product/people.md#guests). */
export function cartOwnerOf(session: Session): CartOwner | undefined {
  if (session.user) return { userId: session.user.id };
  return session.guestId ? { guestId: session.guestId } : undefined;
}

/**
 * Which cart this person's app shows. A wholesale buyer has the wholesale one alone, under both addresses: whatever they did
 * as a guest comes to the retail address, before the login and after it (docs/decisions/071).
 */
export const cartKindOf = (user: Pick<SessionUser, 'role'> | null): CartKind =>
  user?.role === 'optovik' ? 'wholesale' : 'retail';

/** The cart as /cart/data answers it, always in the session's real price type; empty for whoever has none. */
export async function readCart(db: DbOrTx, session: Session, kind: CartKind, now: Date): Promise<CartAnswer> {
  const owner = cartOwnerOf(session);
  const cart = owner && (await findCart(db, owner, kind));
  const rows = cart ? await findLinesAndProducts(db, cart.id) : [];
  const lines = rows.filter((row): row is LineWithProduct & typeof row => row.line !== null);
  return toCartAnswer(
    {
      kind,
      version: cart?.version ?? 0,
      spend: cart?.spend ?? null,
      // Whoever has no cart yet has ordered nothing: orders are made of carts.
      hello: { buyer: session.user, hasOrdered: cart?.hasOrdered ?? false, now },
    },
    lines,
    priceTypeOf(session.user),
  );
}

/**
 * A pull: the cart and, from the same snapshot, which of the client's tried keys it already includes
 * (docs/product/offline.md#reads).
 */
export async function pullCart(db: Db, request: FastifyRequest, session: Session, now: Date): Promise<CartAnswer> {
  const tried = triedKeys(request);
  const kind = cartKindOf(session.user);
  if (tried.length === 0) return readCart(db, session, kind, now);
  return db.transaction(
    async (tx) => {
      const cart = await readCart(tx, session, kind, now);
      return { ...cart, included: await findKnownKeys(tx, tried, await ownersOf(tx, session)) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Keys of `X-Client-Tried`, comma-separated; anything that is no key is left out. */
export function triedKeys(request: FastifyRequest): string[] {
  const header = request.headers['x-client-tried'];
  const words = typeof header === 'string' ? header.split(/[\s,]+/) : [];
  return words
    .filter((word) => UUID.test(word))
    .slice(0, TRIED_MAX)
    .map((word) => word.toLowerCase());
}

/** Names under which this session's keyed calls may have been stored: itself and, for an account, its bound guests. */
export async function ownersOf(db: DbOrTx, session: Session): Promise<string[]> {
  if (session.owner === null) return [];
  const guests = session.user ? await findGuestsOf(db, session.user.id) : [];
  return [session.owner, ...guests.map((guestId) => `guest:${guestId}`)];
}
