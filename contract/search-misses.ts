import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

/** Words that found nothing, counted without who asked (docs/decisions/262). No session is needed and none is made. */
export const noteSearchMiss = defineCall({
  name: 'noteSearchMiss',
  needs: 'anyone',
  limit: { caller: 30, network: 600 },
  summary: 'Посчитать поиск, который ничего не нашёл (без имени)',
  word: 'search',
  method: 'POST',
  path: '/api/search/misses',
  dialect: 'word',
  // It is nobody's: whoever the page belongs to by now does not matter.
  checksOwner: false,
  body: z.object({ query: z.string().check(z.maxLength(200)) }),
  reply: z.object({ ...okWord }),
  fieldWords: { query: 'Запрос длиннее 200 знаков' },
});
