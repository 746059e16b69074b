import { SELLER } from '#contract/content.ts';

/** What an owner hears of their account. */
export type SecurityNews =
  | { kind: 'device'; device: string; at: Date }
  | { kind: 'password'; at: Date }
  /** `masked`: the new address, which a stranger who reads this must not learn. */
  | { kind: 'contact'; type: 'email' | 'phone'; masked: string; at: Date };

const WHEN = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

function wordsOf(news: SecurityNews): { subject: string; what: string; other: string } {
  const when = `${WHEN.format(news.at)} по московскому времени`;
  switch (news.kind) {
    case 'device':
      return {
        subject: 'Вход с нового устройства',
        what: `В ваш кабинет вошли с нового устройства: ${news.device}, ${when}.`,
        other:
          'Если это были не вы, задайте новый пароль на странице «Новый пароль»: все остальные устройства выйдут из кабинета.',
      };
    case 'password':
      return {
        subject: 'Пароль изменён',
        what: `Пароль вашего кабинета изменён ${when}. На других устройствах кабинет закрыт.`,
        other: 'Если это были не вы, сразу задайте новый пароль на странице «Новый пароль» и позвоните нам.',
      };
    case 'contact':
      return {
        subject: news.type === 'email' ? 'Почта кабинета изменена' : 'Телефон кабинета изменён',
        what: `Вместо этого адреса в вашем кабинете теперь ${news.masked}, ${when}. Сюда письма и коды больше не приходят.`,
        other: 'Если это были не вы, позвоните нам: вернём доступ к кабинету.',
      };
  }
}

/** Transactional: no word of goods or offers (docs/product/law.md row 13). */
export function securityLetter(news: SecurityNews, publicUrl: string): { subject: string; text: string; html: string } {
  const { subject, what, other } = wordsOf(news);
  const link = `${publicUrl}/password/reset`;
  const seller = `${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}. ${publicUrl}`;
  return {
    subject,
    text: ['Здравствуйте!', what, other, `Новый пароль: ${link}`, '—', seller].join('\n\n'),
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      `<p>Здравствуйте!</p><p>${what}</p><p>${other}</p><p><a href="${link}">Новый пароль</a></p>`,
      `<hr><p style="font-size:13px;color:#555">${seller}</p></body></html>`,
    ].join(''),
  };
}

export function securitySms(news: SecurityNews): string {
  const { subject, other } = wordsOf(news);
  return `Росток: ${subject.toLowerCase()}${news.kind === 'contact' ? ` на ${news.masked}` : ''}. ${other}`;
}
