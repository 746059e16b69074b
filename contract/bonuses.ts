import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { PeriodId } from '#contract/period-id.ts';
import { okWord } from '#contract/reply.ts';

// Where a bonus comes from (docs/product/network.md#derivation). Contents: 1 months, 2 one month, 3 one volume, 4 an objection.
// Money in kopecks, points in steps of a half, months YYYYMM in Moscow.

const common = { word: 'network', dialect: 'word', needs: 'structure.view' } as const;
const INT4_MAX = 2_147_483_647;
const PathMonth = z.pipe(
  z.string().check(z.regex(/^20\d{2}(0[1-9]|1[0-2])$/)),
  z.transform((text: string) => Number(text)),
);
const Rung = z.object({ id: z.int(), name: z.string(), percent: z.int() });

// ── 1 Months ────────────────────────────────────────────────────────────────────────────────────
/** Why a month pays nothing: not in the structure yet, own volume too small, group volume too small. */
export const NO_BONUS = ['outside', 'inactive', 'small'] as const;
export const BonusMonth = z.object({
  period: z.int(),
  /** `closed`: counted, not on КС yet. */
  state: z.enum(['closed', 'paid']),
  own: Balls,
  group: Balls,
  active: z.boolean(),
  status: Rung,
  bonus: Kopecks,
  leader: Kopecks,
  /** What came from the month before and what waits for the next one, both less than 50 ₽. */
  carried_in: Kopecks,
  carried_on: Kopecks,
  /** On КС; null: not yet. */
  posted: z.nullable(z.object({ amount: Kopecks, at: z.string() })),
  corrected: Kopecks,
  /** «Чего не хватило»; null where there is a bonus. */
  missing: z.nullable(z.object({ why: z.enum(NO_BONUS), points: Balls })),
});
export type BonusMonth = z.infer<typeof BonusMonth>;
export const BonusMonths = z.object({
  ...okWord,
  months: z.array(BonusMonth),
  /** Points of orders that are placed and not paid: they are not in the month yet. */
  on_the_way: z.object({ points: Balls, orders: z.int() }),
  server_time: z.string(),
});
export const getBonusMonths = defineCall({
  ...common,
  name: 'getBonusMonths',
  summary: 'Мои бонусы по месяцам и чего не хватило там, где их нет',
  method: 'GET',
  path: '/user/bonuses',
  reply: BonusMonths,
});

// ── 2 One month ─────────────────────────────────────────────────────────────────────────────────
const Someone = z.object({ user_id: z.int(), name: z.string() });
/**
 * A row of a bonus: whose volume × which percent. `own`: mine. `branch`: the group volume of an active person, by what my percent is
 * above theirs. `passed-up`: the own volume of somebody who was not active. `leader`: of a head with the highest percent.
 */
export const BonusSource = z.object({
  kind: z.enum(['own', 'branch', 'passed-up', 'leader']),
  person: Someone,
  volume: Balls,
  /** My percent, theirs, and the difference that is paid; of a leader bonus the leader's percent alone. */
  percent: z.int(),
  mine: z.int(),
  theirs: z.int(),
  amount: Kopecks,
  /** Who stood between and was not active: their branches count to me («компрессия»). */
  passed: z.array(Someone),
});
export type BonusSource = z.infer<typeof BonusSource>;
export const getBonusMonth = defineCall({
  ...common,
  name: 'getBonusMonth',
  summary: 'Откуда эта сумма: чьи баллы, какой процент, какое сжатие',
  method: 'GET',
  path: '/user/bonuses/:period',
  limit: { caller: 600 },
  params: z.object({ period: PathMonth }),
  reply: z.object({
    ...okWord,
    month: BonusMonth,
    sources: z.array(BonusSource),
    /** Sources that are too many to be listed, summed up. */
    more: z.object({ count: z.int(), amount: Kopecks }),
    corrections: z.array(z.object({ at: z.string(), amount: Kopecks })),
    dispute: z.nullable(
      z.object({
        state: z.enum(['open', 'answered']),
        text: z.string(),
        answer: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
    server_time: z.string(),
  }),
});

// ── 3 One volume ────────────────────────────────────────────────────────────────────────────────
/** The own volume of somebody in my structure, down to the orders, and who stands right below. */
export const getBonusVolume = defineCall({
  ...common,
  name: 'getBonusVolume',
  summary: 'Из чего сложился объём человека моей структуры: заказы и первая линия',
  method: 'POST',
  path: '/user/bonuses/volume',
  // It reads: a client repeats it at will.
  changes: false,
  limit: { caller: 600 },
  body: z.object({
    period: PeriodId,
    user_id: z.int().check(z.positive(), z.lte(INT4_MAX)),
  }),
  reply: z.object({
    ...okWord,
    person: Someone,
    own: Balls,
    group: Balls,
    percent: z.int(),
    active: z.boolean(),
    /** Events of the month; a return has points below 0. An order may be of the person or of one of their clients. */
    orders: z.array(
      z.object({
        number: z.nullable(z.int()),
        kind: z.enum(['order', 'return']),
        points: Balls,
        at: z.nullable(z.string()),
      }),
    ),
    line1: z.array(z.object({ ...Someone.shape, own: Balls, group: Balls, percent: z.int(), active: z.boolean() })),
    server_time: z.string(),
  }),
});

// ── 4 An objection ──────────────────────────────────────────────────────────────────────────────
export const disputeBonus = defineCall({
  ...common,
  name: 'disputeBonus',
  summary: 'Оспорить начисление за месяц: вопрос уходит в хозяйство',
  method: 'POST',
  path: '/user/bonuses/dispute',
  keyed: true,
  limit: { caller: 20 },
  body: z.object({
    period: PeriodId,
    text: z.string().check(z.trim(), z.minLength(10), z.maxLength(2000)),
  }),
  fieldWords: { text: 'Опишите, с чем вы не согласны: от 10 до 2000 знаков' },
  reply: z.object({ ...okWord, message: z.string(), server_time: z.string() }),
});

/** For the list of all calls. */
export const BONUS_CALLS = [getBonusMonths, getBonusMonth, getBonusVolume, disputeBonus];
