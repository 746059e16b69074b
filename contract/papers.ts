import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

const words = z.readonly(z.array(z.string()));
/** As contract/papers/paper.ts has it. */
const Block = z.union([
  z.string(),
  z.object({ heading: z.string() }),
  z.object({ list: words }),
  z.object({ head: words, rows: z.readonly(z.array(words)) }),
]);

/** Any version that was ever shown. The newest one is on its own page and asks nobody. */
export const getPaper = defineCall({
  name: 'getPaper',
  word: 'consents',
  dialect: 'word',
  summary: 'Редакция правового текста',
  method: 'GET',
  path: '/api/papers/:document/:version',
  needs: 'anyone',
  params: z.object({
    document: z.string().check(z.maxLength(60)),
    version: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  }),
  reply: z.object({
    ...okWord,
    paper: z.object({ path: z.string(), version: z.string(), title: z.string(), blocks: z.array(Block) }),
    sha256: z.string(),
  }),
});
