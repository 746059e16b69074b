import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { DEPOSIT_CODES, DEPOSIT_LIMITS } from '#contract/deposit-rules.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

// Money onto one's own ЛС by the gates of payments (docs/product/payments.md#deposits). Never queued.

const common = { word: 'accounts', dialect: 'word', method: 'POST', needs: 'deposit.create' } as const;
const between = 'От 100 до 100 000 ₽ за одно пополнение';

export const createDeposit = defineCall({
  ...common,
  name: 'createDeposit',
  summary: 'Пополнить личный счёт: ссылка на страницу оплаты',
  path: '/user/deposit',
  keyed: true,
  limit: { caller: 30, network: 300 },
  body: z.object({
    amount: Kopecks.check(
      z.minimum(DEPOSIT_LIMITS.minKop, { error: between }),
      z.maximum(DEPOSIT_LIMITS.maxKop, { error: between }),
    ),
    payment_type: z.int().check(z.refine((code) => DEPOSIT_CODES.some((one) => one === code))),
  }),
  fieldWords: { payment_type: 'Выберите способ оплаты' },
  reply: z.object({
    ...okWord,
    payment_id: z.int(),
    link: z.string(),
    provider: z.string(),
    /** For code 5: what the QR code holds; the same as the link. */
    qr: z.nullable(z.string()),
    is_test: z.boolean(),
    expires_at: z.string(),
  }),
});

export const DepositState = z.enum(['waiting', 'paid', 'failed', 'expired', 'review']);
export type DepositState = z.infer<typeof DepositState>;
export const Deposit = z.object({
  payment_id: z.int(),
  amount: Kopecks,
  method: z.string(),
  state: DepositState,
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** The page of the provider, while it can still be paid there. */
  link: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** What stands on ЛС now. */
  balance: Kopecks,
});
export type Deposit = z.infer<typeof Deposit>;
/** Asked every few seconds by the screen that waits; it has the shop ask the provider at most once in five seconds. */
export const getDeposit = defineCall({
  ...common,
  name: 'getDeposit',
  summary: 'Пришло ли пополнение',
  path: '/user/deposit/state',
  body: z.object({ payment_id: z.int().check(z.positive(), z.maximum(2_147_483_647)) }),
  fieldWords: { payment_id: 'Номер пополнения — целое число больше нуля' },
  reply: z.object({ ...okWord, deposit: Deposit }),
});

export const DEPOSIT_CALLS = [createDeposit, getDeposit] as const;
