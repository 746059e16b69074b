import { SELLER } from '#contract/content.ts';
import type { Row, Section } from '#server/features/personal-data/export-section.queries.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

export type Filled = { section: Section; rows: readonly Row[] };

const TIME = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', dateStyle: 'long', timeStyle: 'short' });
const MONEY = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const NUMBER = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });
/** The driver gives times of hand-written statements as text: `2026-11-23 04:05:06.789+00`. */
const STAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/** What stands in the archive's own words: times in Moscow time, money in roubles, nothing for nothing. */
export function inWords(section: Section, column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  const words = section.words?.[column];
  if (words) return words(value) || '—';
  if (value instanceof Date) return TIME.format(value);
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (column.endsWith('_kop')) return MONEY.format(Number(value) / 100);
  if (column.endsWith('_half')) return NUMBER.format(Number(value) / 2);
  if (typeof value === 'string') return STAMP.test(value) ? TIME.format(new Date(value)) : value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:960px;margin:0 auto;padding:24px 16px}
h1{line-height:1.2}h2{margin:32px 0 8px}
nav ul{columns:2;padding-left:20px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid #8886;text-align:left;vertical-align:top}
td{overflow-wrap:anywhere}
@media(max-width:600px){nav ul{columns:1}}`;

/** One page that any browser opens without a network: no script, no picture, nothing from elsewhere. */
export function exportPage(filled: readonly Filled[], madeAt: Date): string {
  const full = filled.filter(({ rows }) => rows.length > 0);
  const empty = filled.filter(({ rows }) => rows.length === 0).map(({ section }) => section.title);
  return [
    '<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Мои данные в магазине «Росток»</title><style>${STYLE}</style></head><body>`,
    '<h1>Мои данные в магазине «Росток»</h1>',
    `<p>Собрано ${escapeHtml(TIME.format(madeAt))} по московскому времени. То же самое для программ лежит в папке «json».</p>`,
    `<p>Структура и данные других людей сюда не входят, пароль и коды магазин не хранит. Вопросы: ${escapeHtml(SELLER.email)}.</p>`,
    `<nav><ul>${full.map(({ section }) => `<li><a href="#${section.file}">${escapeHtml(section.title)}</a></li>`).join('')}</ul></nav>`,
    ...full.map(sectionHtml),
    ...(empty.length > 0 ? [`<h2>Пусто</h2><p>${escapeHtml(empty.join(', '))}.</p>`] : []),
    '</body></html>',
  ].join('\n');
}

function sectionHtml({ section, rows }: Filled): string {
  const columns = Object.entries(section.labels);
  const [only] = rows;
  const body =
    rows.length === 1 && only
      ? columns.map(
          ([column, label]) =>
            `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(inWords(section, column, only[column]))}</td></tr>`,
        )
      : [
          `<tr>${columns.map(([, label]) => `<th scope="col">${escapeHtml(label)}</th>`).join('')}</tr>`,
          ...rows.map(
            (row) =>
              `<tr>${columns.map(([column]) => `<td>${escapeHtml(inWords(section, column, row[column]))}</td>`).join('')}</tr>`,
          ),
        ];
  return `<h2 id="${section.file}">${escapeHtml(section.title)}</h2><div class="scroll"><table>${body.join('\n')}</table></div>`;
}
