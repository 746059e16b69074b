import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type * as z from 'zod/mini';
import type { Blame } from '#server/features/education/format/course-error.ts';

/** What YAML itself stumbles over, in the author's words. */
const YAML_WORDS: Record<string, string> = {
  DUPLICATE_KEY: 'поле повторяется',
  BAD_INDENT: 'неверный отступ',
  TAB_AS_INDENT: 'отступ табуляцией: нужны пробелы',
  MISSING_CHAR: 'не закрыта кавычка или скобка, или после двоеточия нет пробела',
  MULTILINE_IMPLICIT_KEY: 'строка не похожа на «поле: значение»',
  BLOCK_AS_IMPLICIT_KEY: 'лишнее двоеточие: возьмите текст в кавычки',
  UNEXPECTED_TOKEN: 'лишний знак: возьмите текст в кавычки',
  BAD_ALIAS: 'ссылка * ни на что не указывает: возьмите текст в кавычки',
};

/**
 * YAML → checked value, or undefined after every fault has been named with its line. `firstLine`: the line of the file on
 * which this text begins.
 */
export function readYaml<S extends z.ZodMiniType>(
  text: string,
  schema: S,
  blame: Blame,
  firstLine = 1,
): z.output<S> | undefined {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(Math.min(offset, text.length)).line + firstLine - 1;
  for (const error of doc.errors)
    blame(`${YAML_WORDS[error.code] ?? 'не похоже на YAML: проверьте кавычки и отступы'}`, lineAt(error.pos[0]));
  if (doc.errors.length > 0) return undefined;

  let value: unknown;
  try {
    value = doc.toJS({ maxAliasCount: 50 });
  } catch {
    blame('слишком много ссылок * в YAML', firstLine);
    return undefined;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const path = issue.path as (string | number)[];
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const key of keys) blame(`лишнее поле «${key}»`, lineAt(offsetOf(doc, [...path, key])));
    if (keys.length > 0) continue;
    const name = path.join('.');
    const isMissing = path.length > 0 && !doc.hasIn(path);
    const message = isMissing ? `нет поля «${name}»` : name === '' ? issue.message : `поле «${name}»: ${issue.message}`;
    blame(message, lineAt(offsetOf(doc, path)));
  }
  return undefined;
}

/** Where the thing at `path` stands; where it is missing, what should have held it. */
function offsetOf(doc: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? doc.contents : doc.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

export type FrontMatter = { yaml: string; body: string; bodyLine: number };
/** `---` … `---` at the top of a Markdown file. */
export function splitFrontMatter(text: string, blame: Blame): FrontMatter | undefined {
  const lines = text.split('\n');
  const isFence = (line: string | undefined) => line !== undefined && /^---\s*$/.test(line);
  const end = isFence(lines[0]) ? lines.findIndex((line, at) => at > 0 && isFence(line)) : -1;
  if (end === -1) {
    blame('в начале файла нужны сведения между строками «---»', 1);
    return undefined;
  }
  return { yaml: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}
