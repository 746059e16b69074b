import { NOT_MEDICINE, SELLER } from '#contract/content.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

export type BackInStock = {
  product: { title: string; slug: string; isBad: boolean };
  /** When the person asked to be told. */
  askedAt: Date;
  publicUrl: string;
  /** Where letters of this kind are left. */
  unsubscribe: string;
};
export type LetterText = { subject: string; text: string; html: string; unsubscribe: string };

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
export function backInStockLetter({ product, askedAt, publicUrl, unsubscribe }: BackInStock): LetterText {
  const address = `${publicUrl}/produkt/${encodeURIComponent(product.slug)}`;
  const why = `Письмо отправлено один раз: по вашей просьбе от ${DAY.format(askedAt)} и данному тогда согласию. Больше писем об этом товаре не будет, если вы не попросите снова.`;
  return toLetter(`Снова в наличии: ${product.title}`, publicUrl, {
    news: `Вы просили сообщить, когда появится товар «${product.title}». Он снова в наличии.`,
    link: { address, label: 'Открыть товар' },
    isBad: product.isBad,
    more: 'Количество ограничено, письмо не откладывает товар для вас.',
    why,
    unsubscribe,
  });
}

export type AskToConfirm = {
  /** What is waited for at this address, the first of them. */
  product: { title: string; isBad: boolean };
  token: string;
  expiresAt: Date;
  publicUrl: string;
  unsubscribe: string;
};
/**
 * The one letter that an address gets unasked: whether it wants the others (docs/product/calls.md#notify-me). The token
 * stands behind «#»: no server, proxy or log on its way hears of it.
 */
export function confirmLetter({ product, token, expiresAt, publicUrl, unsubscribe }: AskToConfirm): LetterText {
  return toLetter('Подтвердите адрес, и мы сообщим о поступлении', publicUrl, {
    news: `В магазине «Росток» попросили написать на этот адрес, когда появится товар «${product.title}». Если это были вы, откройте ссылку и подтвердите адрес.`,
    link: { address: `${publicUrl}/user/notify#${token}`, label: 'Подтвердить адрес' },
    isBad: product.isBad,
    more: `Ссылка действует до ${DAY.format(expiresAt)}. Если это были не вы, ничего не делайте: без подтверждения мы больше не напишем и удалим адрес.`,
    why: 'Письмо отправлено, потому что этот адрес указали в форме «Сообщить о поступлении».',
    unsubscribe,
  });
}

type Parts = {
  news: string;
  link: { address: string; label: string };
  isBad: boolean;
  more: string;
  why: string;
  unsubscribe: string;
};
/** One letter as text and as HTML of the same words. */
function toLetter(
  subject: string,
  publicUrl: string,
  { news, link, isBad, more, why, unsubscribe }: Parts,
): LetterText {
  const consent = `${publicUrl}/kompaniya/soglasie`;
  const hello = 'Здравствуйте!';
  const seller = `Продавец: ${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}`;
  const warned = isBad ? [NOT_MEDICINE] : [];
  return {
    subject,
    unsubscribe,
    text: [
      hello,
      `${news}\n${link.address}`,
      ...warned,
      more,
      '—',
      why,
      `Отписаться, без входа в кабинет: ${unsubscribe}`,
      `Текст согласия: ${consent}`,
      seller,
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      paragraph(hello),
      paragraph(news),
      `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`,
      ...warned.map((text) => `<p style="font-size:20px;font-weight:bold">${escapeHtml(text)}</p>`),
      paragraph(more),
      '<hr>',
      `<p>${escapeHtml(why)} <a href="${escapeHtml(consent)}">Текст согласия</a></p>`,
      `<p><a href="${escapeHtml(unsubscribe)}">Отписаться</a>, без входа в кабинет</p>`,
      paragraph(seller),
      '</body></html>',
    ].join('\n'),
  };
}
const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** The same for every try of one request; another when the person asks again. */
export const letterId = (requestId: number, askedAt: Date, publicUrl: string): string =>
  `<back-in-stock.${requestId}.${askedAt.getTime()}@${new URL(publicUrl).hostname}>`;
/** Of the letter that asks: the first and the repeat are two letters. */
export const confirmLetterId = (confirmationId: number, letter: number, publicUrl: string): string =>
  `<confirm.${confirmationId}.${letter}@${new URL(publicUrl).hostname}>`;
