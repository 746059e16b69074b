import { allowList } from '#server/gates/payments/allow-list.ts';
import { asRecord, askProvider } from '#server/gates/payments/ask-provider.ts';
import { kopecks, roubles } from '#server/gates/payments/money-text.ts';
import {
  type Message,
  type Notice,
  PaymentError,
  type PaymentProvider,
  type PaymentRequest,
  type Receipt,
  type Refunded,
  type Seen,
} from '#server/gates/payments/port.ts';
import { taxRateOf, YOOKASSA_VAT } from '#server/gates/payments/taxes.ts';

// ЮKassa, API v3. Never met the live service: written to its documentation and tested against a local server that answers so
// (docs/product/payments.md#yookassa). Contents: 1 the provider, 2 what is sent, 3 what is read, 4 notifications

export type YookassaSettings = {
  shopId: string;
  secretKey: string;
  /** 1 ОСН, 2 УСН доходы, 3 УСН доходы − расходы, 6 патент. */
  taxSystem: number;
  /** Another address in tests only. */
  url?: string;
  /** Whence notifications come. */
  addresses?: readonly string[];
};

// ── 1 The provider ──────────────────────────────────────────────────────────────────────────────
const URL_LIVE = 'https://api.yookassa.ru/v3';
/** Published by ЮKassa; its notifications are not signed, so this and the reading anew are all that proves them. */
export const YOOKASSA_ADDRESSES = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.156.11',
  '77.75.156.35',
  '77.75.154.128/25',
  '2a02:5180::/32',
];

export function openYookassa(settings: YookassaSettings): PaymentProvider {
  const { shopId, secretKey, taxSystem, url = URL_LIVE, addresses = YOOKASSA_ADDRESSES } = settings;
  const isTheirs = allowList(addresses);
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
  const ask = async (path: string, signal: AbortSignal, sent?: { key: string; body: object }) => {
    const answer = await askProvider({
      url: `${url}${path}`,
      method: sent ? 'POST' : 'GET',
      headers: {
        authorization,
        ...(sent ? { 'content-type': 'application/json', 'idempotence-key': sent.key } : {}),
      },
      signal,
      ...(sent ? { body: JSON.stringify(sent.body) } : {}),
    });
    // 401 and 403 speak of our login, 202 of an operation that is still going on: neither is about this payment.
    if ([400, 404, 405, 415, 422].includes(answer.status)) throw new PaymentError('refused', `HTTP ${answer.status}`);
    if (answer.status !== 200) throw new PaymentError('away', `HTTP ${answer.status}`);
    return asRecord(answer.text);
  };
  return {
    name: 'yookassa',
    async create(request, signal) {
      const made = await ask('/payments', signal, { key: request.key, body: creationOf(request, taxSystem) });
      const confirmation = record(made.confirmation);
      const [id, link] = [made.id, confirmation?.confirmation_url];
      if (typeof id !== 'string' || typeof link !== 'string') throw new PaymentError('away', 'answer without a link');
      return { externalId: id, url: link };
    },
    read: async ({ externalId }, signal) => seenOf(await ask(`/payments/${encodeURIComponent(externalId)}`, signal)),
    // What waits for its payer cannot be cancelled there; it runs out by itself, and late money goes back.
    cancel: () => Promise.resolve(),
    async refund({ key, externalId, amountKop, receipt }, signal) {
      const body = { payment_id: externalId, amount: amountOf(amountKop), receipt: receiptOf(receipt, taxSystem) };
      return refundOf(await ask('/refunds', signal, { key, body }));
    },
    async settle({ key, externalId, sumKop, receipt }, signal) {
      const body = {
        type: 'payment',
        payment_id: externalId,
        send: true,
        ...receiptOf(receipt, taxSystem),
        settlements: [{ type: 'prepayment', amount: amountOf(sumKop) }],
      };
      await ask('/receipts', signal, { key, body });
    },
    readRefund: async (externalId, signal) => refundOf(await ask(`/refunds/${encodeURIComponent(externalId)}`, signal)),
    parse: (message) => noticeOf(message, isTheirs),
  };
}

// ── 2 What is sent ──────────────────────────────────────────────────────────────────────────────
const amountOf = (kop: number) => ({ value: roubles(kop), currency: 'RUB' });
const DESCRIPTION_MAX = 128;

const creationOf = (request: PaymentRequest, taxSystem: number) => ({
  amount: amountOf(request.amountKop),
  capture: true,
  confirmation: { type: 'redirect', return_url: request.returnUrl },
  description: request.description.slice(0, DESCRIPTION_MAX),
  metadata: { order_id: String(request.orderId ?? ''), payment_id: String(request.paymentId), key: request.key },
  // Code 9 is ЮKassa's own page with all its ways; the others go straight to theirs.
  ...(METHODS[request.code] ? { payment_method_data: { type: METHODS[request.code] } } : {}),
  receipt: receiptOf(request.receipt, taxSystem),
});
const METHODS: Readonly<Record<number, string>> = { 1: 'bank_card', 5: 'sbp', 7: 'sberbank' };

const receiptOf = ({ customer, items }: Receipt, taxSystem: number) => ({
  customer: customer.email ? { email: customer.email } : { phone: (customer.phone ?? '').replace(/^\+/, '') },
  tax_system_code: taxSystem,
  items: items.map((item) => ({
    description: item.name,
    quantity: `${item.quantity}.000`,
    amount: amountOf(item.priceKop),
    vat_code: YOOKASSA_VAT[taxRateOf(item)],
    payment_subject: item.subject,
    payment_mode: item.mode,
    measure: 'piece',
    // One unit with its code of «Честный знак»: mode 0 is «the code as it was read».
    ...(item.mark === undefined
      ? {}
      : { mark_mode: '0', mark_code_info: { gs_1m: Buffer.from(item.mark).toString('base64') } }),
  })),
});

// ── 3 What is read ──────────────────────────────────────────────────────────────────────────────
function seenOf(payment: Record<string, unknown>): Seen {
  const { status, paid } = payment;
  const isPaid = status === 'succeeded' && paid === true;
  const at = typeof payment.captured_at === 'string' ? Date.parse(payment.captured_at) : Number.NaN;
  const ended = record(payment.cancellation_details);
  const reason = typeof ended?.reason === 'string' ? ended.reason : null;
  const ourId = Number(record(payment.metadata)?.payment_id);
  const key = record(payment.metadata)?.key;
  return {
    state: isPaid
      ? 'succeeded'
      : status === 'canceled'
        ? reason?.startsWith('expired')
          ? 'expired'
          : 'canceled'
        : 'pending',
    capturedKop: isPaid ? moneyOf(payment.amount) : null,
    capturedAt: isPaid && !Number.isNaN(at) ? new Date(at) : null,
    refundedKop: moneyOf(payment.refunded_amount) ?? 0,
    paymentId: Number.isInteger(ourId) && ourId > 0 ? ourId : null,
    key: typeof key === 'string' ? key : null,
    reason,
  };
}
function refundOf({ id, status }: Record<string, unknown>): Refunded {
  if (typeof id !== 'string') throw new PaymentError('away', 'answer without an id');
  const isFinal = status === 'succeeded' || status === 'canceled';
  return { externalId: id, state: isFinal ? status : 'pending' };
}
/** Kopecks of `{value, currency}`; another currency is no sum of ours. */
function moneyOf(value: unknown): number | null {
  const amount = record(value);
  return amount?.currency === 'RUB' ? kopecks(amount.value) : null;
}
const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

// ── 4 Notifications ─────────────────────────────────────────────────────────────────────────────
function noticeOf({ ip, body }: Message, isTheirs: (ip: string) => boolean): Notice {
  if (!isTheirs(ip)) return { kind: 'refused', http: 403, reason: 'address' };
  const { type, event } = body;
  const id = record(body.object)?.id;
  if (type !== 'notification' || typeof event !== 'string' || typeof id !== 'string' || !/^[\w-]{8,64}$/.test(id))
    return { kind: 'refused', http: 400, reason: 'shape' };
  if (!event.startsWith('payment.')) return { kind: 'other', event, answer: '' };
  const ourId = Number(record(record(body.object)?.metadata)?.payment_id);
  return {
    kind: 'payment',
    externalId: id,
    paymentId: Number.isInteger(ourId) && ourId > 0 ? ourId : null,
    event,
    answer: '',
  };
}
