import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { PeriodId } from '#contract/period-id.ts';
import { okWord } from '#contract/reply.ts';

// Months of the plan at the desk: trial closing and posting (docs/product/network.md#posting). Contents: 1 the list, 2 a trial,
// 3 letting it be paid, 4 questions about bonuses

const common = { word: 'desk', dialect: 'word', needs: 'desk.finance' } as const;

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
const Approval = z.object({ user_id: z.int(), name: z.string(), at: z.string() });
export const DeskPeriod = z.object({
  period: z.int(),
  state: z.enum(['open', 'correcting', 'closing', 'closed', 'paid']),
  /** When it is closed, and from when its bonuses may be posted. */
  closes_at: z.string(),
  pays_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** Of the snapshot; null while the month is not closed. */
  closed: z.nullable(z.object({ sha256: z.string(), people: z.int(), volume: Balls, earned: Kopecks })),
  approvals: z.array(Approval),
  /** What stands on КС already, what waits for 50 ₽, and corrections that are not posted yet. */
  posted: z.object({ people: z.int(), of: z.int(), amount: Kopecks, carried: Kopecks, to_correct: Kopecks }),
  /** Returns that came after the closing and are not counted yet. */
  late_returns: z.int(),
});
export type DeskPeriod = z.infer<typeof DeskPeriod>;

export const deskFetchPeriods = defineCall({
  ...common,
  name: 'deskFetchPeriods',
  summary: 'Хозяйство: месяцы плана — закрытие, согласования, начисление бонусов',
  method: 'GET',
  path: '/api/desk/finance/periods',
  reply: z.object({ ...okWord, periods: z.array(DeskPeriod), needed: z.int(), server_time: z.string() }),
});

// ── 2 A trial ───────────────────────────────────────────────────────────────────────────────────
const Person = z.object({ user_id: z.int(), name: z.string(), cons_id: z.nullable(z.string()) });
export const DeskTrial = z.object({
  period: z.int(),
  /** False: the month is not closed, and everything may still change. */
  is_closed: z.boolean(),
  people: z.int(),
  active: z.int(),
  paid_people: z.int(),
  volume: Balls,
  turnover: Kopecks,
  earned: Kopecks,
  /** Hundredths of a percent: of what the points are worth, and of the money of the orders. */
  payout_rate: z.int(),
  turnover_rate: z.int(),
  /** What the plan pays at most. */
  most_rate: z.int(),
  /** The month before, when it is closed. */
  before: z.nullable(z.object({ volume: Balls, earned: Kopecks, payout_rate: z.int() })),
  greatest: z.array(z.object({ ...Person.shape, own: Balls, group: Balls, amount: Kopecks })),
  odd: z.array(z.object({ ...Person.shape, kind: z.enum(['grown', 'fallen', 'first']), from: Kopecks, to: Kopecks })),
});
export type DeskTrial = z.infer<typeof DeskTrial>;
export const deskTryPeriod = defineCall({
  ...common,
  name: 'deskTryPeriod',
  summary: 'Хозяйство: пробное закрытие месяца — доля выплат, самые большие бонусы, необычные изменения',
  method: 'POST',
  path: '/api/desk/finance/trial',
  // It reads: a client repeats it at will.
  changes: false,
  limit: { caller: 120 },
  body: z.object({ period: PeriodId }),
  reply: z.object({ ...okWord, trial: DeskTrial }),
});

// ── 3 Letting it be paid ────────────────────────────────────────────────────────────────────────
export const deskApprovePeriod = defineCall({
  ...common,
  name: 'deskApprovePeriod',
  summary: 'Хозяйство: согласовать начисление бонусов закрытого месяца',
  method: 'POST',
  path: '/api/desk/finance/approve',
  keyed: true,
  body: z.object({
    period: PeriodId,
    /** Of the snapshot that was looked at. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
  }),
  fieldWords: { reason: 'Напишите, что вы проверили: от 3 до 500 знаков' },
  reply: z.object({ ...okWord, period: DeskPeriod, needed: z.int(), server_time: z.string() }),
});

// ── 4 Questions about bonuses ───────────────────────────────────────────────────────────────────
export const DeskDispute = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  period: z.int(),
  text: z.string(),
  at: z.string(),
  answer: z.nullable(z.string()),
  answered_by: z.nullable(z.string()),
});
export type DeskDispute = z.infer<typeof DeskDispute>;
const Disputes = z.object({ ...okWord, disputes: z.array(DeskDispute), server_time: z.string() });
export const deskFetchDisputes = defineCall({
  ...common,
  name: 'deskFetchDisputes',
  summary: 'Хозяйство: вопросы консультантов о начислениях',
  method: 'GET',
  path: '/api/desk/finance/disputes',
  reply: Disputes,
});
export const deskAnswerDispute = defineCall({
  ...common,
  name: 'deskAnswerDispute',
  summary: 'Хозяйство: ответить на вопрос о начислении',
  method: 'POST',
  path: '/api/desk/finance/disputes/answer',
  keyed: true,
  body: z.object({
    id: z.int().check(z.positive(), z.lte(2_147_483_647)),
    words: z.string().check(z.trim(), z.minLength(3), z.maxLength(1000)),
  }),
  fieldWords: { words: 'Напишите ответ: от 3 до 1000 знаков' },
  reply: Disputes,
});
