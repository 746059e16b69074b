import '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Heartbeat } from '#contract/session.ts';
import type { Db, DbOrTx } from '#server/db/open.ts';
import { outageOf, stopsWriting } from '#server/platform/outage.rules.ts';
import { authRequired } from '#server/platform/refuse.ts';
import {
  deleteSession,
  findSession,
  insertSession,
  type SessionRow,
  type SessionUser,
  writeSessionSigns,
} from '#server/platform/session.queries.ts';

export const SESSION_COOKIE = 'sid';
const DAYS_90_MS = 90 * 86_400_000;
/** A session and its cookie slide at most once an hour: reads stay reads. */
const SLIDE_AFTER_MS = 3_600_000;
/** An unchanged number of waiting records is written again at most this often. */
const BEAT_AFTER_MS = 5 * 60_000;

/** Who is asking: an account, a guest with a session, or a stranger without one. */
export type Session = {
  idHash: string | null;
  user: SessionUser | null;
  guestId: string | null;
  /** `<user id>`, `guest:<guest id>` or null for a stranger: the owner of keyed calls (docs/product/calls.md#keys). */
  owner: string | null;
  /** What this browser said of its queue before this request. */
  heartbeat: Heartbeat | null;
};
export type { SessionUser };

const stranger: Session = { idHash: null, user: null, guestId: null, owner: null, heartbeat: null };

/**
 * Reads the session of a request; never creates one (docs/product/people.md#guests: never by a GET). `renew` sets the cookie
 * again: only reads give it, and it is called only while the row is there (docs/decisions/112, the cookie slides too).
 */
export async function readSession(
  db: Db,
  request: FastifyRequest,
  now: Date,
  renew?: (sid: string) => void,
): Promise<Session> {
  const idHash = sidHashOf(request);
  const row = idHash === null ? undefined : await findSession(db, idHash, now);
  const isCookieDue = renew !== undefined && row !== undefined && isOlder(row.seenAt, SLIDE_AFTER_MS, now);
  // A database that only reads still answers reads; the sign of life is written next time.
  const isThere = row && (await markSeen(db, idHash, row, request, now, isCookieDue).catch(unlessReadOnly));
  if (isCookieDue && isThere) renew(request.cookies[SESSION_COOKIE] ?? '');
  return toSession(idHash, row);
}

function unlessReadOnly(error: unknown): false {
  const cause = outageOf(error);
  if (cause === undefined || !stopsWriting(cause)) throw error;
  return false;
}

/** Hash of the cookie, by which the session is looked up; null without a cookie that could be one of ours. */
export function sidHashOf(request: FastifyRequest): string | null {
  const sid = request.cookies[SESSION_COOKIE];
  return sid && /^[A-Za-z0-9_-]{43}$/.test(sid) ? hashSid(sid) : null;
}

export function toSession(idHash: string | null, row: SessionRow | undefined): Session {
  if (!row) return stranger;
  const { user, guestId, pending, pendingAt } = row;
  const owner = user ? String(user.id) : guestId ? `guest:${guestId}` : null;
  const heartbeat = pending !== null && pendingAt ? { pending, at: pendingAt.toISOString() } : null;
  return { idHash, user, guestId, owner, heartbeat };
}

/**
 * Ninety days from now, at most once an hour; and what the phone says of its queue, when that is news. Records keep a session
 * open too, but `seenAt` is the time when the browser was last given the cookie. False: the session has ended meanwhile.
 */
export async function markSeen(
  db: Db,
  idHash: string | null,
  row: SessionRow,
  request: FastifyRequest,
  now: Date,
  isCookieDue = false,
): Promise<boolean> {
  const slides = isCookieDue || isOlder(row.expiresAt, SLIDE_AFTER_MS - DAYS_90_MS, now);
  const pending = pendingOf(request);
  const beats = pending !== null && (pending !== row.pending || isOlder(row.pendingAt, BEAT_AFTER_MS, now));
  if (idHash === null || (!slides && !beats)) return true;
  return writeSessionSigns(db, idHash, {
    ...(isCookieDue ? { seenAt: now } : {}),
    ...(slides ? { expiresAt: new Date(now.getTime() + DAYS_90_MS) } : {}),
    ...(beats ? { pending, pendingAt: now } : {}),
  });
}
const isOlder = (at: Date | null, ms: number, now: Date): boolean => !at || now.getTime() - at.getTime() > ms;
function pendingOf(request: FastifyRequest): number | null {
  const said = request.headers['x-client-pending'];
  return typeof said === 'string' && /^\d{1,6}$/.test(said) ? Number(said) : null;
}

/** Opens a session with a fresh id and sets the cookie; revokes the one it came with. */
export async function startSession(
  tx: DbOrTx,
  reply: FastifyReply,
  who: {
    userId: number | null;
    guestId: string | null;
    previous: string | null;
    now: Date;
    secure: boolean;
    /** Of an account: so that its owner can tell one device from another. */
    userAgent?: string;
  },
): Promise<string> {
  const sid = randomBytes(32).toString('base64url');
  if (who.previous) await deleteSession(tx, who.previous);
  const idHash = hashSid(sid);
  await insertSession(tx, {
    idHash,
    userId: who.userId,
    guestId: who.guestId,
    createdAt: who.now,
    seenAt: who.now,
    userAgent: (who.userAgent ?? '').slice(0, 400),
    expiresAt: new Date(who.now.getTime() + DAYS_90_MS),
  });
  setSessionCookie(reply, sid, who.secure);
  return idHash;
}

export function setSessionCookie(reply: FastifyReply, sid: string, secure: boolean): void {
  reply.setCookie(SESSION_COOKIE, sid, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: DAYS_90_MS / 1000,
  });
}

export async function endSession(tx: DbOrTx, reply: FastifyReply, session: Session): Promise<void> {
  if (session.idHash) await deleteSession(tx, session.idHash);
  reply.clearCookie(SESSION_COOKIE, { path: '/' });
}

/** @throws 401 auth_required for guests and strangers. */
export function requireUser(session: Session): SessionUser {
  if (!session.user) throw authRequired();
  return session.user;
}

/** Real price type of whoever asks: 1 for consultants and, until wholesale is built, optoviks (docs/product/people.md#roles). */
export function priceTypeOf(user: SessionUser | null): 0 | 1 {
  return user && (user.consId !== null || user.role === 'optovik') ? 1 : 0;
}

function hashSid(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}
