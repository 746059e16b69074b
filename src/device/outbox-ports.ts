import { REQUESTED_WITH, TIME_KEY } from '#src/offline/keys.ts';
import type { OutboxPorts, OutboxStore } from '#src/offline/outbox/ports.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import type { KeyStore } from '#src/device/storage.ts';

// The engine's ports over a browser; the page and the worker use the same.

/** `fetch` or ky, whichever the context has; any HTTP status is an answer. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>;
const DEADLINE_MS = 15_000;

/** Sends the frozen bytes once. Null when nothing answered: no network, deadline, redirect. */
export async function sendRequest(
  send: SendRequest,
  { method, path, body }: StoredRequest,
  headers: Readonly<Record<string, string>>,
): Promise<RequestAnswer | null> {
  try {
    const response = await send(path, {
      method,
      body,
      headers: {
        Accept: 'application/json',
        'X-Requested-With': REQUESTED_WITH,
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      // A request made right before the page is left continues after it.
      keepalive: true,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return {
      http: response.status,
      type: response.headers.get('content-type') ?? '',
      text: await response.text(),
      echo: response.headers.get('idempotency-key'),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
      serverTime: serverTimeOf(response),
    };
  } catch {
    return null;
  }
}

export const serverTimeOf = (response: Response): number | null =>
  Date.parse(response.headers.get('date') ?? '') || null;
const readRetryAfter = (value: string | null): number | null =>
  value !== null && /^\d+$/.test(value) ? Math.min(Number(value), 3600) * 1000 : null;

/** Server time by the answers of this start, moved on by the monotonic clock; the device's own clock is never asked (F13). */
export type ServerClock = {
  now(): number | null;
  last(): number | null;
  note(ms: number): void;
  /** False until the server has answered in this context: the time known from the last start may be a month old. */
  isHeard(): boolean;
};
const KEEP_EVERY_MS = 60_000;

/** `last` is what the start before knew: a gesture made before the first answer is at least that old. */
export async function serverClock(pub: KeyStore): Promise<ServerClock> {
  const kept = await pub.get<number>(TIME_KEY).then(
    (ms) => (typeof ms === 'number' ? ms : null),
    () => null,
  );
  let known: { ms: number; at: number } | null = null;
  let keptMs = kept ?? 0;
  return {
    isHeard: () => known !== null,
    now: () => known && known.ms + (performance.now() - known.at),
    last: () => kept,
    note(ms) {
      known = { ms, at: performance.now() };
      if (ms - keptMs < KEEP_EVERY_MS) return;
      keptMs = ms;
      void pub.set(TIME_KEY, ms).catch(() => {});
    },
  };
}

/** A Web Lock for one flush; without the API everybody has it: keys, not locks, make effects happen once. */
export async function lockOnce<T>(
  name: string,
  work: (held: () => boolean) => Promise<T>,
  steal = false,
): Promise<T | undefined> {
  const { locks } = globalThis.navigator ?? {};
  let isHeld = true;
  if (!locks) return work(() => true);
  try {
    return await locks.request(name, steal ? { steal } : { ifAvailable: true }, async (lock) =>
      lock ? await work(() => isHeld) : undefined,
    );
  } catch (error) {
    isHeld = false;
    // Stolen: whoever has it now goes on (docs/product/offline.md#lock).
    if ((error as DOMException)?.name === 'AbortError') return undefined;
    throw error;
  }
}

export type PortsOptions = {
  definitions: OutboxPorts['definitions'];
  store: OutboxStore;
  send: OutboxPorts['send'];
  clock: ServerClock;
  lock: OutboxPorts['lock'];
  isVisible: () => boolean;
  uuid: () => string;
  changed: () => void;
  log: (line: string) => void;
};
export const outboxPorts = ({ clock, ...ports }: PortsOptions): OutboxPorts => ({
  ...ports,
  now: () => performance.now(),
  serverNow: clock.now,
  lastServerTime: clock.last,
  noteServerTime: clock.note,
  random: Math.random,
});
