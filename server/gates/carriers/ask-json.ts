import * as z from 'zod/mini';
import { CarrierError } from '#server/gates/carriers/port.ts';

// One question to a carrier over HTTP. Contents: 1 asking, 2 numbers of answers, 3 keys that run out

// ── 1 Asking ────────────────────────────────────────────────────────────────────────────────────
export type Question = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  form?: Record<string, string>;
  signal: AbortSignal;
  /** Longest answer that is read; a page of points is long. */
  maxBytes?: number;
  /** Statuses beside 2xx whose body is an answer: it says what was wrong. */
  also?: readonly number[];
};
const QUOTE_BYTES = 1_000_000;

/** The parsed answer. @throws CarrierError: no answer, not 2xx, too long, not JSON, or of another shape */
export async function askJson<Shape extends z.ZodMiniType>(question: Question, shape: Shape): Promise<z.output<Shape>> {
  const text = Buffer.from(await askBytes(question)).toString('utf8');
  const parsed = shape.safeParse(jsonOf(text));
  if (!parsed.success) throw new CarrierError('answer of an unknown shape');
  return parsed.data;
}

/** The answer as it is. @throws CarrierError */
export async function askBytes({
  url,
  method = 'GET',
  headers = {},
  json,
  form,
  signal,
  maxBytes = QUOTE_BYTES,
  also = [],
}: Question): Promise<Uint8Array> {
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...type, ...headers },
      ...(body === undefined ? {} : { body }),
      signal,
      // A key must not travel to wherever an answer leads.
      redirect: 'error',
    });
    if (!answer.ok && !also.includes(answer.status)) {
      await answer.body?.cancel();
      throw new CarrierError(`HTTP ${answer.status}`, {
        status: answer.status,
        retryAfterS: retryAfter(answer.headers),
      });
    }
    return await readBounded(answer, maxBytes);
  } catch (error) {
    if (error instanceof CarrierError) throw error;
    throw new CarrierError(signal.aborted ? 'no answer in time' : 'no connection');
  }
}

async function readBounded(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new CarrierError('answer too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CarrierError('answer is no JSON');
  }
}
function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

// ── 2 Numbers of answers ────────────────────────────────────────────────────────────────────────
/** A sum in roubles, as a number or as text; a price below nothing or beyond a million is no price. */
export const Roubles = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\s*\d+([.,]\d+)?(\s*(RUB|руб\.?|₽))?\s*$/i))]),
  z.transform((sum: number | string) => (typeof sum === 'number' ? sum : Number.parseFloat(sum.replace(',', '.')))),
).check(z.gte(0), z.lte(1_000_000)); // prettier-ignore
/** Days of carrying, whole and at most a year. */
export const DayCount = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/))]),
  z.transform(Number),
).check(z.int(), z.gte(0), z.lte(365)); // prettier-ignore
/** Kopecks of whole roubles, rounded up. */
export const kopOf = (roubles: number): number => Math.ceil(roubles - 1e-9) * 100;

// ── 3 Keys that run out ─────────────────────────────────────────────────────────────────────────
type Fresh = { token: string; livesS: number };
/** Before its end a key may already be refused on the way. */
const SPARE_S = 60;

/** Keeps a key as long as it lives; one that is refused all the same is taken anew, once. All who need it wait for one. */
export function keyKeeper(take: (signal: AbortSignal) => Promise<Fresh>, now = () => performance.now()) {
  let held: { key: Promise<Fresh>; takenAt: number } | null = null;
  async function current(signal: AbortSignal): Promise<string> {
    const one = (held ??= { key: take(signal), takenAt: now() });
    try {
      const { token, livesS } = await one.key;
      if (now() - one.takenAt < Math.max(1, livesS - SPARE_S) * 1000) return token;
    } catch (error) {
      if (held === one) held = null;
      throw error;
    }
    if (held === one) held = null;
    return current(signal);
  }
  return async <T>(signal: AbortSignal, use: (token: string) => Promise<T>): Promise<T> => {
    const token = await current(signal);
    try {
      return await use(token);
    } catch (error) {
      if (!(error instanceof CarrierError) || error.status !== 401) throw error;
      const refused = held;
      // Somebody else may have taken a new one meanwhile.
      if (refused && (await refused.key.then((key) => key.token === token, () => false))) held = null; // prettier-ignore
      return use(await current(signal));
    }
  };
}
