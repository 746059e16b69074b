import type { LiveQuote } from '#contract/delivery-prices.ts';
import {
  type Carrier,
  CarrierError,
  type CarriersGate,
  type Quote,
  type QuoteAsked,
} from '#server/gates/carriers/port.ts';

// Between the shop and its carriers: nobody waits for longer than a buyer does, a dead carrier is left alone for a while, and the same
// question is not asked twice (docs/decisions/206). What is remembered here is a node's own and costs nothing to lose.
// Contents: 1 the rules in numbers, 2 all at once, 3 one question, 4 who is left alone, 5 what is remembered

// ── 1 The rules in numbers ──────────────────────────────────────────────────────────────────────
export type Patience = {
  /** Longest wait of a buyer, for all carriers together. */
  waitMs: number;
  /** A price is remembered for so long. */
  keepMs: number;
  keepCount: number;
  /** After so many failures in a row a carrier is left alone for `restMs`. */
  failures: number;
  restMs: number;
  /** The longest rest that a carrier may ask for itself. */
  restMaxMs: number;
  now(): number;
  deadline(ms: number): AbortSignal;
  /** A carrier has stopped answering, or answers again. */
  tell(carrier: string, failure: string | null): void;
};
const PATIENCE: Patience = {
  waitMs: 8000,
  keepMs: 10 * 60_000,
  keepCount: 1000,
  failures: 3,
  restMs: 60_000,
  restMaxMs: 10 * 60_000,
  now: () => performance.now(),
  deadline: (ms) => AbortSignal.timeout(ms),
  tell: () => undefined,
};

// ── 2 All at once ───────────────────────────────────────────────────────────────────────────────
export function patiently(carriers: readonly Carrier[], given: Partial<Patience>): CarriersGate['quotes'] {
  const patience = { ...PATIENCE, ...given };
  const lines = carriers.map((carrier) => ({ carrier, rest: restOf(carrier.name, patience) }));
  const memory = memoryOf(patience);
  return async (asked, { force }) => {
    if (asked.length === 0) return [];
    const signal = patience.deadline(patience.waitMs);
    return Promise.all(
      asked.map((one) => {
        const line = lines.find(({ carrier }) => carrier.types.includes(one.type));
        return line ? quoteOf(line, one, { memory, signal, force }) : Promise.resolve(null);
      }),
    );
  };
}

// ── 3 One question ──────────────────────────────────────────────────────────────────────────────
type Line = { carrier: Carrier; rest: Rest };
type Around = { memory: Memory; signal: AbortSignal; force: boolean };

async function quoteOf(
  { carrier, rest }: Line,
  asked: QuoteAsked,
  { memory, signal, force }: Around,
): Promise<LiveQuote | null> {
  const key = JSON.stringify(asked);
  const known = force ? undefined : memory.get(key);
  if (known) return toLive(known);
  if (rest.isOn()) return { kind: 'silent' };
  try {
    const quote = await Promise.race([carrier.quote(asked, signal), aborted(signal)]);
    rest.worked();
    if (quote !== null) memory.set(key, quote);
    return quote && toLive(quote);
  } catch (error) {
    rest.failed(error);
    return { kind: 'silent' };
  }
}
const toLive = (quote: Quote | 'refused'): LiveQuote => quote === 'refused' ? { kind: 'refused' } : { kind: 'price', ...quote }; // prettier-ignore

/** Also for an adapter that does not listen to its signal. */
function aborted(signal: AbortSignal): Promise<never> {
  const silence = () => new CarrierError('no answer in time');
  if (signal.aborted) return Promise.reject(silence());
  return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(silence()), { once: true }));
}

// ── 4 Who is left alone ─────────────────────────────────────────────────────────────────────────
type Rest = { isOn(): boolean; worked(): void; failed(error: unknown): void };
/** Closed after several failures in a row; once the rest is over one buyer's question tries again, alone. */
function restOf(name: string, { failures, restMs, restMaxMs, now, tell }: Patience): Rest {
  let inARow = 0;
  let until = 0;
  return {
    isOn() {
      if (inARow < failures && until === 0) return false;
      if (now() < until) return true;
      // The next ones wait until this one knows.
      until = now() + restMs;
      return false;
    },
    worked() {
      if (inARow > 0) tell(name, null);
      inARow = 0;
      until = 0;
    },
    failed(error) {
      const said =
        error instanceof CarrierError
          ? error
          : new CarrierError(`broken adapter: ${error instanceof Error ? error.name : typeof error}`);
      inARow += 1;
      if (inARow === 1 || inARow === failures) tell(name, said.message);
      const asked = Math.min(restMaxMs, (said.retryAfterS ?? 0) * 1000);
      if (asked > 0 || inARow >= failures) until = now() + Math.max(asked, inARow >= failures ? restMs : 0);
    },
  };
}

// ── 5 What is remembered ────────────────────────────────────────────────────────────────────────
type Memory = { get(key: string): Quote | 'refused' | undefined; set(key: string, quote: Quote | 'refused'): void };
/** The oldest goes first when there are too many. */
function memoryOf({ keepMs, keepCount, now }: Patience): Memory {
  const kept = new Map<string, { quote: Quote | 'refused'; until: number }>();
  return {
    get(key) {
      const one = kept.get(key);
      return one && now() < one.until ? one.quote : undefined;
    },
    set(key, quote) {
      kept.delete(key);
      kept.set(key, { quote, until: now() + keepMs });
      const [oldest] = kept.keys();
      if (kept.size > keepCount && oldest !== undefined) kept.delete(oldest);
    },
  };
}
