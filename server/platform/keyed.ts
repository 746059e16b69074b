import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { deferred } from '#server/db/pipeline.ts';
import { bookRoom, startKeyed, storeAnswer, type StoredAnswer } from '#server/platform/idempotency.queries.ts';
import { keepCount, refusalBody, RefusedError } from '#server/platform/refuse.ts';
import { pgCodeOf, withRetry } from '#server/platform/retry.ts';
import { markSeen, sidHashOf, toSession, type Session } from '#server/platform/session.ts';
import type { SessionRow } from '#server/platform/session.queries.ts';
import { ownPart, roomMs, waitForRoom, withRest } from '#server/platform/stored-answer.rules.ts';
import { tooManyInWords } from '#server/platform/limits.rules.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A body in bytes is sent as it is. `begun`: no answer yet, only its beginning is committed (server/platform/outside.ts). */
export type Answer = { http: number; body: unknown; retryAfter?: number; begun?: string };
/** What stands under a key while the end of its call to the outside is unknown. */
export const BEGUN = 102;
/** What keys and owners need of the shop. */
export type KeyedShop = {
  db: Db;
  /** May this session act as that owner: an account for the guests it has taken in. */
  owns?: (db: Tx, session: Session, owner: string) => Promise<boolean>;
};
/**
 * An answer that is a snapshot beside what the call has done. Only its own fields stand under the key; a repeat gets the
 * rest as it is by then (docs/decisions/133).
 */
export type Keeps = { own: readonly string[]; readRest: (tx: Tx, session: Session, now: Date) => Promise<object> };
export type KeyedCall = {
  shop: KeyedShop;
  call: Call;
  keeps?: Keeps | undefined;
  key: string;
  request: FastifyRequest;
  now: Date;
  work: (tx: Tx, session: Session) => Promise<Answer>;
};
type Claim = {
  key: string;
  owner: string;
  fingerprint: string;
  session: Session;
  keeps: Keeps | undefined;
  now: Date;
};

/**
 * One transaction for key, effect and answer (docs/product/calls.md#keys), tried again when two of them locked each other out. The
 * session is read in it too, by the statement that takes the key: a session that has ended carries nothing out.
 */
export async function answerKeyed({ shop, call, keeps, key, request, now, work }: KeyedCall): Promise<Answer> {
  const idHash = sidHashOf(request);
  const fingerprint = fingerprintOf(request);
  let claim: Claim | undefined;
  let seen: SessionRow | undefined;
  try {
    return await withRetry(() =>
      shop.db.transaction(async (tx) => {
        const start = await startKeyed(tx, { key, idHash, now });
        seen = start.session;
        const session = toSession(idHash, seen);
        await assertOwner(tx, shop, session, request);
        claim = { key, owner: namedOwner(request) ?? session.owner ?? 'stranger', fingerprint, session, keeps, now };
        const stored = assertOurs(start);
        if (stored) return await replay(tx, shop, stored, claim, request);
        assertRoom(seen, now);
        return keep(tx, claim, await work(tx, session).catch(stayingAnswer(call)), now);
      }),
    );
  } catch (error) {
    if (!claim) throw error;
    return await keepRefusal(shop, call, claim, request, now, error);
  } finally {
    // What has been carried out stays carried out, whatever becomes of this.
    if (seen) await markSeen(shop.db, idHash, seen, request, now).catch(() => undefined);
  }
}

/** Puts the answer, or its own part, into the transaction of its effect, and books the room that it takes. */
function keep(tx: Tx, { key, owner, fingerprint, session, keeps }: Claim, answer: Answer, now: Date): Answer {
  const { http, body } = answer;
  const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  const stored = keeps && !Buffer.isBuffer(body) ? JSON.stringify(ownPart(body, keeps.own)) : text;
  const { idHash } = session;
  if (idHash !== null) void deferred(tx, () => bookRoom(tx, { idHash, ms: roomMs(stored), now }));
  void deferred(tx, () => storeAnswer(tx, { key, owner, fingerprint, status: http, answer: stored }));
  return { ...answer, body: Buffer.from(text) };
}

/** Before anything is done: what would be done could not be kept. @throws 429, which a phone waits out. */
function assertRoom(session: SessionRow | undefined, now: Date): void {
  const wait = waitForRoom(session?.answersFullAt ?? null, now);
  if (wait > 0) throw new RefusedError('too_many', tooManyInWords(wait), { http: 429, retryAfter: wait });
}

/**
 * A business refusal is an answer too: its effect has rolled back with its transaction, only its key is kept.
 * If the same request was executed by another node in between, that answer holds.
 */
async function keepRefusal(
  shop: KeyedShop,
  call: Call,
  claim: Claim,
  request: FastifyRequest,
  now: Date,
  error: unknown,
): Promise<Answer> {
  if (isKeyTaken(error)) throw inFlight();
  if (!(error instanceof RefusedError) || !isStorable(error.http)) return keepCount(shop.db, error);
  const answer = refusedAnswer(call, error);
  try {
    return await withRetry(() =>
      shop.db.transaction(async (tx) => {
        const stored = assertOurs(await startKeyed(tx, { key: claim.key, idHash: null, now }));
        if (stored) return await replay(tx, shop, stored, claim, request);
        // With the key: a repeat of the request is not counted again.
        await error.count?.(tx);
        return keep(tx, claim, answer, now);
      }),
    );
  } catch (late) {
    throw isKeyTaken(late) ? inFlight() : late;
  }
}

const refusedAnswer = ({ dialect }: Call, error: RefusedError): Answer => ({
  http: error.http,
  body: refusalBody(dialect, error),
  retryAfter: error.retryAfter,
});
/** A refusal whose writings stay is an answer of its transaction; every other one ends it. */
export const stayingAnswer =
  (call: Call) =>
  (error: unknown): Answer => {
    if (error instanceof RefusedError && error.stays) return refusedAnswer(call, error);
    throw error;
  };

/** What the key answered before. @throws 409 while another request holds it. */
function assertOurs({
  isOurs,
  stored,
}: {
  isOurs: boolean;
  stored: StoredAnswer | undefined;
}): StoredAnswer | undefined {
  if (!isOurs) throw inFlight();
  return stored;
}
export const inFlight = (): RefusedError =>
  new RefusedError('idempotency_in_flight', MESSAGES.inFlight, { http: 409, retryAfter: 1 });

/**
 * An account and the guests it took in are one owner: a record that was copied from the guest's partition to the account's
 * before a crash is there twice under one key, and both copies must come to rest.
 */
async function replay(
  tx: Tx,
  shop: KeyedShop,
  stored: StoredAnswer,
  claim: Claim,
  request: FastifyRequest,
): Promise<Answer> {
  if (stored.owner !== claim.owner && !(await speaksFor(tx, shop, claim.session, stored.owner)))
    throw new RefusedError('owner_mismatch', MESSAGES.ownerMismatch, { http: 403 });
  if (stored.fingerprint !== claim.fingerprint)
    throw new RefusedError('idempotency_payload', MESSAGES.otherPayload, { http: 422 });
  if (stored.status === BEGUN) throw inFlight();
  request.isReplay = true;
  const { keeps, session, now } = claim;
  const text = keeps ? await withRest(stored.answer, () => keeps.readRest(tx, session, now)) : stored.answer;
  return { http: stored.status, body: Buffer.from(text) };
}

function isKeyTaken(error: unknown): boolean {
  const { cause } = error as { cause?: { constraint?: string } };
  return pgCodeOf(error) === '23505' && cause?.constraint === 'idempotency_keys_pkey';
}

/** Stored: 2xx, business refusals, a handler's 404. Not stored: 401, 403, 409, 429, 5xx (docs/product/calls.md#keys). */
function isStorable(http: number): boolean {
  return (http >= 200 && http < 300) || http === 404;
}

/** `X-Client-User` of a change or of a pull must be the session's owner, or a guest that its account took in (docs/product/offline.md#owners). */
export async function assertOwner(tx: Tx, shop: KeyedShop, session: Session, request: FastifyRequest): Promise<void> {
  const named = namedOwner(request);
  if (named === undefined || (await speaksFor(tx, shop, session, named))) return;
  if (session.owner === null) throw new RefusedError('auth_required', MESSAGES.authRequired, { http: 401 });
  throw new RefusedError('owner_mismatch', MESSAGES.ownerMismatch, { http: 403 });
}
async function speaksFor(tx: Tx, shop: KeyedShop, session: Session, owner: string): Promise<boolean> {
  if (session.owner === null) return false;
  return owner === session.owner || (await shop.owns?.(tx, session, owner)) === true;
}
export function namedOwner(request: FastifyRequest): string | undefined {
  const named = request.headers['x-client-user'];
  return typeof named === 'string' ? named : undefined;
}

/** @throws 400 for a key that is no UUID. */
export function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key)) throw new RefusedError('bad_request', MESSAGES.badKey, { http: 400 });
  return key.toLowerCase();
}

function fingerprintOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method}\n${request.url}\n${request.rawText ?? ''}`)
    .digest('hex');
}
