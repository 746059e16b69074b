import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

/** What one carried-out call did to one thing: a product, a lesson. A replay and a refusal leave none. */
export const Execution = z.object({
  /** Server order: within one cart, and within one person's hearts, the order in which they were carried out. */
  n: z.int(),
  /** Null for callers without keys and for the merge at login. */
  key: z.nullable(z.string()),
  /** Who the request said it was from (`X-Client-User`), else its session. */
  owner: z.nullable(z.string()),
  /** Whose cart or hearts it changed: `<user id>` or `guest:<guest id>`. */
  person: z.nullable(z.string()),
  /** Method and path pattern, e.g. `POST /cart/change`. */
  call: z.string(),
  kind: z.enum(['cart.change', 'cart.merge', 'cart.price', 'fav.set', 'form.send', 'lesson.watched', 'quiz.submit']),
  /** `retail:0`, null for what is no cart. */
  cart: z.nullable(z.string()),
  /** Id of what it was done to, by kind: a product, or a lesson for `lesson.watched` and `quiz.submit`. */
  target_id: z.int(),
  /**
   * Pieces; hearts: 1 on, −1 off; `cart.price`: the price accepted, kopecks; `form.send`: contacts; lesson: 1; quiz: the
   * version named, 0 = none.
   */
  asked: z.int(),
  applied: z.int(),
  /** After it: pieces of the line, 1 or 0 for a heart, 1 for a lesson, percent of a quiz. */
  quantity: z.int(),
  at: z.string(),
});
export type Execution = z.infer<typeof Execution>;

/** For testers: mounted with TEST_LEDGER=1 only, which production refuses. Hence it is not in ALL_CALLS. */
export const getTestLedger = defineCall({
  name: 'getTestLedger',
  summary: 'Что выполнено: по ключам, владельцам и товарам',
  word: 'notices',
  dialect: 'word',
  needs: 'anyone',
  method: 'GET',
  path: '/api/test/ledger',
  reply: z.object({ ...okWord, executions: z.array(Execution) }),
});
