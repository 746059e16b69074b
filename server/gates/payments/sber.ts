import { asRecord, askProvider } from '#server/gates/payments/ask-provider.ts';
import {
  type Created,
  type Message,
  type Notice,
  PaymentError,
  type PaymentProvider,
  type PaymentRef,
  type PaymentRequest,
  type Seen,
  type SeenState,
} from '#server/gates/payments/port.ts';
import { isSberSigned } from '#server/gates/payments/sber-checksum.ts';

// SberPay by Sber's payment gateway. Never met the live service: written to its documentation and tested against a local
// server that answers so (docs/product/payments.md#sber). Receipts of these payments are made by the shop's own cash
// register, not by the gateway. Contents: 1 the provider, 2 calls, 3 callbacks

export type SberSettings = {
  userName: string;
  password: string;
  /** Signs callbacks. */
  callbackSecret: string;
  /** `https://ecommerce.sberbank.ru/…` or its test stand; other addresses in tests only. */
  url: string;
};
export const SBER_LIVE = 'https://ecommerce.sberbank.ru/ecomm/gw/partner/api/v1';
export const SBER_TEST = 'https://ecomtest.sberbank.ru/ecomm/gw/partner/api/v1';

// ── 1 The provider ──────────────────────────────────────────────────────────────────────────────
export function openSber(settings: SberSettings): PaymentProvider {
  const ask = (call: string, params: object, signal: AbortSignal) => askSber(settings, call, params, signal);
  const status = async ({ externalId }: Pick<PaymentRef, 'externalId'>, signal: AbortSignal) =>
    seenOf(wholeAnswer(await ask('getOrderStatusExtended.do', { orderId: externalId }, signal)));
  return {
    name: 'sber',
    create: (request, signal) => register(ask, request, signal),
    read: status,
    async cancel(ref, signal) {
      const answer = await ask('decline.do', { orderId: ref.externalId }, signal);
      // 7: it is not in a state that can be ended, so it has ended already.
      if (!['0', '7'].includes(answer.code)) throw new PaymentError('away', `error ${answer.code}`);
    },
    async refund({ externalId, amountKop, refundedKop }, signal) {
      // The gateway knows no keys: whether an earlier try went through is read from what has been given back so far.
      const done = { externalId: `${externalId}:${refundedKop + amountKop}`, state: 'succeeded' as const };
      const seen = await status({ externalId }, signal);
      if (seen.refundedKop >= refundedKop + amountKop) return done;
      const answer = await ask('refund.do', { orderId: externalId, amount: amountKop }, signal);
      if (answer.code === '5') throw new PaymentError('away', 'error 5');
      if (answer.code !== '0') throw new PaymentError('refused', `error ${answer.code}`);
      return done;
    },
    readRefund: (externalId) => Promise.resolve({ externalId, state: 'succeeded' }),
    parse: (message) => noticeOf(settings, message),
  };
}

// ── 2 Calls ─────────────────────────────────────────────────────────────────────────────────────
type Answer = { code: string; fields: Record<string, unknown> };
type Ask = (call: string, params: object, signal: AbortSignal) => Promise<Answer>;

async function askSber({ url, userName, password }: SberSettings, call: string, params: object, signal: AbortSignal) {
  const answer = await askProvider({
    url: `${url}/${call}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password, ...params }),
    signal,
  });
  if (answer.status !== 200) throw new PaymentError('away', `HTTP ${answer.status}`);
  const fields = asRecord(answer.text);
  // A number or a text; anything else is no code of theirs.
  const { errorCode = '0' } = fields;
  const code = typeof errorCode === 'string' || typeof errorCode === 'number' ? String(errorCode) : 'unreadable';
  return { code, fields };
}
function wholeAnswer({ code, fields }: Answer): Record<string, unknown> {
  if (code !== '0') throw new PaymentError('away', `error ${code}`);
  return fields;
}

const DUPLICATE = '1';
const SESSION_SECONDS = 3600;
/**
 * `orderNumber` is ours and for once. When the answer to it was lost it is taken, and what it opened cannot be had any more:
 * nobody has its link, so nobody pays it, and the next number opens another.
 */
async function register(ask: Ask, request: PaymentRequest, signal: AbortSignal): Promise<Created> {
  for (const suffix of ['', 'b', 'c']) {
    const { code, fields } = await ask('register.do', orderOf(request, suffix), signal);
    if (code === DUPLICATE) continue;
    // 5 is our login, 7 the gateway itself; 3 and 4 speak of this order.
    if (code !== '0') throw new PaymentError(['3', '4'].includes(code) ? 'refused' : 'away', `error ${code}`);
    const { orderId, formUrl } = fields;
    if (typeof orderId !== 'string' || typeof formUrl !== 'string')
      throw new PaymentError('away', 'answer without a link');
    return { externalId: orderId, url: formUrl };
  }
  throw new PaymentError('refused', 'error 1');
}
const orderOf = (request: PaymentRequest, suffix: string) => ({
  orderNumber: `${request.orderId ?? 0}-${request.paymentId}${suffix}`,
  amount: request.amountKop,
  currency: '643',
  returnUrl: request.returnUrl,
  failUrl: request.returnUrl,
  description: request.description,
  sessionTimeoutSecs: SESSION_SECONDS,
  ...(request.receipt.customer.email ? { email: request.receipt.customer.email } : {}),
  ...(request.receipt.customer.phone ? { phone: request.receipt.customer.phone } : {}),
  jsonParams: { 'sberpay.backurl': request.returnUrl },
});

/** 0 registered, 1 held, 2 paid, 3 reversed, 4 given back, 5 at the bank's check, 6 declined. */
const STATES: Readonly<Record<number, SeenState>> = { 2: 'succeeded', 3: 'canceled', 4: 'succeeded', 6: 'canceled' };

function seenOf(fields: Record<string, unknown>): Seen {
  const state = STATES[Number(fields.orderStatus)] ?? 'pending';
  const info = (fields.paymentAmountInfo ?? {}) as Record<string, unknown>; // Absent before the payer has come.
  const isPaid = state === 'succeeded';
  const at = Number(fields.depositedDate ?? fields.date);
  return {
    state,
    // Giving back lowers what is deposited; what was taken is the sum of both.
    capturedKop: isPaid ? whole(info.depositedAmount) + whole(info.refundedAmount) : null,
    capturedAt: isPaid && Number.isFinite(at) && at > 0 ? new Date(at) : null,
    refundedKop: whole(info.refundedAmount),
    paymentId: paymentOf(fields.orderNumber),
    key: null,
    reason: fields.actionCode === undefined ? null : `action ${Number(fields.actionCode)}`,
  };
}
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);
function paymentOf(orderNumber: unknown): number | null {
  const match = /^\d+-(\d+)[bc]?$/.exec(String(orderNumber));
  return match ? Number(match[1]) : null;
}

// ── 3 Callbacks ─────────────────────────────────────────────────────────────────────────────────
function noticeOf({ callbackSecret }: SberSettings, { query, body }: Message): Notice {
  const fields: Record<string, string> = { ...query };
  for (const [name, value] of Object.entries(body)) fields[name] = String(value);
  if (!isSberSigned(callbackSecret, fields)) return { kind: 'refused', http: 403, reason: 'signature' };
  const { mdOrder = '', orderNumber, operation = '' } = fields;
  if (!/^[\w-]{8,64}$/.test(mdOrder)) return { kind: 'refused', http: 400, reason: 'shape' };
  return {
    kind: 'payment',
    externalId: mdOrder,
    paymentId: paymentOf(orderNumber),
    event: `${operation}:${fields.status ?? ''}`,
    answer: '',
  };
}
