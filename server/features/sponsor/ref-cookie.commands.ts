import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const REF_COOKIE = 'ref';
const DAYS_14_S = 14 * 86_400;

/** By whose link this browser came in the last 14 days (docs/product/asked-for.md#constants); only the shop reads it. */
export const readRef = (request: FastifyRequest): string | undefined => request.cookies[REF_COOKIE];

export function setRef(reply: FastifyReply, consId: string, secure: boolean): void {
  reply.setCookie(REF_COOKIE, consId, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: DAYS_14_S });
}
