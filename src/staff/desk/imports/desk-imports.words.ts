import type { FeedImport, ImportReportView, ImportRowKind, ImportState } from '#contract/desk-import.ts';
import type { Tag } from '#src/ui/Tag.tsx';

type TagKind = Parameters<typeof Tag>[0]['kind'];

export const STATE_WORDS: Record<ImportState, { words: string; tag: TagKind }> = {
  checking: { words: 'Проверяется', tag: 'seed' },
  checked: { words: 'Проверен', tag: 'leaf' },
  applying: { words: 'Записывается', tag: 'seed' },
  done: { words: 'Записан', tag: 'leaf' },
  failed: { words: 'Не вышло', tag: 'error' },
  cancelled: { words: 'Остановлен', tag: 'plain' },
};
export const ROW_WORDS: Record<ImportRowKind, { many: string; one: string; tag: TagKind }> = {
  added: { many: 'Новые', one: 'Новый', tag: 'leaf' },
  changed: { many: 'Изменены', one: 'Изменён', tag: 'seed' },
  refused: { many: 'Отклонены', one: 'Отклонён', tag: 'error' },
  withheld: { many: 'Не показаны', one: 'Не показан', tag: 'seed' },
  note: { many: 'Замечания', one: 'Замечание', tag: 'plain' },
};
/** Somebody works on it. */
export const isRunning = ({ state }: Pick<FeedImport, 'state'>): boolean =>
  state === 'checking' || state === 'applying';

type Sum = { name: string; count: number };
/** What was, or would be, done; what is nothing is left out. */
export function sumsOf({ offers, categories, topics, missing, hidden, pictures }: ImportReportView): Sum[] {
  const sums: Sum[] = [
    { name: 'Новых товаров', count: offers.added },
    { name: 'Изменённых', count: offers.changed },
    { name: 'Без изменений', count: offers.unchanged },
    { name: 'Отклонённых', count: offers.refused },
    { name: 'Новых категорий', count: categories.added },
    { name: 'Изменённых категорий', count: categories.changed },
    { name: 'Отклонённых категорий', count: categories.refused },
    { name: 'Новых подборок', count: topics },
    { name: 'Пропало из файла', count: missing },
    { name: 'Скрыто', count: hidden },
    { name: 'Картинок к загрузке', count: pictures.toLoad },
    { name: 'Картинок загружено', count: pictures.loaded },
    { name: 'Картинок не удалось', count: pictures.failed + pictures.skipped },
  ];
  return sums.filter(({ count }, at) => count > 0 || at < 4);
}
