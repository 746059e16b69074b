import type * as z from 'zod/mini';
import { MESSAGES } from '#contract/messages.ts';
import type { FieldErrors } from '#contract/reply.ts';

/**
 * Paths of faulty fields, as `items.0.quantity`, with what is wrong with each; the whole value is `body`. One thing is said of a field, the
 * first: of an empty number that it is empty, and not also that it is not whole.
 */
export function fieldErrors(words: Readonly<Record<string, string>>, issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[path.join('.') || 'body'] ??= [words[String(path.at(-1))] ?? message];
  return errors;
}

/**
 * The words for an issue whose schema has none: «Заполните поле» for what is missing (docs/product/asked-for.md#validation),
 * else the rule that the value breaks. Given to zod as the error map of a parse.
 */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue.input)) return MESSAGES.fillField;
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'Значение другого вида';
    case 'too_big':
      return `Не больше ${countOf(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `Не меньше ${countOf(issue.origin, issue.minimum)}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Записано не так, как нужно';
    case 'invalid_value':
    case 'invalid_union':
      return 'Такого значения нет среди возможных';
    default:
      return 'Такое значение не подходит';
  }
}

export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const KINDS: Record<string, string> = {
  string: 'Нужен текст',
  number: 'Нужно число',
  int: 'Нужно целое число',
  boolean: 'Нужно true или false',
  array: 'Нужен список',
  object: 'Нужен набор полей',
  record: 'Нужен набор полей',
};
const FORMATS: Record<string, string> = {
  uuid: 'Нужен UUID',
  email: 'Нужен адрес вида anna@mail.ru',
  safeint: 'Нужно целое число',
};

const plural = new Intl.PluralRules('ru-RU');
/** «200 знаков», «1 строки»: the genitive after «не больше». */
function countOf(origin: string, count: number | bigint): string {
  const [one, many] = UNITS[origin] ?? ['', ''];
  const unit = plural.select(Number(count)) === 'one' ? one : many;
  return unit === '' ? String(count) : `${count}\u00a0${unit}`;
}
const UNITS: Record<string, readonly [string, string]> = {
  string: ['знака', 'знаков'],
  array: ['строки', 'строк'],
};
