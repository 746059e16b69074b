import { boxCode } from '#contract/desk-shelves.ts';
import { actWords, differenceOf } from '#contract/journal-words.ts';
import { periodWords } from '#contract/period-words.ts';
import type { JournalRow } from '#server/features/desk-audit/journal.queries.ts';
import { toJournalLine } from '#server/features/desk-audit/journal.rules.ts';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';

// The journal as a file: what the page says, in columns.

const PARTS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short', timeStyle: 'medium' });
/** `2026-11-23`, of the shop's day. */
export const dayInMoscow = (at: Date): string => PARTS.format(at).slice(0, 10);

const differences = (row: JournalRow, side: 'was' | 'became'): string =>
  differenceOf(toJournalLine(row))
    .map((one) => `${one.name}: ${one[side]}`)
    .join('; ');
/** A line of another kind names what the page names: an order its number, a month itself. */
function aboutOf({ targetType, targetId, target }: JournalRow): string {
  switch (targetType) {
    case 'order':
      return `Заказ № ${targetId}`;
    case 'person':
      return `${target ?? 'Кабинет'}, № ${targetId}`;
    case 'period':
      return periodWords(targetId);
    case 'product':
      return target ?? `Товар № ${targetId}`;
    case 'import':
      return `Импорт № ${targetId}`;
    case 'cell':
      return 'Полки склада';
    case 'box':
      return `Коробка ${boxCode(targetId)}`;
  }
}

export const JOURNAL_COLUMNS: readonly ExportColumn<JournalRow>[] = [
  { title: '№', kind: 'number', value: ({ id }) => id },
  { title: 'Когда (Москва)', kind: 'text', value: ({ at }) => PARTS.format(at) },
  { title: 'Кто', kind: 'text', value: ({ actor }) => actor },
  { title: 'Что', kind: 'text', value: ({ act }) => actWords(act) },
  { title: 'О чём', kind: 'text', value: aboutOf },
  { title: 'Причина', kind: 'text', value: ({ reason }) => reason },
  { title: 'Было', kind: 'text', value: (row) => differences(row, 'was') },
  { title: 'Стало', kind: 'text', value: (row) => differences(row, 'became') },
];
