import { timingSafeEqual } from 'node:crypto';
import { roubles } from '#server/gates/payments/money-text.ts';

// Газпромбанк, PPS. Never met the live service, and switched off: the bank calls the shop and cannot be asked, so `confirm`
// could not read a payment anew. Until the bank confirms its protocol the sandbox serves code 8, and production hides it
// (docs/product/payments.md#gazprombank).

export type GpbSettings = { merchantId: string; login: string; password: string; url: string };

/** The page of the bank. The order is named by our attempt, which the bank repeats in both of its calls. */
export function gpbLink(
  { url, merchantId }: GpbSettings,
  { paymentId, amountKop, returnUrl }: { paymentId: number; amountKop: number; returnUrl: string },
): string {
  const query = new URLSearchParams({
    LANG: 'RU',
    merch_id: merchantId,
    back_url_s: returnUrl,
    back_url_f: returnUrl,
    'o.order_uri': String(paymentId),
    'o.amount': roubles(amountKop),
  });
  return `${url}/payment/start.wsm?${query}`;
}

/** Whether a call carries the login that was agreed with the bank. */
export function isGpb({ login, password }: GpbSettings, authorization: string | undefined): boolean {
  const [a, b] = [
    Buffer.from(authorization ?? ''),
    Buffer.from(`Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`),
  ];
  return a.length === b.length && timingSafeEqual(a, b);
}

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const result = (code: 1 | 2, desc: string): string =>
  `<result><code>${code}</code><desc>${escapeXml(desc)}</desc></result>`;

/** Answer to «check»: may this be paid. */
export function gpbCheckAnswer(
  { merchantId }: GpbSettings,
  payment: { paymentId: number; amountKop: number; description: string } | null,
): string {
  if (!payment) return `<payment-avail-response>${result(2, 'Заказ не ждёт оплаты')}</payment-avail-response>`;
  const text = escapeXml(payment.description);
  const amount = `<account-amount><id>${escapeXml(merchantId)}</id><amount>${payment.amountKop}</amount><currency>643</currency><exponent>2</exponent></account-amount>`;
  const purchase = `<purchase><shortDesc>${text}</shortDesc><longDesc>${text}</longDesc>${amount}</purchase>`;
  return `<payment-avail-response>${result(1, '')}<merchant-trx>${payment.paymentId}</merchant-trx>${purchase}</payment-avail-response>`;
}

/** Answer to «register»: the payment has been noted, or cannot be. */
export const gpbRegisterAnswer = (isNoted: boolean): string =>
  `<register-payment-response>${result(isNoted ? 1 : 2, isNoted ? 'OK' : 'Временно недоступно')}</register-payment-response>`;
