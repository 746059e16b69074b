import type { ReceiptItem } from '#contract/receipts.ts';
import { asRecord, askProvider } from '#server/gates/payments/ask-provider.ts';
import { PaymentError, type SettleRequest } from '#server/gates/payments/port.ts';
import type { RobokassaSettings } from '#server/gates/payments/robokassa-settings.ts';
import { type RobokassaHash, sign } from '#server/gates/payments/robokassa-signature.ts';
import { robokassaTax } from '#server/gates/payments/taxes.ts';

// The second receipt at Robokassa's cash register (docs/product/payments.md#robokassa). Never met the live service: written to its documentation and
// tested against a local server that answers so.

const FISCAL_URL_LIVE = 'https://ws.roboxchange.com/RoboFiscal';
/** Receipts are numbered beside invoices, and no invoice may ever meet the number of a receipt. */
const SECOND_RECEIPTS = 3_000_000_000;
/** What pays: the advance that was taken. */
const ADVANCE = 2;
/** 0 and 1 wait to be registered, 2 is registered: whatever it is, it is there and must not be made again. */
const KNOWN: readonly string[] = ['0', '1', '2'];

/**
 * Asks first whether it is there: the service knows no keys, and makes two receipts at most of one payment.
 * @throws PaymentError `away` when that cannot be told, `refused` when the receipt is not accepted.
 */
export async function settleAtRobokassa(
  settings: RobokassaSettings,
  request: SettleRequest,
  signal: AbortSignal,
): Promise<void> {
  const id = String(SECOND_RECEIPTS + Number(request.externalId));
  const known = await ask(settings, 'Status', { merchantId: settings.login, id }, signal);
  if (KNOWN.includes(String(known['Code']))) return;
  const answer = await ask(settings, 'Attach', receiptOf(settings, request, id), signal);
  const code = String(answer['ResultCode']);
  if (code === '1000') throw new PaymentError('away', 'result 1000');
  if (!KNOWN.includes(code)) throw new PaymentError('refused', `result ${code}`);
}

function receiptOf(settings: RobokassaSettings, { externalId, sumKop, receipt }: SettleRequest, id: string) {
  const { email, phone } = receipt.customer;
  return {
    merchantId: settings.login,
    id,
    /** The invoice whose receipt took the advance. */
    originId: externalId,
    operation: 'sell',
    sno: settings.sno,
    url: settings.shopUrl ?? '',
    total: sumKop / 100,
    items: receipt.items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      sum: item.sumKop / 100,
      tax: robokassaTax(settings, item),
      payment_method: item.mode,
      payment_object: item.subject,
      // As it was read: the service takes the code of a marked unit as text.
      ...(item.mark === undefined ? {} : { nomenclature_code: item.mark }),
    })),
    client: { ...(email ? { email } : {}), ...(phone ? { phone: phone.replace(/^\+/, '') } : {}) },
    payments: [{ type: ADVANCE, sum: sumKop / 100 }],
    vats: taxesOf(settings, receipt.items),
  };
}
/** The tax inside the sums, one row for each rate. */
function taxesOf(settings: RobokassaSettings, items: readonly ReceiptItem[]): { type: string; sum: number }[] {
  const sums = new Map<string, number>();
  for (const item of items) {
    const vat = item.vat ?? 0;
    const inside = Math.round((item.sumKop * vat) / (100 + vat));
    const type = robokassaTax(settings, item);
    sums.set(type, (sums.get(type) ?? 0) + inside);
  }
  return [...sums].map(([type, kop]) => ({ type, sum: kop / 100 }));
}

/** Body and signature in base64 of addresses without its padding, a point between them. */
async function ask(
  { password1, hash, fiscalUrl = FISCAL_URL_LIVE }: RobokassaSettings,
  what: 'Status' | 'Attach',
  body: object,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { status, text } = await askProvider({
    url: `${fiscalUrl}/Receipt/${what}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: signedBody(body, password1, hash),
    signal,
  });
  if (status !== 200) throw new PaymentError('away', `HTTP ${status}`);
  return asRecord(text);
}
export function signedBody(body: object, password1: string, hash: RobokassaHash): string {
  const payload = Buffer.from(JSON.stringify(body)).toString('base64url');
  return `${payload}.${Buffer.from(sign(hash, [payload + password1])).toString('base64url')}`;
}
