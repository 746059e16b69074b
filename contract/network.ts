import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

const Count = z.object({ people: z.int(), active: z.int() });
const Rung = z.object({ id: z.int(), name: z.string(), percent: z.int() });

/** The open period of a consultant as of a moment (docs/product/network.md#now). */
export const NetworkNow = z.object({
  ...okWord,
  /** YYYYMM, a month in Moscow. */
  period: z.int(),
  as_of: z.string(),
  /** When it was answered: a copy is shown with it. */
  server_time: z.string(),
  own: Balls,
  group: Balls,
  active: z.boolean(),
  /** The status of the period; the envelope's word is `status`. */
  rung: Rung,
  /** The best title of closed months: what it wants needs no telling any more. */
  title: z.int(),
  /** The next status and the points that are missing to it; null on the top rung. */
  next: z.nullable(z.object({ ...Rung.shape, missing: Balls })),
  line1: Count,
  structure: Count,
  /** What the volumes of this moment would pay: a sum that returns may lower until the period is closed. */
  forecast: z.object({ bonus: Kopecks, own: Kopecks, branches: Kopecks, leader: Kopecks }),
});
export type NetworkNow = z.infer<typeof NetworkNow>;

export const getNetworkNow = defineCall({
  name: 'getNetworkNow',
  summary: 'Мой открытый период: ЛО, ГО, статус, прогноз бонуса',
  word: 'network',
  dialect: 'word',
  needs: 'structure.view',
  method: 'GET',
  path: '/api/network/now',
  reply: NetworkNow,
});

// ── Career ──────────────────────────────────────────────────────────────────────────────────────
const TitleCounts = z.object({
  activeInLine1: z.int(),
  branches: z.array(z.object({ status: z.int(), count: z.int() })),
});
/** What the ladder and «что, если» need, on the device too; volumes in half-points (docs/product/plan.md#forecast). */
export const Career = z.object({
  ...okWord,
  period: z.int(),
  as_of: z.string(),
  own_half: z.int(),
  group_half: z.int(),
  rung: z.int(),
  /** The best ever reached, this open month included when `is_preliminary`. */
  title: z.int(),
  /** The title of this month is higher than all before: it holds once the month is closed. */
  is_preliminary: z.boolean(),
  counts: TitleCounts,
  below: z.object({
    legs: z.array(z.object({ groupHalf: z.int(), ownHalf: z.int(), belowHalf: z.int(), inLine1: z.boolean() })),
    looseHalf: z.int(),
    rest: z.array(z.object({ percent: z.int(), groupHalf: z.int() })),
  }),
  /** The month in which each title was reached first, the newest first; null where nobody has written it down. */
  history: z.array(z.object({ title: z.int(), period: z.nullable(z.int()) })),
  registered_at: z.string(),
  server_time: z.string(),
});
export type Career = z.infer<typeof Career>;

export const getCareer = defineCall({
  name: 'getCareer',
  summary: 'Моя карьера: звание, чего не хватает, история, ветки для расчёта «что, если»',
  word: 'network',
  dialect: 'word',
  needs: 'structure.view',
  method: 'GET',
  path: '/api/network/career',
  reply: Career,
});

/** For the list of all calls. */
export const NETWORK_CALLS = [getNetworkNow, getCareer];
