import { inWords } from '#server/command.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { readCourseWords } from '#server/features/education/course-words.ts';
import { formatCourseReport } from '#server/features/education/course-report.rules.ts';
import { CourseError, sayFault } from '#server/features/education/format/course-error.ts';
import { courseExitCode, importCourses } from '#server/features/education/import-courses.ts';
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
  const options = readCourseWords(args);
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
