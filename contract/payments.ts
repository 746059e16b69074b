import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { whichOrder } from '#contract/orders.ts';
import { okWord } from '#contract/reply.ts';

// Contents: 1 what can be paid by, 2 one order's payment

// ── 1 What can be paid by ───────────────────────────────────────────────────────────────────────
export const OfferedMethod = z.object({
  code: z.int(),
  name: z.string(),
  way: z.enum(['link', 'account', 'transfer']),
  /** In the first group, «Сразу», or under «Ещё». */
  is_first: z.boolean(),
  hint: z.nullable(z.string()),
  /** «Тестовый режим»: no real provider stands behind it. */
  is_test: z.boolean(),
});
export type OfferedMethod = z.infer<typeof OfferedMethod>;
export const Requisites = z.object({
  name: z.string(),
  personalAcc: z.string(),
  bankName: z.string(),
  bic: z.string(),
  correspAcc: z.string(),
  payeeInn: z.string(),
  kpp: z.nullable(z.string()),
});
/** The ways to pay of whoever asks; without a signal the list of contract/payment-methods.ts takes its place. */
export const getPaymentMethods = defineCall({
  name: 'getPaymentMethods',
  needs: 'anyone',
  summary: 'Способы оплаты, доступные этому человеку, и реквизиты магазина',
  word: 'payments',
  dialect: 'word',
  method: 'GET',
  path: '/api/payment/methods',
  reply: z.object({ ...okWord, methods: z.array(OfferedMethod), requisites: z.nullable(Requisites) }),
});

// ── 2 One order's payment ───────────────────────────────────────────────────────────────────────
/**
 * `waiting`: nothing has been paid yet as far as the provider says. `review`: money came, but not the sum that was asked
 * for, and a person looks at it.
 */
export const PAYMENT_STATES = ['none', 'waiting', 'paid', 'failed', 'expired', 'review', 'refunded'] as const;
export const PaymentState = z.enum(PAYMENT_STATES);
export type PaymentState = z.infer<typeof PaymentState>;
/** Never from the address that the browser came back to: only what the provider said to the shop. */
export const OrderPayment = z.object({
  type: z.int(),
  name: z.string(),
  state: PaymentState,
  paid: z.boolean(),
  /** A link can be asked for now. */
  can_pay: z.boolean(),
  /** The live attempt ends then; null without one. */
  expires_at: z.nullable(z.string()),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

export const getPaymentLink = defineCall({
  name: 'getPaymentLink',
  needs: 'anyone',
  summary: 'Ссылка на оплату заказа: та же, пока попытка жива, иначе новая',
  word: 'payments',
  dialect: 'word',
  method: 'POST',
  path: '/user/order/get-payment-link',
  keyed: true,
  limit: { caller: 60, network: 600 },
  body: z.object(whichOrder),
  reply: z.object({
    ...okWord,
    link: z.string(),
    provider: z.string(),
    /** For code 5: what the QR code holds; the same as the link. */
    qr: z.nullable(z.string()),
    is_test: z.boolean(),
    expires_at: z.string(),
  }),
});
export const changePaymentMethod = defineCall({
  name: 'changePaymentMethod',
  needs: 'anyone',
  summary: 'Сменить способ оплаты, пока заказ не оплачен',
  word: 'payments',
  dialect: 'word',
  method: 'POST',
  path: '/user/order/change-payment-method',
  keyed: true,
  limit: { caller: 60, network: 600 },
  body: z.object({ ...whichOrder, payment_type: z.int() }),
  reply: z.object({
    ...okWord,
    exp_id: z.int(),
    payment: OrderPayment,
    /** The page of the provider; null for a way without one. */
    link: z.nullable(z.string()),
  }),
});
/**
 * Asked every few seconds by a screen that waits for money («Проверяем оплату…»). It reads, and at most once in five
 * seconds has the shop ask the provider.
 */
export const getPaymentStatus = defineCall({
  name: 'getPaymentStatus',
  needs: 'anyone',
  summary: 'Оплачен ли заказ',
  word: 'payments',
  dialect: 'word',
  method: 'POST',
  path: '/api/order/payment-status',
  body: z.object(whichOrder),
  reply: z.object({ ...okWord, exp_id: z.int(), payment: OrderPayment }),
});
