import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { fieldErrors, wordsOf } from '#contract/field-words.ts';
import type { FieldErrors } from '#contract/reply.ts';

/** What is understood of a value, or what is wrong with each of its fields. */
export type Judged<T> = { data: T; errors?: undefined } | { data?: undefined; errors: FieldErrors };

/**
 * The one verdict on the body of a call: the shop gives it before the handler, a form gives it before it sends. A form that it lets
 * pass can only be refused for what the phone cannot know (docs/decisions/210-one-form.md).
 */
export const judgeBody = <C extends Pick<Call, 'body' | 'fieldWords'>>(
  { body, fieldWords }: C,
  value: unknown,
  mayHoldNul = true,
): Judged<z.output<C['body']>> => judge(body as C['body'], fieldWords, value, mayHoldNul);

/** `mayHoldNul`: false when the text that the value was read from is known to hold no U+0000. */
export function judge<S extends z.ZodMiniType>(
  schema: S,
  words: Readonly<Record<string, string>>,
  value: unknown,
  mayHoldNul = true,
): Judged<z.output<S>> {
  // With the input of each fault: a missing value is told in other words than a wrong one.
  const result = schema.safeParse(value, { reportInput: true, error: wordsOf });
  if (!result.success) return { errors: fieldErrors(words, result.error.issues) };
  const wrong = mayHoldNul ? nulFields(result.data) : [];
  if (wrong.length === 0) return { data: result.data };
  return { errors: Object.fromEntries(wrong.map((path) => [path, ['В тексте есть недопустимый символ']])) };
}

/** PostgreSQL keeps no U+0000 in a text, and a statement that carries one fails: it is refused before it gets there. */
const NUL = '\u0000';

/** Paths of the texts (and keys) with U+0000, as `items.0.code`. */
export function nulFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(NUL) ? [path || 'body'] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key.includes(NUL)) return [path || 'body'];
    return nulFields(one, path === '' ? key : `${path}.${key}`);
  });
}
