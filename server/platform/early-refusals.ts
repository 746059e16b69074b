import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MESSAGES } from '#contract/messages.ts';
import type { DialectOf } from '#server/platform/dialects.rules.ts';
import type { Env } from '#server/platform/env.ts';
import { echoKey } from '#server/platform/guards.ts';
import { fullHeaders } from '#server/platform/headers.ts';
import { refusalBody, RefusedError } from '#server/platform/refuse.ts';

/** Refusals that are made before any hook of ours has run: they carry the same headers and the same envelope all the same. */
export function earlyRefusals(
  env: Env,
  dialectOf: DialectOf,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  const headers = headersOf(env);
  const bodyOf = (refused: RefusedError, url: string) => JSON.stringify(refusalBody(dialectOf(url), refused));
  return {
    frameworkErrors: (_error, request, reply) => {
      // The generics of this early reply name no body type at all.
      const plain = reply as unknown as FastifyReply;
      echoKey(request as FastifyRequest, plain);
      void plain
        .code(400)
        .headers(headers)
        .header('x-request-id', request.id)
        .send(bodyOf(BAD, request.url ?? ''));
    },
    clientErrorHandler(error, socket) {
      // A peer that has gone, or one who is being answered already, gets nothing more written into its connection.
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
      const refused = BY_CODE[error.code ?? ''] ?? BAD;
      writeRefusal(socket, refused, headers, bodyOf(refused, ''));
    },
  };
}

/** What Node would answer without a word, or not at all: an expectation that nobody here meets, and a tunnel to elsewhere. */
export function refuseOddRequests(server: Server, env: Env): void {
  const headers = headersOf(env);
  const refuse = (socket: Duplex, refused: RefusedError, more: object = {}) =>
    writeRefusal(socket, refused, { ...headers, ...more }, JSON.stringify(refusalBody('word', refused)));
  server.on('checkExpectation', ({ socket }) => refuse(socket, EXPECTATION));
  server.on('connect', (_request, socket: Duplex) => refuse(socket, TUNNEL, { allow: 'GET, HEAD, POST, PUT, DELETE' }));
}

function writeRefusal(socket: Duplex, refused: RefusedError, headers: object, body: string): void {
  const lines = Object.entries({
    ...headers,
    date: new Date().toUTCString(),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${refused.http} ${REASONS[refused.http]}`,
    ...lines.map(([name, value]) => `${name}: ${String(value)}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
const headersOf = (env: Env) => ({
  ...fullHeaders(env),
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
});

const BAD = new RefusedError('bad_request', MESSAGES.badRequest, { http: 400 });
const EXPECTATION = new RefusedError('bad_request', MESSAGES.badRequest, { http: 417 });
const TUNNEL = new RefusedError('unknown_call', MESSAGES.unknownMethod, { http: 405 });
const BY_CODE: Record<string, RefusedError> = {
  HPE_HEADER_OVERFLOW: new RefusedError('too_large', MESSAGES.tooLarge, { http: 431 }),
  ERR_HTTP_REQUEST_TIMEOUT: new RefusedError('bad_request', MESSAGES.badRequest, { http: 408 }),
};
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
};

/** Node keeps the answer that is being written on the socket; nothing may be mixed into it. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent === true;
