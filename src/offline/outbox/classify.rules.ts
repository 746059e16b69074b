import type { ErrorClass, LastTry } from '#src/offline/outbox/record.ts';

/** An answer as the network port gives it; `null` = nothing answered (error, timeout, abort). */
export type RequestAnswer = {
  http: number;
  type: string;
  text: string;
  echo: string | null;
  retryAfterMs: number | null;
  serverTime: number | null;
};
export type Failed = { kind: 'failed'; last: LastTry; retryAfterMs: number | null };
export type Verdict = { kind: 'ack'; json: Record<string, unknown> } | Failed;

const failed = (last: LastTry, retryAfterMs: number | null): Failed => ({ kind: 'failed', last, retryAfterMs });
/** Nothing can be said of what became of the request. */
export const UNKNOWN: Failed = failed({ class: 'unknown' }, null);

const BY_CODE: Readonly<Record<string, ErrorClass>> = {
  auth_required: 'auth',
  owner_mismatch: 'owner',
  readonly: 'forbidden',
  idempotency_in_flight: 'inflight',
  too_many: 'busy',
  server_error: 'busy',
  unknown_call: 'busy',
  foreign_origin: 'busy',
};

/** Every refusal without a class of its own is the server's last word. */
export const classOf = (code: string): ErrorClass => BY_CODE[code] ?? 'rejected';

/**
 * docs/product/offline.md#answers: a status counts only with our envelope and the echoed key; anything else is unknown (the
 * answer may have been a captive portal's). Then the code decides; every other refusal is the server's last word.
 */
export function classify(key: string, answer: RequestAnswer | null): Verdict {
  if (answer === null) return UNKNOWN;
  const unknown = failed({ class: 'unknown', http: answer.http }, answer.retryAfterMs);
  if (!answer.type.startsWith('application/json')) return unknown;
  const json = parse(answer.text);
  if (!json || answer.echo?.toLowerCase() !== key) return unknown;
  const { status, code, message, errors } = json;
  if (status === 'success' || status === 1)
    return answer.http >= 200 && answer.http < 300 ? { kind: 'ack', json } : unknown;
  if ((status !== 'error' && status !== 0) || typeof code !== 'string' || typeof message !== 'string') return unknown;
  return failed(
    {
      class: classOf(code),
      http: answer.http,
      code,
      message,
      ...(errors ? { errors: errors as Record<string, string[]> } : {}),
    },
    answer.retryAfterMs,
  );
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** 401, 403 and 429 say nothing about the record itself (docs/product/offline.md#sending). */
export const countsForStale = (last: LastTry): boolean =>
  last.class !== 'auth' && last.class !== 'owner' && last.class !== 'forbidden' && last.code !== 'too_many';
