import { refusedRows } from '#src/features/sync/refused-rows.rules.ts';
import type { News } from '#src/features/sync/news.rules.ts';

/** «Отправили в 14:21. Проверьте 2 строки — остальное в порядке.» `at` is «в 14:21» or «20 ноября в 14:21». */
export function introOf(news: News, rises: number, at: string): string {
  const { changed, added, removed, sent } = news;
  const refused = refusedRows(news.refused);
  const passed = changed.filter(({ change }) => change.code === 'quiz_passed').length;
  const attention = changed.length - passed + refused.length + rises;
  const fine = added.length + removed.length + sent.length + passed;
  const head = fine + changed.length - passed > 0 ? `Отправили ${at}.` : `Сервер ответил ${at}.`;
  if (attention === 0) return `${head} Всё в\u00a0порядке.`;
  return `${head} Проверьте ${attention}\u00a0${lines(attention)}${fine > 0 ? '\u00a0— остальное в\u00a0порядке' : ''}.`;
}
/** The same for ears, without a time. */
export function newsWords({ changed, refused, added, removed, sent }: News): string {
  const gone = added.length + removed.length + sent.length + changed.length;
  const quizzes = changed.filter(({ kind }) => kind === 'quiz.submit').length;
  const parts = [
    gone > 0 ? `отправлено: ${gone}` : '',
    quizzes > 0 ? `проверено тестов: ${quizzes}` : '',
    changed.length > quizzes ? `с\u00a0изменением: ${changed.length - quizzes}` : '',
    refused.length > 0 ? `не добавлено: ${refusedRows(refused).length}` : '',
  ];
  return `Пока вы были офлайн. ${parts.filter(Boolean).join(', ')}`;
}

const lines = (count: number): string => {
  const [ten, hundred] = [count % 10, count % 100];
  if (ten === 1 && hundred !== 11) return 'строку';
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 'строки' : 'строк';
};
