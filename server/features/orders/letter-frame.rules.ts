import { SELLER } from '#contract/content.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

// What all letters about orders share. Money in kopecks.

const ROUBLES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 0, maximumFractionDigits: 2 });
export const roubles = (kopecks: number): string =>
  `${kopecks % 100 === 0 ? ROUBLES.format(kopecks / 100) : (kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2 })}\u00a0₽`;
const NUMBER = new Intl.NumberFormat('ru-RU');
export const orderName = (id: number): string => `№\u00a0${NUMBER.format(id)}`;

/** Who sells, as the law wants it in writing. */
export const SELLER_LINE = `Продавец: ${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}, ${SELLER.email}, ${SELLER.hours}`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
export const list = (texts: readonly string[]): string =>
  `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
export const openOrderLink = (url: string): string => `<p><a href="${escapeHtml(url)}">Открыть заказ</a></p>`;
/** Pieces of HTML under one heading. */
export const letterPage = (heading: string, pieces: readonly string[]): string =>
  [
    '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
    `<h1 style="font-size:22px">${escapeHtml(heading)}</h1>`,
    ...pieces,
    '</body></html>',
  ].join('\n');
