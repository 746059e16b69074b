import * as z from 'zod/mini';

// What the authors write (docs/courses.md). Every message is for them.

const whole = (max: number) =>
  z
    .int('нужно целое число')
    .check(z.gte(1, 'нужно число от 1'), z.lte(max, `нужно число до ${max.toLocaleString('ru-RU')}`));
const line = (max: number) =>
  z
    .string('нужен текст (возможно, в кавычках)')
    .check(
      z.trim(),
      z.minLength(1, 'не может быть пустым'),
      z.maxLength(max, `не длиннее ${max} знаков`),
      z.regex(/^\P{Cc}*$/u, 'одна строка без управляющих знаков'),
    );
const flag = z.boolean('нужно true или false');
/** A plain name in the same folder: no way out of it. */
export const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.[A-Za-z0-9]{2,5}$/;
const fileName = z
  .string('нужно имя файла')
  .check(z.regex(FILE_NAME, 'нужно имя файла этой папки: латинские буквы, цифры и дефис, без пути'));
const date = z.string('нужна дата вида 2026-11-02').check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'нужна дата вида 2026-11-02'),
  z.refine((text) => isDay(text), 'такого дня нет'),
);
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
const productCode = z.pipe(
  z.union([z.string(), z.int()], 'нужен код товара, например "10201"'),
  z.transform((code) => String(code).trim()),
);

export const CourseShape = z.strictObject(
  {
    id: whole(9999),
    title: line(120),
    audience: z.enum(['everyone', 'consultants'], 'допустимо everyone или consultants'),
    cover: z.optional(fileName),
    certificate: z._default(flag, false),
  },
  'нужны поля id, title, audience',
);
export const LessonShape = z.strictObject(
  {
    id: whole(999_999),
    title: line(160),
    minutes: whole(600),
    updated: date,
    kind: z.enum(['text', 'video'], 'допустимо text или video'),
    video: z.optional(
      z.strictObject(
        { file: fileName, poster: z.optional(fileName), title: z.optional(line(160)) },
        'нужны поля file, poster, title',
      ),
    ),
    products: z._default(z.array(productCode, 'нужен список кодов: ["10201", "10305"]'), []),
  },
  'нужны поля id, title, minutes, updated, kind',
);

const isUnique = (rows: readonly { id: number }[]) => new Set(rows.map((row) => row.id)).size === rows.length;
const Answer = z.strictObject(
  { id: whole(99), text: line(400), right: z._default(flag, false) },
  'у ответа нужны поля id и text',
);
const rightOnes = (question: { answers: readonly { right: boolean }[] }) =>
  question.answers.filter((answer) => answer.right).length;
const Question = z
  .strictObject(
    {
      id: whole(99),
      text: line(600),
      kind: z._default(z.enum(['single', 'multiple'], 'допустимо single или multiple'), 'single'),
      answers: z
        .array(Answer, 'нужен список ответов')
        .check(
          z.minLength(2, 'нужно хотя бы 2 ответа'),
          z.maxLength(10, 'не больше 10 ответов'),
          z.refine(isUnique, 'номера ответов (id) повторяются'),
        ),
      why: line(1000),
    },
    'у вопроса нужны поля id, text, answers, why',
  )
  .check(
    z.refine((question) => question.kind === 'multiple' || rightOnes(question) === 1, {
      error: 'в вопросе single верен (right: true) ровно один ответ',
      path: ['answers'],
    }),
    z.refine((question) => question.kind === 'single' || rightOnes(question) > 0, {
      error: 'в вопросе multiple верен (right: true) хотя бы один ответ',
      path: ['answers'],
    }),
  );
export const QuizShape = z.strictObject(
  {
    pass_percent: z._default(
      z.int('нужно целое число').check(z.gte(1, 'нужно от 1 до 100'), z.lte(100, 'нужно от 1 до 100')),
      80,
    ),
    withdrawn: z._default(flag, false),
    questions: z
      .array(Question, 'нужен список вопросов')
      .check(
        z.minLength(5, 'нужно от 5 до 10 вопросов'),
        z.maxLength(10, 'нужно от 5 до 10 вопросов'),
        z.refine(isUnique, 'номера вопросов (id) повторяются'),
      ),
  },
  'нужны поля pass_percent и questions',
);
export type QuizSource = z.output<typeof QuizShape>;
