import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Kopecks } from '#contract/money.ts';
import { PeriodId } from '#contract/period-id.ts';
import { isPeriod } from '#contract/plan/periods.ts';
import { okWord } from '#contract/reply.ts';

// The books at the desk (docs/product/money.md#books). Contents: 1 what is owed, 2 gateways against the ledger, 3 corrections, 4 files

const common = { word: 'desk', dialect: 'word', needs: 'desk.finance' } as const;
/** YYYYMM. */
const month = PeriodId;
const queryMonth = z.coerce.number().check(
  z.int(),
  z.gte(2020_01),
  z.lte(2999_12),
  z.refine((id) => isPeriod(id)),
);

// ── 1 What is owed ──────────────────────────────────────────────────────────────────────────────
export const Liability = z.object({
  /** An account type; null: bonuses below 50 ₽ that are carried on. */
  account_type: z.nullable(z.int()),
  name: z.string(),
  people: z.int(),
  owed: Kopecks,
  /** What people owe the shop, as a sum above zero. */
  debts: Kopecks,
  held: Kopecks,
});
export type Liability = z.infer<typeof Liability>;
export const deskFetchLiabilities = defineCall({
  ...common,
  name: 'deskFetchLiabilities',
  summary: 'Хозяйство: обязательства перед людьми — ЛС, КС, БС и переносы; сейчас или на конец месяца',
  method: 'POST',
  path: '/api/desk/finance/liabilities',
  // It reads: a client repeats it at will.
  changes: false,
  limit: { caller: 120 },
  body: z.object({ period: z.nullable(month) }),
  reply: z.object({
    ...okWord,
    liabilities: z.array(Liability),
    /** Sum of everything in the ledger: 0, or something is wrong. */
    balance: Kopecks,
    server_time: z.string(),
  }),
});

// ── 2 Gateways against the ledger ───────────────────────────────────────────────────────────────
const sums = {
  /** By the word of the providers: what came, what went back, and what is left there. */
  taken: Kopecks,
  given_back: Kopecks,
  /** By the ledger. */
  booked: Kopecks,
  /** What explains a difference: refunds on their way, and money of a wrong sum that waits for a person. */
  returning: Kopecks,
  in_review: Kopecks,
  /** taken − given_back − booked − returning − in_review: must be 0. */
  unexplained: Kopecks,
};
export const GatewayTotal = z.object({ code: z.int(), name: z.string(), ...sums });
export type GatewayTotal = z.infer<typeof GatewayTotal>;
export const GatewayLine = z.object({
  code: z.int(),
  name: z.string(),
  /** Null: a deposit, or a movement that names neither. */
  order_id: z.nullable(z.int()),
  payment_id: z.nullable(z.int()),
  ...sums,
});
export type GatewayLine = z.infer<typeof GatewayLine>;
export const RECONCILED_LINES = 200;
export const deskReconcile = defineCall({
  ...common,
  name: 'deskReconcile',
  summary: 'Хозяйство: сверка денег платёжных систем со счетами, построчно, где они различаются',
  method: 'POST',
  path: '/api/desk/finance/reconcile',
  changes: false,
  limit: { caller: 60 },
  body: z.object({}),
  reply: z.object({
    ...okWord,
    totals: z.array(GatewayTotal),
    /** Those that nothing explains come first. */
    lines: z.array(GatewayLine),
    line_count: z.int(),
    server_time: z.string(),
  }),
});

// ── 3 Corrections ───────────────────────────────────────────────────────────────────────────────
/** One correction, kopecks. */
export const CORRECTION_MAX_KOP = 100_000_000;
export const CORRECTION_STATES = ['waiting', 'done', 'refused'] as const;
export const DeskCorrection = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  account_type: z.int(),
  amount: Kopecks,
  reason: z.string(),
  state: z.enum(CORRECTION_STATES),
  asked_by: z.string(),
  asked_at: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  decision: z.nullable(z.string()),
  /** Whether whoever reads it may decide: not their own, not about them. */
  can_decide: z.boolean(),
});
export type DeskCorrection = z.infer<typeof DeskCorrection>;
const Corrections = z.object({ ...okWord, corrections: z.array(DeskCorrection), server_time: z.string() });
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
const Id = z.int().check(z.positive(), z.lte(2_147_483_647));

export const deskFindHolder = defineCall({
  ...common,
  name: 'deskFindHolder',
  summary: 'Хозяйство: чьи счета — по номеру консультанта или кабинета',
  method: 'POST',
  path: '/api/desk/finance/holder',
  changes: false,
  limit: { caller: 120 },
  body: z.object({ who: z.string().check(z.trim(), z.regex(/^\d{1,10}$/)) }),
  fieldWords: { who: 'Номер консультанта — восемь цифр, номер кабинета — до десяти' },
  reply: z.object({
    ...okWord,
    holder: z.object({
      user_id: z.int(),
      name: z.string(),
      cons_id: z.nullable(z.string()),
      balances: z.array(z.object({ account_type: z.int(), amount: Kopecks, available: Kopecks })),
    }),
  }),
});
export const deskFetchCorrections = defineCall({
  ...common,
  name: 'deskFetchCorrections',
  summary: 'Хозяйство: исправления на счетах, которые ждут второго сотрудника, и последние решённые',
  method: 'GET',
  path: '/api/desk/finance/corrections',
  reply: Corrections,
});
export const deskAskCorrection = defineCall({
  ...common,
  name: 'deskAskCorrection',
  summary: 'Хозяйство: предложить исправление на счёте; деньги двинет второй сотрудник',
  method: 'POST',
  path: '/api/desk/finance/corrections/ask',
  keyed: true,
  body: z.object({
    user_id: Id,
    account_type: z.int().check(z.gte(0), z.lte(2)),
    /** Plus gives, minus takes. */
    amount: Kopecks.check(
      z.gte(-CORRECTION_MAX_KOP),
      z.lte(CORRECTION_MAX_KOP),
      z.refine((sum) => sum !== 0),
    ),
    reason,
  }),
  fieldWords: {
    amount: 'Сумма от 0,01 до 1 000 000 ₽: прибавить или снять',
    account_type: 'Выберите счёт',
    reason: 'Напишите причину: от 3 до 500 знаков',
  },
  reply: Corrections,
});
export const deskDecideCorrection = defineCall({
  ...common,
  name: 'deskDecideCorrection',
  summary: 'Хозяйство: провести или отклонить исправление, которое предложил другой сотрудник',
  method: 'POST',
  path: '/api/desk/finance/corrections/decide',
  keyed: true,
  body: z.object({ id: Id, approve: z.boolean(), reason }),
  fieldWords: { reason: 'Напишите, что вы проверили: от 3 до 500 знаков' },
  reply: Corrections,
});

// ── 4 Files ─────────────────────────────────────────────────────────────────────────────────────
export const REGISTERS = ['payments', 'bonuses', 'balances'] as const;
/**
 * `payments`: money that came by gateways in the month and went back. `bonuses`: what the month has put on КС, by person. `balances`:
 * accounts of people as they stood at its end.
 */
export const deskExportRegister = defineCall({
  ...common,
  name: 'deskExportRegister',
  summary: 'Хозяйство: реестр для бухгалтерии файлом xlsx — платежи, начисления или остатки за месяц',
  method: 'GET',
  path: '/api/desk/finance/register',
  limit: { caller: 30 },
  query: z.object({ kind: z.enum(REGISTERS), period: queryMonth, format: z.optional(z.enum(['xlsx', 'csv'])) }),
  // The answer is a file.
  reply: z.unknown(),
});

export const BOOK_CALLS = [
  deskFetchLiabilities,
  deskReconcile,
  deskFindHolder,
  deskFetchCorrections,
  deskAskCorrection,
  deskDecideCorrection,
  deskExportRegister,
] as const;
