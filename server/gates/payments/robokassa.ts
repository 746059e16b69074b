import { createHmac } from 'node:crypto';
import { allowList } from '#server/gates/payments/allow-list.ts';
import { asRecord, askProvider } from '#server/gates/payments/ask-provider.ts';
import { roubles } from '#server/gates/payments/money-text.ts';
import {
  type Message,
  type Notice,
  PaymentError,
  type PaymentProvider,
  type PaymentRequest,
  type Receipt,
  type Refunded,
  type RefundRequest,
} from '#server/gates/payments/port.ts';
import { isSigned, sign } from '#server/gates/payments/robokassa-signature.ts';
import type { RobokassaSettings } from '#server/gates/payments/robokassa-settings.ts';
import { settleAtRobokassa } from '#server/gates/payments/robokassa-settle.ts';
import { readOperation, type Operation } from '#server/gates/payments/robokassa-xml.ts';
import { robokassaTax } from '#server/gates/payments/taxes.ts';

// Robokassa. Never met the live service: written to its documentation and tested against a local server that answers so
// (docs/product/payments.md#robokassa). Contents: 1 the provider, 2 the invoice, 3 refunds, 4 ResultURL

export type { RobokassaSettings };

// ── 1 The provider ──────────────────────────────────────────────────────────────────────────────
const URL_LIVE = 'https://auth.robokassa.ru/Merchant';
const REFUND_URL_LIVE = 'https://services.robokassa.ru/RefundService/Refund';
export const ROBOKASSA_ADDRESSES = ['185.59.216.65', '185.59.217.65'];

export function openRobokassa(settings: RobokassaSettings): PaymentProvider {
  const isTheirs = allowList(settings.addresses ?? ROBOKASSA_ADDRESSES);
  const operation = (externalId: string, signal: AbortSignal) => askOperation(settings, externalId, signal);
  return {
    name: 'robokassa',
    create: (request, signal) => createInvoice(settings, request, signal),
    async read({ externalId, paymentId }, signal) {
      const { state, sumKop, at } = await operation(externalId, signal);
      return {
        state,
        capturedKop: state === 'succeeded' ? sumKop : null,
        capturedAt: state === 'succeeded' ? at : null,
        refundedKop: 0,
        paymentId,
        key: null,
        reason: null,
      };
    },
    // An invoice ends at its ExpirationDate; there is no call that ends it sooner.
    cancel: () => Promise.resolve(),
    refund: (request, signal) => refund(settings, request, () => operation(request.externalId, signal), signal),
    readRefund: (externalId, signal) => readRefund(settings, externalId, signal),
    settle: (request, signal) => settleAtRobokassa(settings, request, signal),
    parse: (message) => noticeOf(settings, message, isTheirs),
  };
}

/** The operation as OpStateExt tells of it. */
async function askOperation(settings: RobokassaSettings, invId: string, signal: AbortSignal): Promise<Operation> {
  const { login, password2, hash, url = URL_LIVE } = settings;
  const query = new URLSearchParams({
    MerchantLogin: login,
    InvoiceID: invId,
    Signature: sign(hash, [login, invId, password2]),
  });
  const { status, text } = await askProvider({ url: `${url}/WebService/Service.asmx/OpStateExt?${query}`, signal });
  if (status !== 200) throw new PaymentError('away', `HTTP ${status}`);
  return readOperation(text);
}

// ── 2 The invoice ───────────────────────────────────────────────────────────────────────────────
/** Posted, because a receipt makes the address too long; the answer names a short page of this invoice. */
async function createInvoice(settings: RobokassaSettings, request: PaymentRequest, signal: AbortSignal) {
  const { url = URL_LIVE } = settings;
  const answer = await askProvider({
    url: `${url}/Indexjson.aspx`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(invoiceOf(settings, request)).toString(),
    signal,
  });
  if (answer.status !== 200) throw new PaymentError('away', `HTTP ${answer.status}`);
  const { invoiceID, errorCode } = asRecord(answer.text);
  if (typeof errorCode === 'number' && errorCode !== 0) throw new PaymentError('refused', `error ${errorCode}`);
  if (typeof invoiceID !== 'string' || !/^[\w-]{1,64}$/.test(invoiceID))
    throw new PaymentError('away', 'answer without an invoice');
  return { externalId: String(request.paymentId), url: `${url}/Index/${invoiceID}` };
}

const DESCRIPTION_MAX = 100;
/** The receipt is signed as the URL-encoded text that is sent. */
export function invoiceOf(settings: RobokassaSettings, request: PaymentRequest): Record<string, string> {
  const { login, password1, hash, isTest } = settings;
  const sum = roubles(request.amountKop);
  const receipt = encodeURIComponent(JSON.stringify(receiptOf(settings, request.receipt)));
  return {
    MerchantLogin: login,
    OutSum: sum,
    InvId: String(request.paymentId),
    Description: request.description.slice(0, DESCRIPTION_MAX),
    SignatureValue: sign(hash, [login, sum, request.paymentId, receipt, password1]),
    Receipt: receipt,
    Culture: 'ru',
    ExpirationDate: request.expiresAt.toISOString(),
    ...(request.receipt.customer.email ? { Email: request.receipt.customer.email } : {}),
    ...(isTest ? { IsTest: '1' } : {}),
  };
}
const receiptOf = (settings: RobokassaSettings, { items }: Pick<Receipt, 'items'>) => ({
  sno: settings.sno,
  items: items.map((item) => ({
    name: item.name,
    quantity: item.quantity,
    sum: item.sumKop / 100,
    payment_method: item.mode,
    payment_object: item.subject,
    tax: robokassaTax(settings, item),
  })),
});

// ── 3 Refunds ───────────────────────────────────────────────────────────────────────────────────
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed with password 3. The service knows no keys: whatever leaves the outcome open is not asked again. */
async function refund(
  settings: RobokassaSettings,
  { amountKop, receipt }: RefundRequest,
  operation: () => Promise<Operation>,
  signal: AbortSignal,
) {
  const { password3, refundUrl = REFUND_URL_LIVE } = settings;
  if (password3 === null) throw new PaymentError('refused', 'no password 3');
  const { opKey } = await operation();
  if (opKey === null) throw new PaymentError('away', 'operation without a key');
  const items = receipt.items.map((item) => ({
    Name: item.name,
    Quantity: item.quantity,
    Cost: item.priceKop / 100,
    Tax: robokassaTax(settings, item),
    PaymentMethod: item.mode,
    PaymentObject: item.subject,
  }));
  const unsigned = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ OpKey: opKey, RefundSum: amountKop / 100, InvoiceItems: items })}`;
  const answer = await askProvider({
    url: `${refundUrl}/Create`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(`${unsigned}.${createHmac('sha256', password3).update(unsigned).digest('base64url')}`),
    signal,
  }).catch(unsure);
  if (answer.status !== 200) throw new PaymentError('unsure', `HTTP ${answer.status}`);
  const { success, requestId } = asRecord(answer.text);
  if (success !== true) throw new PaymentError('refused', 'refund refused');
  if (typeof requestId !== 'string') throw new PaymentError('unsure', 'answer without an id');
  return { externalId: requestId, state: 'pending' as const };
}
const unsure = (error: unknown): never => {
  throw new PaymentError('unsure', error instanceof Error ? error.message : 'unknown');
};

const REFUND_STATES: Readonly<Record<string, Refunded['state']>> = { finished: 'succeeded', canceled: 'canceled' };
async function readRefund(settings: RobokassaSettings, externalId: string, signal: AbortSignal): Promise<Refunded> {
  const { refundUrl = REFUND_URL_LIVE } = settings;
  const { status, text } = await askProvider({
    url: `${refundUrl}/GetState?id=${encodeURIComponent(externalId)}`,
    signal,
  });
  if (status !== 200) throw new PaymentError('away', `HTTP ${status}`);
  return { externalId, state: REFUND_STATES[String(asRecord(text).label)] ?? 'pending' };
}

// ── 4 ResultURL ─────────────────────────────────────────────────────────────────────────────────
/** The sum is signed exactly as it was sent, so it is never read and written again before the check. */
function noticeOf(
  settings: RobokassaSettings,
  { ip, body, query }: Message,
  isTheirs: (ip: string) => boolean,
): Notice {
  if (!isTheirs(ip)) return { kind: 'refused', http: 403, reason: 'address' };
  const fields: Record<string, unknown> = { ...query, ...body };
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const invId = text('InvId');
  if (!/^\d{1,10}$/.test(invId) || text('OutSum') === '') return { kind: 'refused', http: 400, reason: 'shape' };
  const shp = Object.fromEntries(
    Object.keys(fields)
      .filter((name) => /^shp_/i.test(name))
      .map((name) => [name, text(name)]),
  );
  const expected = sign(settings.hash, [text('OutSum'), invId, settings.password2], shp);
  if (!isSigned(text('SignatureValue'), expected)) return { kind: 'refused', http: 403, reason: 'signature' };
  return { kind: 'payment', externalId: invId, paymentId: Number(invId), event: 'result', answer: `OK${invId}` };
}
