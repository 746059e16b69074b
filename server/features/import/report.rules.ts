import type { NoteKind } from '#server/features/import/note.ts';

/** What an import did, or would do (`isDryRun`). */
export type ImportReport = {
  source: string;
  isDryRun: boolean;
  categories: { added: number; changed: number; refused: number };
  /** Topics that the feed was the first to name. */
  topics: number;
  offers: { added: number; changed: number; unchanged: number; refused: number };
  /** Known offers that the feed no longer holds, and how many of them this run hid. */
  missing: number;
  hidden: number;
  /** Supplements stored unpublished for want of legal fields. */
  withheld: number;
  pictures: { loaded: number; failed: number; skipped: number; known: number; toLoad: number; placeholders: number };
  notes: Record<NoteKind, number>;
  /** Why the pictures were not finished, the data being safe; null when they were. */
  interrupted: string | null;
};

export function emptyReport(isDryRun: boolean): ImportReport {
  return {
    source: '',
    isDryRun,
    categories: { added: 0, changed: 0, refused: 0 },
    topics: 0,
    offers: { added: 0, changed: 0, unchanged: 0, refused: 0 },
    missing: 0,
    hidden: 0,
    withheld: 0,
    pictures: { loaded: 0, failed: 0, skipped: 0, known: 0, toLoad: 0, placeholders: 0 },
    notes: {
      weight: 0,
      'old-price': 0,
      picture: 0,
      article: 0,
      params: 0,
      stock: 0,
      category: 0,
      illness: 0,
      topic: 0,
    },
    interrupted: null,
  };
}

/** 0 = everything was taken; 2 = done, but something was refused or cut short. 1 (nothing done) is for thrown errors. */
export function exitCodeOf(report: ImportReport): 0 | 2 {
  return report.offers.refused + report.categories.refused > 0 || report.interrupted !== null ? 2 : 0;
}

const NOTE_WORDS: Record<NoteKind, string> = {
  weight: 'без веса (вес 0, доставка посчитается без них)',
  'old-price': 'старая цена не взята',
  picture: 'картинка не взята',
  article: 'артикул не взят',
  params: 'параметр не взят',
  stock: 'остаток не разобран',
  category: 'категория поставлена верхней',
  illness: 'в названии болезнь, поиск по ней ничего не покажет',
  topic: 'подборка не взята',
};

/** The last page of the import, line by line. */
export function formatReport(report: ImportReport): string[] {
  const { offers, categories, pictures, notes } = report;
  const lines = [
    report.isDryRun
      ? `Пробный запуск: ничего не записано. Источник: ${report.source}`
      : `Готово. Источник: ${report.source}`,
    row('категорий добавлено', categories.added),
    row('категорий изменено', categories.changed, { quiet: true }),
    row('категорий отклонено', categories.refused, { quiet: true }),
    row('подборок добавлено', report.topics, { quiet: true }),
    row('добавлено', offers.added),
    row('изменено', offers.changed),
    row('без изменений', offers.unchanged),
    row('отклонено', offers.refused),
    row('пропало из файла', report.missing),
    row('скрыто', report.hidden),
    row('БАД без обязательных сведений, не показаны', report.withheld, { quiet: true }),
    ...(report.isDryRun
      ? [row('картинок к загрузке', pictures.toLoad)]
      : [
          row('картинок загружено', pictures.loaded),
          row('картинок не удалось', pictures.failed + pictures.skipped),
          row('товаров с нарисованной картинкой', pictures.placeholders),
        ]),
    row('картинок уже есть', pictures.known, { quiet: true }),
    ...Object.entries(notes).map(([kind, count]) => row(NOTE_WORDS[kind as NoteKind], count, { quiet: true })),
  ];
  if (report.interrupted !== null)
    lines.push(
      `Картинки загружены не все: ${report.interrupted}. Товары записаны; повторный запуск догрузит остальное.`,
    );
  return lines.filter((line) => line !== null);
}

/** `quiet` rows are left out while there is nothing to tell. */
function row(name: string, count: number, { quiet = false } = {}): string | null {
  return quiet && count === 0 ? null : `  ${name}: ${count}`;
}
