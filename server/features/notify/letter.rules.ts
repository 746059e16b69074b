import { NOT_MEDICINE, SELLER } from '#contract/content.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

export type BackInStock = {
  product: { title: string; slug: string; isBad: boolean };
  /** When the person asked to be told. */
  askedAt: Date;
  publicUrl: string;
};
export type LetterText = { subject: string; text: string; html: string };

const DAY = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/**
 * The letter «снова в наличии», one per request. It advertises nothing else, says of a supplement that it is no medicine
 * in type as large as the rest, and names seller, occasion and consent (docs/product/law.md rows 1, 5, 9, 13).
 */
export function backInStockLetter({ product, askedAt, publicUrl }: BackInStock): LetterText {
  const address = `${publicUrl}/produkt/${encodeURIComponent(product.slug)}`;
  const consent = `${publicUrl}/kompaniya/soglasie`;
  const lines = {
    hello: 'Здравствуйте!',
    news: `Вы просили сообщить, когда появится товар «${product.title}». Он снова в наличии.`,
    warning: product.isBad ? NOT_MEDICINE : null,
    amount: 'Количество ограничено, письмо не откладывает товар для вас.',
    why: `Письмо отправлено один раз: по вашей просьбе от ${DAY.format(askedAt)} и данному тогда согласию. Больше писем об этом товаре не будет, если вы не попросите снова. Отозвать согласие можно письмом на ${SELLER.email}.`,
    seller: `Продавец: ${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}`,
  };
  const { hello, news, warning, amount, why, seller } = lines;
  const warned = warning === null ? [] : [warning];
  return {
    subject: `Снова в наличии: ${product.title}`,
    text: [hello, `${news}\n${address}`, ...warned, amount, '—', why, `Текст согласия: ${consent}`, seller].join(
      '\n\n',
    ),
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      paragraph(hello),
      paragraph(news),
      `<p><a href="${escapeHtml(address)}">Открыть товар</a></p>`,
      ...warned.map((text) => `<p style="font-size:20px;font-weight:bold">${escapeHtml(text)}</p>`),
      paragraph(amount),
      '<hr>',
      `<p>${escapeHtml(why)} <a href="${escapeHtml(consent)}">Текст согласия</a></p>`,
      paragraph(seller),
      '</body></html>',
    ].join('\n'),
  };
}
const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** The same for every try of one request; another when the person asks again. */
export const letterId = (requestId: number, askedAt: Date, publicUrl: string): string =>
  `<back-in-stock.${requestId}.${askedAt.getTime()}@${new URL(publicUrl).hostname}>`;
