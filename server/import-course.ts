import { parseArgs } from 'node:util';
import { inWords } from '#server/command.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import type { Withdrawal } from '#server/features/education/apply-courses.ts';
import { formatCourseReport } from '#server/features/education/course-report.rules.ts';
import { CourseError, sayFault } from '#server/features/education/format/course-error.ts';
import { courseExitCode, type CourseOptions, importCourses } from '#server/features/education/import-courses.ts';
import { createSay } from '#server/features/import/say.ts';
import { readEnv } from '#server/platform/env.ts';

const USAGE = `Взять курсы из папки (как её устроить — docs/courses.md):
  npm run import-course -- ПАПКА [--dry-run] [--without-video] [--withdraw УРОК[:ВЕРСИЯ,…]]
  ПАПКА            один курс (в ней course.md) или папка с курсами, например content/courses
  --dry-run        проверить и показать, что изменится; ничего не записать
  --without-video  уроки, у которых видео ещё не снято, взять как текст
  --withdraw       отозвать прежние версии теста: 101:1,2 или 101 (все, кроме действующей); можно без папки
Код выхода: 0 — взято, 2 — взято, но курс велик для телефона, 1 — ничего не сделано из-за ошибки.`;

/** `npm run import-course -- FOLDER`: docs/courses.md. */
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<0 | 1 | 2> {
  const options = parse(args);
  if (options === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`);
    return 1;
  }
  const say = createSay();
  try {
    // A command needs no https address: it serves nobody.
    const env = readEnv({ ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? 'https://command.invalid' });
    const report = await withDatabase(env, ({ db }) =>
      importCourses(options, {
        db,
        dataDir: env.dataDir,
        now: new Date(),
        progress: (text) => say.progress(text),
      }),
    );
    say.end();
    for (const line of formatCourseReport(report)) say.line(line);
    return courseExitCode(report);
  } catch (error) {
    say.end();
    if (error instanceof CourseError) for (const fault of error.faults) console.error(sayFault(fault));
    else console.error(inWords(error));
    console.error('Ничего не записано.');
    return 1;
  }
}

function parse(args: string[]): CourseOptions | string {
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
