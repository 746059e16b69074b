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
  own: Balls,
  group: Balls,
  active: z.boolean(),
  status: Rung,
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
