import ky, { HTTPError, type KyInstance, NetworkError, TimeoutError } from 'ky';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { Refusal } from '#contract/reply.ts';
import { REQUESTED_WITH } from '#src/offline/keys.ts';
import { BUILD } from '#src/platform/update/build.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import { ApiError, type Failure } from '#src/platform/api/failure.ts';
import { type Passing, passLogout } from '#src/offline/identity/logout-gate.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import { sendRequest, serverTimeOf } from '#src/device/outbox-ports.ts';
import { pendingCount } from '#src/platform/api/pending-count.ts';
import { tellRightsRefused } from '#src/platform/api/rights-refused.ts';
import { shopAway } from '#src/platform/api/shop-away.ts';

/** `keepalive`: the request outlives the page that sent it (a change made right before leaving). */
export type SendOptions = { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean };
export type Api = {
  send<C extends Call>(call: C, input: CallInput<C>, options?: SendOptions): Promise<CallReply<C>>;
  /** A request of the outbox, byte for byte; null when nothing answered. */
  wire(wire: StoredRequest, headers: Readonly<Record<string, string>>): Promise<RequestAnswer | null>;
  /** Does the shop itself answer, and what time is it there? A captive portal's page does not count. Never throws. */
  ping(): Promise<{ serverTime: number | null } | null>;
  /** Asks whether the shop takes calls again; what is learned is told like that of any other answer. Never throws. */
  askReady(): Promise<void>;
};

/** The one way of the page to the shop API. Loaded after the first screen (docs/product/start.md#first-load): use `apiAtom`. */
export function createApi(http: KyInstance): Api {
  return {
    async send(call, input, options = {}) {
      try {
        const response = await http(fillPath(call, input), {
          method: call.method,
          ...(input.body === undefined ? {} : { json: input.body }),
          headers: options.headers ?? {},
          ...(options.signal ? { signal: options.signal } : {}),
          ...(options.keepalive ? { keepalive: true } : {}),
          throwHttpErrors: false,
        });
        return parseAnswer(call, response.headers, await response.text());
      } catch (error) {
        throw error instanceof ApiError ? error : new ApiError(toFailure(error));
      }
    },
    async ping() {
      try {
        const response = await http('/healthz', { throwHttpErrors: false });
        const answer: { status?: unknown } = await response.json();
        return answer.status === 'ok' ? { serverTime: serverTimeOf(response) } : null;
      } catch {
        return null;
      }
    },
    async askReady() {
      await http('/readyz', { throwHttpErrors: false }).catch(() => {});
    },
    wire: (wire, headers) =>
      sendRequest((path, init) => http(path, { ...init, throwHttpErrors: false }) as Promise<Response>, wire, headers),
  };
}

/** The envelope is read whatever the HTTP status (docs/product/calls.md#refusals); HTML or a foreign schema is `broken`. */
function parseAnswer<C extends Call>(call: C, headers: Headers, text: string): CallReply<C> {
  const type = headers.get('content-type');
  if (!type?.startsWith('application/json')) throw new ApiError({ kind: 'broken', cause: `content-type ${type}` });
  const json: unknown = JSON.parse(text);
  const refusal = Refusal.safeParse(json);
  if (refusal.success) throw new ApiError({ kind: 'refused', refusal: refusal.data, ...waitIn(headers) });
  const reply = call.reply.safeParse(json);
  if (!reply.success) throw new ApiError({ kind: 'broken', cause: reply.error });
  return reply.data as CallReply<C>;
}

/** Whole seconds, as our server writes it. */
function waitIn(headers: Headers): { retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
}

function fillPath(call: Call, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  return query.length === 0
    ? path
    : `${path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`;
}

function toFailure(error: unknown): Failure {
  if (error instanceof TimeoutError) return { kind: 'timeout' };
  if (error instanceof NetworkError) return { kind: 'offline' };
  if (error instanceof HTTPError) return { kind: 'broken', cause: error };
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'timeout' };
  return { kind: 'broken', cause: error };
}

const DEADLINE_MS = 15_000;
/** Retries are ours alone (docs/product/offline.md#sending); a lie-fi connection ends after 15 s. */
export const createHttp = (fetch?: typeof globalThis.fetch): KyInstance =>
  ky.create({
    baseUrl: globalThis.location?.origin ?? 'http://shop.test',
    retry: 0,
    timeout: DEADLINE_MS,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    headers: { 'X-Requested-With': REQUESTED_WITH, 'X-Client-Build': BUILD, Accept: 'application/json' },
    // So that a phone that has lost its memory can be told what had not been sent (docs/product/offline.md#eviction).
    hooks: {
      beforeRequest: [
        ({ request }) => {
          const { now, isAsked } = pendingCount;
          // A change may be overtaken by the worker's word that nothing waits any more, and would contradict it.
          if (request.headers.has('Idempotency-Key')) return;
          if (now !== null && (isAsked || now > 0)) request.headers.set('X-Client-Pending', String(now));
        },
        ({ request }) =>
          passLogout(logoutGate, passingOf(request.url), async () => {
            const answer = await (fetch ?? globalThis.fetch)(new URL('/logout', request.url), {
              method: 'POST',
              headers: { 'X-Requested-With': REQUESTED_WITH, 'X-Client-User': logoutGate.owner },
              credentials: 'same-origin',
              signal: AbortSignal.timeout(DEADLINE_MS),
            });
            // A captive portal's page is no answer.
            if (!(answer.headers.get('content-type') ?? '').startsWith('application/json') || answer.status >= 500)
              throw new TypeError('logout: no answer');
          }),
      ],
      afterResponse: [
        ({ request, response }) => {
          const { pathname } = new URL(request.url);
          const isWho = pathname === '/user/data';
          // The process answers `/healthz` by itself, whatever it lacks. One call that failed is no shop that is away.
          if (response.ok ? pathname !== '/healthz' : response.status > 500) shopAway.tell(!response.ok);
          if (response.ok && isWho) pendingCount.isAsked = true;
          // Who it is is asked again, but never because of asking who it is.
          if (response.status === 403 && !isWho) tellRightsRefused();
        },
      ],
    },
    ...(fetch ? { fetch } : {}),
  });

function passingOf(url: string): Passing {
  const { pathname } = new URL(url);
  if (pathname === '/logout') return 'logout';
  return pathname === '/api/login' ? 'login' : 'other';
}

export const api: Api = createApi(createHttp());
