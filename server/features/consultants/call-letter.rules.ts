import { NOT_MEDICINE, SELLER } from '#contract/content.ts';
import { formatPhone } from '#contract/phones.ts';
import { SUPPORT_TOPICS } from '#contract/tables.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

export type CallNews = {
  call: { id: number; name: string; phone: string; city: string; comment: string; topic: number | null };
  product: { title: string; slug: string; isBad: boolean } | null;
  consultant: { name: string } | null;
};

/** What the consultant needs to call back, and nothing else: somebody has asked for it, so it is no advertisement. */
export function callLetter({ call, product, consultant }: CallNews, publicUrl: string) {
  const topic = Object.entries(SUPPORT_TOPICS).find(([id]) => Number(id) === call.topic)?.[1];
  const rows: [string, string][] = [
    ['Имя', call.name],
    ['Телефон', formatPhone(call.phone)],
    ...(call.city === '' ? [] : [['Город', call.city] as [string, string]]),
    ...(topic === undefined ? [] : [['Тема', topic] as [string, string]]),
    ...(product === null ? [] : [['Товар', product.title] as [string, string]]),
    ...(call.comment === '' ? [] : [['Вопрос', call.comment] as [string, string]]),
  ];
  const hello = consultant === null ? 'Здравствуйте!' : `Здравствуйте, ${consultant.name}!`;
  const news = 'Посетитель магазина просит вас перезвонить.';
  const link = product === null ? [] : [`${publicUrl}/produkt/${encodeURIComponent(product.slug)}`];
  const medicine = product?.isBad ? [NOT_MEDICINE] : [];
  const why =
    'Имя и телефон переданы с согласия посетителя и только для ответа на этот вопрос. Другого с ними делать нельзя.';
  const seller = `${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}. ${publicUrl}`;
  return {
    subject: `Просьба перезвонить: ${call.name}`,
    text: [hello, news, rows.map(([name, value]) => `${name}: ${value}`).join('\n'), ...link, ...medicine, why, '—', seller].join('\n\n'), // prettier-ignore
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      `<p>${escapeHtml(hello)}</p><p>${news}</p><p>`,
      rows.map(([name, value]) => `${name}: <b>${escapeHtml(value)}</b>`).join('<br>'),
      `</p>${link.map((url) => `<p><a href="${url}">Открыть товар</a></p>`).join('')}`,
      `${medicine.map((words) => `<p>${words}</p>`).join('')}<p>${why}</p>`,
      `<hr><p style="font-size:13px;color:#555">${escapeHtml(seller)}</p></body></html>`,
    ].join(''),
  };
}

export const callSms = ({ call }: CallNews): string => `Росток: ${call.name}, ${call.phone}, просит вас перезвонить.`;

export const callMessageId = (id: number, publicUrl: string): string => `<call-${id}@${new URL(publicUrl).hostname}>`;
