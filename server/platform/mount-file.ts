import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, CallParsed } from '#contract/call.ts';
import { assertRate } from '#server/platform/limits.ts';
import { parseInput, type Shop } from '#server/platform/mount.ts';
import { assertMay } from '#server/platform/rights.ts';
import { readSession, type Session } from '#server/platform/session.ts';

export type FileAsked<C extends Call> = Pick<CallParsed<C>, 'params' | 'query'> & {
  session: Session;
  request: FastifyRequest;
  reply: FastifyReply;
  now: Date;
};

/**
 * Binds a call whose answer is a file to its handler, which sends it (`sendTable`). Rights, limit and input are judged as for any call;
 * a refusal is JSON in the call's dialect. Nothing is changed, so no transaction is open while the file is read.
 */
export function mountFile<C extends Call>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  handle: (asked: FileAsked<C>) => Promise<FastifyReply>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
    handler: async (request, reply) => {
      const now = shop.now();
      const session = await readSession(shop.db, request, now);
      await assertRate(shop, call, request, now);
      assertMay(call.needs, session);
      const { params, query } = parseInput(call, request) as CallParsed<C>;
      return handle({ params, query, session, request, reply, now });
    },
  });
}
