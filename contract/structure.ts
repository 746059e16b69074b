import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { Balls } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

/** One person of the own structure, whom a row of the tree opens (docs/product/reports.md#structure). */
export const StructurePerson = z.object({
  id: z.int(),
  cons_id: z.string(),
  name: z.string(),
  line: z.int(),
  city: z.nullable(z.string()),
  sponsor: z.nullable(z.string()),
  /** The best ever reached in a closed month. */
  title: z.string(),
  active: z.boolean(),
  own: Balls,
  group: Balls,
  people: z.int(),
  active_line1: z.int(),
  /** Periods without activity in a row; 0 for the active. */
  silent: z.int(),
  last_order: z.nullable(z.string()),
  /** YYYY-MM-DD. */
  registered: z.string(),
  /** Only to the person's own consultant, and only with their consent. */
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type StructurePerson = z.infer<typeof StructurePerson>;

export const getStructurePerson = defineCall({
  name: 'getStructurePerson',
  summary: 'Человек моей структуры: место, объёмы, контакты с его согласия',
  word: 'network',
  dialect: 'word',
  method: 'GET',
  path: '/api/user/structure/person/:id',
  needs: 'structure.view',
  params: z.object({ id: PathId }),
  reply: z.object({
    ...okWord,
    server_time: z.string(),
    as_of: z.string(),
    person: StructurePerson,
    /** The way from the reader down to the person. */
    parents: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});
