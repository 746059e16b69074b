import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

/** One account of a person (docs/product/money.md#accounts). Sums are kopecks. */
export const Account = z.object({
  account_type: z.int(),
  name: z.string(),
  /** Below zero it is a debt. */
  amount: Kopecks,
  /** What an order may take of it now. */
  available: Kopecks,
  /** Set aside for orders that are not paid yet. */
  blocked: Kopecks,
  /** How far below zero spends may go: 0, or the credit of `account.debit`. */
  credit: Kopecks,
  /** БС: what is free of each gift and when it burns, the nearest first. */
  expiring: z.array(z.object({ amount: Kopecks, expires_at: z.string() })),
});
export type Account = z.infer<typeof Account>;

export const Accounts = z.object({
  ...okWord,
  accounts: z.array(Account),
  /** `bs_percent`: how much of the goods БС may pay. */
  limits: z.object({ bs_percent: z.int() }),
  /** Sum of what the accounts are below zero: the next order collects it. */
  debt: Kopecks,
  server_time: z.string(),
});
export type Accounts = z.infer<typeof Accounts>;

export const getAccounts = defineCall({
  name: 'getAccounts',
  summary: 'Мои счета: сколько есть, сколько доступно, когда сгорают подарки',
  word: 'accounts',
  dialect: 'word',
  needs: 'account.view',
  method: 'GET',
  path: '/user/accounts',
  reply: Accounts,
});
