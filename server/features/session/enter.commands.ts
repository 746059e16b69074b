import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#contract/session.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import type { Moved } from '#server/features/cart/merge-guest-cart.commands.ts';
import { bindGuest } from '#server/features/session/bind-guest.ts';
import { readLogin } from '#server/features/session/login.rules.ts';
import { rememberDevice } from '#server/features/session/known-device.ts';
import { tellOfNewDevice } from '#server/features/session/security.commands.ts';
import { toUser } from '#server/features/session/read-user-data.ts';
import { findPersonWithCity } from '#server/features/session/session.queries.ts';
import { takeProvisional } from '#server/features/session/take-provisional.ts';
import type { Contact } from '#server/platform/contact.rules.ts';
import type { Shop } from '#server/platform/mount.ts';
import { type Session, startSession } from '#server/platform/session.ts';

type Entering = {
  userId: number;
  /** The guest of this device, whose cart joins the account. */
  guestId: string | undefined;
  session: Session;
  request: FastifyRequest;
  reply: FastifyReply;
  now: Date;
  /** A login: of a device that is new the owner hears. */
  isLogin?: boolean;
};
type Entered = { user: User; warnings: { code: string; message: string }[] };

/** This browser goes on as that person, under a new session: by password, by code, or just registered. */
export async function enter(
  tx: Tx,
  shop: Shop,
  { userId, guestId, session, request, reply, now, isLogin = false }: Entering,
): Promise<Entered> {
  const secure = shop.isSecure === true;
  const userAgent = request.headers['user-agent'] ?? '';
  await startSession(tx, reply, { userId, guestId: null, previous: session.idHash, now, secure, userAgent });
  if (isLogin) await tellOfNewDevice(tx, shop.jobs, { userId, request, now });
  await rememberDevice(tx, reply, { request, userId, now, secure });
  const moved: Moved[] = [];
  const warnings = guestId ? await bindGuest(tx, { guestId, userId, session, now, moved }) : [];
  const taken = await takeProvisional(tx, userId, now);
  warnings.push(...taken.warnings);
  const merged = { userId, call: `POST ${request.routeOptions.url}` };
  if (moved.length > 0) await bookMerge(tx, shop, { ...merged, owner: `guest:${guestId}`, moved });
  for (const one of taken.joined)
    if (one.moved.length > 0) await bookMerge(tx, shop, { ...merged, owner: String(one.id), moved: one.moved });
  return { user: await readUser(tx, userId), warnings };
}

export async function readUser(db: DbOrTx, userId: number): Promise<User> {
  const found = await findPersonWithCity(db, userId);
  if (!found) throw new Error(`person ${userId} is gone while they ask`);
  return toUser(found.person, found.city);
}
/** A login as people write it, as the address that it names; null when it is neither an e-mail nor a phone. */
export function readLoginContact(login: string): Contact | null {
  const name = readLogin(login);
  if (!name) return null;
  return 'email' in name ? { type: 'email', target: name.email } : { type: 'phone', target: name.phone };
}

/** The testers' ledger knows how the account's cart came to hold what a guest, or a second account, had put into another one. */
async function bookMerge(
  tx: Tx,
  shop: Shop,
  merge: { owner: string; userId: number; moved: readonly Moved[]; call: string },
): Promise<void> {
  const by = { key: null, owner: merge.owner, person: String(merge.userId), call: merge.call };
  await shop.audit?.(
    tx,
    by,
    merge.moved.map(({ kind, cartType, productId, ...counts }) => ({
      kind: 'cart.merge',
      cart: `${kind}:${cartType}`,
      target_id: productId,
      ...counts,
    })),
  );
}
