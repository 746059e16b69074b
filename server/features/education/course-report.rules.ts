/** What an import of courses did, or would do (`isDryRun`). */
export type CourseReport = {
  isDryRun: boolean;
  courses: { added: number; changed: number; unchanged: number };
  lessons: { added: number; changed: number; unchanged: number; hidden: number };
  quizzes: { published: number; withdrawn: number };
  files: { added: number; bytes: number };
  /** Courses by name with what a phone loads of each, video apart, brotli. */
  sizes: { title: string; bytes: number }[];
  notes: { file: string; message: string }[];
};

export const emptyCourseReport = (isDryRun: boolean): CourseReport => ({
  isDryRun,
  courses: { added: 0, changed: 0, unchanged: 0 },
  lessons: { added: 0, changed: 0, unchanged: 0, hidden: 0 },
  quizzes: { published: 0, withdrawn: 0 },
  files: { added: 0, bytes: 0 },
  sizes: [],
  notes: [],
});

/** A course without video is to fit into this on its way to a phone (docs/courses.md). */
export const COURSE_BYTES = 300 * 1024;
const kilo = (bytes: number): string => `${Math.ceil(bytes / 1024)} кБ`;

/** The last page of the import, line by line. */
export function formatCourseReport(report: CourseReport): string[] {
  const { courses, lessons, quizzes, files, sizes, notes } = report;
  const row = (name: string, { added, changed, unchanged }: CourseReport['courses']) =>
    `  ${name}: добавлено ${added}, изменено ${changed}, без изменений ${unchanged}`;
  return [
    ...notes.map(({ file, message }) => `  ${file}: ${message}`),
    report.isDryRun ? 'Пробный запуск: ничего не записано.' : 'Готово.',
    row('курсы', courses),
    row('уроки', lessons) + (lessons.hidden > 0 ? `, скрыто ${lessons.hidden}` : ''),
    `  новых версий тестов: ${quizzes.published}` +
      (quizzes.withdrawn > 0 ? `, отозвано версий: ${quizzes.withdrawn}` : ''),
    `  новых файлов: ${files.added} (${kilo(files.bytes)})`,
    ...sizes.map(
      ({ title, bytes }) =>
        `  «${title}» на телефоне: ${kilo(bytes)} без видео` +
        (bytes > COURSE_BYTES ? ` — больше ${kilo(COURSE_BYTES)}, убавьте картинки` : ''),
    ),
  ];
}
