import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Env } from '#server/platform/env.ts';

const SANE_ID = /^[A-Za-z0-9._-]{8,64}$/;
const TALKATIVE = new Set(['info', 'debug', 'trace']);

/** A foreign request id is taken over only if it can do no harm in a log line. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

/** Structured lines on stdout. No address, query, header, cookie or body ever reaches them. */
export function loggerOptions(
  env: Env,
  stream?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: env.logLevel,
    base: { shop: 'rostok' },
    serializers: {
      err: describeError,
      req: describeRequest,
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
    ...(stream ? { stream } : {}),
  };
}

/** The same lines from a process without requests. */
export const workerLogger = (env: Env) => ({
  level: env.logLevel,
  base: { shop: 'rostok' },
  serializers: { err: describeError },
});

/** One line per request, only where somebody listens: at `warn` a request costs no logging work. */
export const logsRequests = (env: Env): boolean => TALKATIVE.has(env.logLevel);

/** At quiet levels requests share one logger; error lines carry the request id themselves. */
export function childLogger(env: Env): FastifyServerOptions['childLoggerFactory'] {
  if (logsRequests(env)) return undefined;
  return (logger: FastifyBaseLogger) => logger;
}

function describeRequest(request: FastifyRequest): Record<string, unknown> {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' };
}

type Described = { type: string; message: string; code?: string; stack: string; cause?: Described };

/** Database errors quote values («Key (email)=(…)», «params: …»): only the first line and the frames are kept. */
export function describeError(error: unknown, depth = 0): Described {
  // Whoever describes an error for a line of ours hands it to a logger that describes errors itself.
  if (isDescribed(error)) return error;
  const made = describe(error, depth);
  described.add(made);
  return made;
}
const described = new WeakSet<object>();
const isDescribed = (error: unknown): error is Described =>
  typeof error === 'object' && error !== null && described.has(error);

/** The queue tells of failures by objects that have an error's fields without being one. */
type LikeError = { name?: string; message: string; stack?: string; cause?: unknown };
const isLikeError = (error: unknown): error is LikeError =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

function describe(error: unknown, depth: number): Described {
  if (!isLikeError(error)) return { type: typeof error, message: 'not an Error', stack: '' };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name ?? 'object',
    message:
      (error.message.split('\nparams:')[0] ?? '')
        .split('\n')[0]
        ?.replaceAll(/"[^"]{0,200}"|'[^']{0,200}'/g, '…')
        .slice(0, 300) ?? '',
    ...(typeof code === 'string' ? { code } : {}),
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
