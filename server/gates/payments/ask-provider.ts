import { PaymentError } from '#server/gates/payments/port.ts';

export type ProviderAnswer = { status: number; text: string };
type Question = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** Longest wait for one answer; the caller's own patience may end before it. */
  patienceMs?: number;
};

const PATIENCE_MS = 10_000;
/** Answers are a few kilobytes; more is somebody else's page. */
const LONGEST = 256 * 1024;

/**
 * One question to a provider. @throws PaymentError `away` for whatever leaves the outcome unknown or may pass: no
 * connection, silence, 429, 5xx, a redirect to elsewhere.
 */
export async function askProvider(question: Question): Promise<ProviderAnswer> {
  const { url, method = 'GET', headers = {}, body, signal, patienceMs = PATIENCE_MS } = question;
  let answer: ProviderAnswer;
  try {
    const wait = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(url, { method, headers, signal: wait, redirect: 'error', ...(body ? { body } : {}) });
    answer = { status: response.status, text: (await response.text()).slice(0, LONGEST) };
  } catch (error) {
    throw new PaymentError('away', causeOf(error));
  }
  const { status } = answer;
  if (status === 429 || status >= 500) throw new PaymentError('away', `HTTP ${status}`);
  return answer;
}

/** The network's own word («ECONNREFUSED», «TimeoutError»), which names no address. */
function causeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown');
}

/** JSON that is an object. @throws PaymentError `away`: a portal's page or half an answer says nothing about a payment. */
export function asRecord(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new PaymentError('away', 'garbled answer');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new PaymentError('away', 'garbled answer');
  return parsed as Record<string, unknown>; // An object of JSON has string keys.
}
