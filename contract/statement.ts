import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';

/** A month of one's own accounts on paper (docs/product/money.md#statement). */
export const getStatement = defineCall({
  name: 'getStatement',
  summary: 'Выписка по счетам за месяц (PDF)',
  word: 'accounts',
  dialect: 'word',
  needs: 'account.view',
  limit: { caller: 30 },
  method: 'GET',
  path: '/make-export/statement',
  query: z.object({ period: z.coerce.number().check(z.int(), z.gte(2020_01), z.lte(2999_12)) }),
  // The answer is a file.
  reply: z.unknown(),
});
