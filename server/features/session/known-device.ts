import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '#server/db/open.ts';
import { renewDevice } from '#server/features/session/device.queries.ts';

const DEVICE_COOKIE = 'device';
const YEAR_S = 365 * 24 * 3600;

/** By the cookie of an earlier login here; null for a device that never logged in. */
export function deviceHashOf(request: FastifyRequest): string | null {
  const id = request.cookies[DEVICE_COOKIE];
  return id !== undefined && /^[\w-]{43}$/.test(id) ? hashOf(id) : null;
}

/**
 * After a login: others' failures do not shut this person out here (docs/decisions/190-login-limits.md). The id is a new one each
 * time, so that one which somebody has planted in this browser makes nobody else's device a known one.
 */
export async function rememberDevice(
  tx: Tx,
  reply: FastifyReply,
  asked: { request: FastifyRequest; userId: number; now: Date; secure: boolean },
): Promise<void> {
  const { request, userId, now, secure } = asked;
  const id = randomBytes(32).toString('base64url');
  await renewDevice(tx, { previous: deviceHashOf(request), idHash: hashOf(id), userId, now });
  // Only the login asks for it.
  reply.setCookie(DEVICE_COOKIE, id, { httpOnly: true, sameSite: 'lax', path: '/api/login', secure, maxAge: YEAR_S });
}

/** A leaked table makes no device a known one. */
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');
