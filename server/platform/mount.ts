import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Call, CallParsed, CallReply } from '#contract/call.ts';
import { judgeBody } from '#contract/judge.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import type { Gates } from '#server/gates/gates.ts';
import type { Admission } from '#server/platform/admission.ts';
import type { WriteAudit } from '#server/platform/audit.ts';
import {
  type Answer,
  answerKeyed,
  BEGUN,
  assertOwner,
  type Keeps,
  type KeyedShop,
  readKey,
  stayingAnswer,
} from '#server/platform/keyed.ts';
import { assertRate, type LimitedShop } from '#server/platform/limits.ts';
import { mayHoldNul, namesNul } from '#server/platform/nul.rules.ts';
import { withRetry } from '#server/platform/retry.ts';
import { invalid, keepCount, RefusedError } from '#server/platform/refuse.ts';
import { assertMay } from '#server/platform/rights.ts';
import { readSession, type Session, setSessionCookie } from '#server/platform/session.ts';

/** What every handler gets beside its parsed input. `tx` is the one transaction of a state-changing call. */
export type Asked<C extends Call> = CallParsed<C> & {
  tx: Tx;
  session: Session;
  request: FastifyRequest;
  reply: FastifyReply;
  now: Date;
};
export type Shop = KeyedShop &
  LimitedShop & {
    /** Puts a job into the transaction of the change that needs it. */
    jobs: JobSender;
    /** For handlers that hold no transaction (`mountOutside`). */
    gates: Gates;
    now: () => Date;
    /** How many may be worked on at once; without it there is no limit. */
    admission?: Admission;
    /** The testers' ledger (TEST_LEDGER=1). */
    audit?: WriteAudit;
    /** Behind https the session's cookie is for https alone. */
    isSecure?: boolean;
  };

type MountOptions = {
  /** Of a keyed answer that is a snapshot: what is stored of it, and how the rest is read for a repeat. */
  keeps?: Keeps;
  /** After the commit of what the handler has begun, without a transaction: how it ended (server/platform/outside.ts). */
  afterBegin?: (id: string) => Promise<Answer>;
  /** The handler of a call without keys opens its transactions itself (login: none is open while argon2 works). */
  transaction?: 'own';
  /** Longest body in bytes, of a call that carries a file. */
  bodyLimit?: number;
  /** The browser keeps the answer for a while: it carries no cookie. */
  isKept?: boolean;
  /** A request that does nothing new: it is not counted against the call's limit. */
  isFree?: (session: Session, body: unknown) => boolean;
};

/**
 * A success answer in bytes, made once and sent many times: for calls that change nothing and are asked thousands of
 * times a second. Turning Cyrillic text into bytes is what costs most there.
 */
export class ReadyAnswer<C extends Call> {
  readonly bytes: Buffer;
  constructor(call: C, result: Omit<CallReply<C>, 'status'>) {
    this.bytes = Buffer.from(JSON.stringify({ status: okStatus(call), ...result }));
  }
}

/** A handler's word that it has only begun; the answer comes from `afterBegin`. */
export class Begun {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

/** Binds one contract call to one handler: asks the rights, parses input, opens the transaction, honours keys, wraps refusals. */
export function mount<C extends Call>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  handle: (asked: Asked<C>) => Promise<(Omit<CallReply<C>, 'status'> & { status?: unknown }) | ReadyAnswer<C> | Begun>,
  options: MountOptions = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    // The call travels with the route: the error handler picks its dialect, the guard its rules.
    config: { call },
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    handler: async (request, reply) => {
      const leave = shop.admission?.enter();
      try {
        const { begun, ...answered } = await answer(request, reply);
        return send(reply, begun !== undefined && options.afterBegin ? await options.afterBegin(begun) : answered);
      } finally {
        leave?.();
      }
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const now = shop.now();
    const work = (tx: Tx, session: Session) => run(tx, { request, reply, session, now });
    const key = call.keyed ? readKey(request) : null;
    if (key) {
      await assertRate(shop, call, request, now, key);
      return answerKeyed({ shop, call, keeps: options.keeps, key, request, now, work });
    }
    const renew = (sid: string) => setSessionCookie(reply, sid, shop.isSecure === true);
    const isRead = !call.changes && !options.isKept;
    const session = await readSession(shop.db, request, now, isRead ? renew : undefined);
    if (!options.isFree?.(session, request.body)) await assertRate(shop, call, request, now);
    return answerUnkeyed(request, session, work).catch((error: unknown) => keepCount(shop.db, error));
  }

  async function run(
    tx: Tx,
    more: { request: FastifyRequest; reply: FastifyReply; session: Session; now: Date },
  ): Promise<Answer> {
    assertMay(call.needs, more.session);
    const input = parseInput(call, more.request) as CallParsed<C>;
    const result = await handle({ ...input, ...more, tx });
    if (result instanceof ReadyAnswer) return { http: 200, body: result.bytes };
    if (result instanceof Begun) return { http: BEGUN, body: {}, begun: result.id };
    return { http: 200, body: okBody(call, result) };
  }

  async function answerUnkeyed(
    request: FastifyRequest,
    session: Session,
    work: (tx: Tx, session: Session) => Promise<Answer>,
  ): Promise<Answer> {
    if (!call.changes || options.transaction === 'own') return work(shop.db as unknown as Tx, session);
    return withRetry(() =>
      shop.db.transaction(async (tx) => {
        if (call.checksOwner) await assertOwner(tx, shop, session, request);
        return work(tx, session).catch(stayingAnswer(call));
      }),
    );
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.retryAfter) reply.header('Retry-After', String(answer.retryAfter));
  // Personal answers are never kept by any cache between us and the person.
  if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'no-store');
  if (Buffer.isBuffer(answer.body)) reply.type('application/json; charset=utf-8');
  return reply.code(answer.http).send(answer.body);
}

/** Address and body of a call, judged by its contract. @throws 400 bad_request, validation */
export function parseInput(call: Call, request: FastifyRequest): CallParsed<Call> {
  if (namesNul(request.url)) throw badAddress();
  const part = (schema: z.ZodMiniType | undefined, value: unknown) => {
    const result = schema?.safeParse(value);
    if (result && !result.success) throw badAddress();
    return result?.data;
  };
  const address = { params: part(call.params, request.params), query: part(call.query, request.query) };
  // As everywhere, a call without a body has no schema for one.
  const judged = call.body ? judgeBody(call, request.body ?? {}, mayHoldNul(request.rawText)) : { data: undefined };
  if (judged.errors) throw invalid(judged.errors);
  return { ...address, body: judged.data };
}
const badAddress = () => new RefusedError('bad_request', MESSAGES.badRequest, { http: 400 });

export const okBody = <C extends Call>(call: C, result: Omit<CallReply<C>, 'status'>) => ({
  status: okStatus(call),
  ...result,
});
const okStatus = (call: Call): 'success' | 1 => (call.dialect === 'word' ? 'success' : 1);

declare module 'fastify' {
  interface FastifyRequest {
    isReplay?: boolean;
    /** The body as it arrived, for the fingerprint of a key. */
    rawText?: string;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}
