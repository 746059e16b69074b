import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { canonicalPath } from '#contract/canonical-path.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { DialectOf } from '#server/platform/dialects.rules.ts';
import type { Env } from '#server/platform/env.ts';
import type { MethodsAt } from '#server/platform/methods.rules.ts';
import { type Outages, RETRY_AFTER_SECONDS, tellOutage } from '#server/platform/outages.ts';
import { logsRequests } from '#server/platform/log.ts';
import { refusalBody, RefusedError } from '#server/platform/refuse.ts';

/** Answers what no route does (screens, files); undefined = nothing there. */
export type Unrouted = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** `dialectOf` and `methodsAt`: what is known of addresses without a route of their own. */
export type GuardParts = { dialectOf: DialectOf; methodsAt: MethodsAt; outages: Outages };

/** What stands before every handler: the echo of keys, same-origin rule, JSON only, refusals in words. */
export function installGuards(
  app: FastifyInstance,
  env: Env,
  { dialectOf, methodsAt, outages }: GuardParts,
  unrouted?: Unrouted,
): void {
  // The echo is set before any hook that can answer (docs/product/calls.md#keys).
  app.addHook('onRequest', (request, reply, done) => {
    echoKey(request, reply);
    // RFC 9112, 3.2: Node would refuse it by itself, with no word and none of our headers (app.ts).
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new RefusedError('bad_request', MESSAGES.badRequest, { http: 400 }));
    done(
      changesNow(request) && isForeign(request, env.publicUrl)
        ? new RefusedError('foreign_origin', MESSAGES.foreignOrigin, { http: 403 })
        : undefined,
    );
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.isReplay) reply.header('Idempotency-Replayed', 'true');
    done(null, payload);
  });
  if (logsRequests(env)) {
    app.addHook('onResponse', (request, reply, done) => {
      if (!request.routeOptions.config?.quiet) {
        // The route's pattern, never the address: addresses hold phones, tokens and names.
        request.log.info(
          {
            method: request.method,
            route: request.routeOptions.url ?? 'none',
            status: reply.statusCode,
            ms: Math.round(reply.elapsedTime * 10) / 10,
          },
          'request',
        );
      }
      done();
    });
  }

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawText = text as string;
    if (text === '') return done(null, undefined);
    try {
      // __proto__ keys are dropped by zod's parse of known fields; JSON.parse itself does not assign prototypes.
      done(null, JSON.parse(text as string));
    } catch {
      done(new RefusedError('bad_request', MESSAGES.badJson, { http: 400 }));
    }
  });

  const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refused: RefusedError) => {
    const dialect = callOf(request)?.dialect ?? dialectOf(request.url);
    return writeRefusal(reply, refused).send(JSON.stringify(refusalBody(dialect, refused)));
  };
  app.setErrorHandler((error, request, reply) => {
    const isAway = !(error instanceof RefusedError) && tellOutage(outages, error, request);
    const refused = isAway ? databaseAway() : asRefusal(error);
    if (refused.http >= 500 && !isAway)
      request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, 'request failed');
    return sendRefusal(request, reply, refused);
  });
  app.setNotFoundHandler(async (request, reply) => {
    // A reply is a thenable: awaited, it is undefined once it has gone out, or once nobody listens any more.
    await unrouted?.(request, reply);
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply;
    const known = methodsAt(request.url);
    const methods =
      known.length === 0 && !READS.has(request.method) && isReadHere(app, request.url) ? ['GET', 'HEAD'] : known;
    if (methods.length === 0)
      return sendRefusal(request, reply, new RefusedError('unknown_call', MESSAGES.unknownCall, { http: 404 }));
    reply.header('Allow', methods.join(', '));
    return sendRefusal(request, reply, new RefusedError('unknown_call', MESSAGES.unknownMethod, { http: 405 }));
  });
}

const READS = new Set(['GET', 'HEAD']);
/** Screens of the shop, and the few addresses that are no calls. */
function isReadHere(app: FastifyInstance, url: string): boolean {
  const path = url.split(/[?#]/)[0] ?? '';
  return canonicalPath(path) !== undefined || app.hasRoute({ method: 'GET', url: path });
}

/** The sign by which a client knows our answer from a captive portal's (docs/product/offline.md#answers). */
export function echoKey(request: FastifyRequest, reply: FastifyReply): void {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && key.length <= 64) reply.header('Idempotency-Key', key);
}

function writeRefusal(reply: FastifyReply, refused: RefusedError): FastifyReply {
  if (refused.retryAfter) reply.header('Retry-After', String(refused.retryAfter));
  // A file that failed half-way may have left its own headers.
  for (const name of ['etag', 'content-encoding', 'last-modified']) reply.removeHeader(name);
  return reply.code(refused.http).header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
}

/** A forged cross-site request: header, Sec-Fetch-Site and Origin must all agree with us (docs/product/calls.md#own-origin). */
function isForeign(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site, 'x-requested-with': by } = request.headers;
  return (
    by !== 'rostok' || (site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== publicUrl)
  );
}

const databaseAway = (): RefusedError =>
  new RefusedError('server_error', MESSAGES.serviceDown, { http: 503, retryAfter: RETRY_AFTER_SECONDS });

function asRefusal(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  const { code, statusCode: status } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new RefusedError('unsupported_type', MESSAGES.unsupportedType, { http: 415 });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new RefusedError('too_large', MESSAGES.tooLarge, { http: 413 });
  if (status !== undefined && status >= 400 && status < 500)
    return new RefusedError('bad_request', MESSAGES.badRequest, { http: status });
  return new RefusedError('server_error', MESSAGES.serverError, { http: 500 });
}

/** A read may be a change by what its address asks for. */
function changesNow(request: FastifyRequest): boolean {
  const call = callOf(request);
  if (!call?.changesWith) return call?.changes === true;
  const query = request.query as Record<string, unknown>;
  return Object.entries(call.changesWith).some(([name, value]) => [query[name]].flat().includes(value));
}

const callOf = (request: FastifyRequest): Call | undefined => request.routeOptions?.config?.call;
