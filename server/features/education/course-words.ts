import { parseArgs } from 'node:util';
import type { Withdrawal } from '#server/features/education/apply-courses.ts';
import type { CourseOptions } from '#server/features/education/import-courses.ts';

/** What the words behind `npm run import-course --` ask for: `help`, options, or a sentence about what is wrong with them. */
export function readCourseWords(args: string[]): CourseOptions | string {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        'dry-run': { type: 'boolean' },
        'without-video': { type: 'boolean' },
        withdraw: { type: 'string', multiple: true },
      },
    });
  } catch {
    return 'Неизвестный ключ';
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  if (positionals.length > 1) return `Лишнее слово «${positionals[1]}»: папка уже названа`;
  const withdraw: Withdrawal[] = [];
  for (const text of values.withdraw ?? []) {
    const parts = /^(\d{1,6})(?::(\d{1,4}(?:,\d{1,4})*))?$/.exec(text);
    if (!parts) return `--withdraw ${text}: нужно 101 или 101:1,2`;
    withdraw.push({ lessonId: Number(parts[1]), versions: parts[2]?.split(',').map(Number) ?? null });
  }
  const folder = positionals[0] ?? null;
  if (folder === null && withdraw.length === 0) return 'Не названа папка';
  return { folder, withdraw, isDryRun: values['dry-run'] === true, isVideoOptional: values['without-video'] === true };
}
