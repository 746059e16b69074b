import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { HOUR_S } from '#contract/limits.ts';
import type { Db } from '#server/db/open.ts';
import { countCall, type Share } from '#server/platform/limits.queries.ts';
import { addressKey, type Limits, networkKey, tooManyInWords, waitAfter } from '#server/platform/limits.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';
import { sidHashOf } from '#server/platform/session.ts';

/** What counting needs of the shop. */
export type LimitedShop = {
  db: Db;
  /** The operator's own numbers; without them those of the contract hold. */
  limits?: Limits;
};

/**
 * Counts the call, if it is a limited one, before any transaction is open: a handler that waits for a second connection
 * while it holds one could wait for ever. A call without a limit costs nothing. @throws 429 too_many with Retry-After.
 */
export async function assertRate(
  shop: LimitedShop,
  call: Pick<Call, 'name' | 'limit'>,
  request: FastifyRequest,
  now: Date,
  key: string | null = null,
): Promise<void> {
  const limit = shop.limits?.get(call.name) ?? call.limit;
  if (!limit) return;
  const windowMs = (limit.inS ?? HOUR_S) * 1000;
  const share = (bucket: string, number: number): Share => ({ bucket, shareMs: Math.floor(windowMs / number) });
  const shares: Share[] = [];
  const network = networkHashOf(request);
  if (limit.network) shares.push(share(`${call.name}:network:${network}`, limit.network));
  if (limit.address) shares.push(share(`${call.name}:address:${hashOf(addressKey(request.ip))}`, limit.address));
  const caller = limit.caller ? share(`${call.name}:caller:`, limit.caller) : null;

  const idHash = sidHashOf(request);
  const asked = { shares, caller, stranger: `network${network}`, idHash, key, windowMs, now };
  const counted = await countCall(shop.db, asked);
  const waits = counted.flatMap(({ bucket, refused, fullAt }) => {
    if (refused === 0) return [];
    const { shareMs = 0 } = shares.find((one) => one.bucket === bucket) ?? caller ?? {};
    return [waitAfter(refused, fullAt.getTime() + shareMs - now.getTime() - windowMs)];
  });
  if (waits.length === 0) return;
  const wait = Math.max(...waits);
  throw new RefusedError('too_many', tooManyInWords(wait), { http: 429, retryAfter: wait });
}

/** Of one IPv4 address, or of a /64 of IPv6: for whoever counts things of strangers. */
export const addressHashOf = (request: FastifyRequest): string => hashOf(addressKey(request.ip));

/** Of a /24 or a /64: what limits call a network. */
export const networkHashOf = (request: FastifyRequest): string => hashOf(networkKey(request.ip));

/** No address is stored, only what cannot be read back from the table at a glance. */
const hashOf = (address: string): string => createHash('sha256').update(address).digest('base64url');
