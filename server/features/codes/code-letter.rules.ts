import { SELLER } from '#contract/content.ts';
import type { CodePurpose } from '#server/db/tables/codes.ts';

export type CodeNews = { purpose: CodePurpose; code: string; expiresAt: Date; publicUrl: string };

const WHAT: Record<CodePurpose, { subject: string; does: string; other: string }> = {
  registration: {
    subject: 'Код подтверждения',
    does: 'Введите его на открытой странице магазина: адрес станет вашим, и можно заказывать.',
    other:
      'Если вы не регистрировались в магазине «Росток», ничего не делайте: без кода адрес ни к чему не привяжется.',
  },
  login: {
    subject: 'Код для входа',
    does: 'Введите его на странице входа.',
    other: 'Если вы не входили в магазин, никому не говорите код: без него войти нельзя.',
  },
  contact: {
    subject: 'Код подтверждения',
    does: 'Введите его в профиле, и этот адрес станет вашим.',
    other: 'Если вы не меняли адрес в магазине «Росток», ничего не делайте: без кода ничего не изменится.',
  },
  password: {
    subject: 'Код для нового пароля',
    does: 'Введите его на странице «Новый пароль».',
    other: 'Если вы не меняли пароль, никому не говорите код: прежний пароль продолжает действовать.',
  },
  transfer: {
    subject: 'Код для перевода денег',
    does: 'Введите его на странице перевода, и деньги уйдут получателю.',
    other: 'Если вы не переводили деньги, никому не говорите код и смените пароль: кто-то вошёл в ваш кабинет.',
  },
  deletion: {
    subject: 'Код для удаления аккаунта',
    does: 'Введите его в кабинете, в разделе «Согласия и мои данные».',
    other: 'Если вы не удаляли аккаунт, никому не говорите код и смените пароль: кто-то вошёл в ваш кабинет.',
  },
};
const TIME = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' });

/** Transactional: no word of goods or offers (docs/product/law.md row 13). The code stands in the subject: it is read on a lock screen. */
export function codeLetter({ purpose, code, expiresAt, publicUrl }: CodeNews): {
  subject: string;
  text: string;
  html: string;
} {
  const { subject, does, other } = WHAT[purpose];
  const seller = `${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}. ${publicUrl}`;
  const until = `Код действует до ${TIME.format(expiresAt)} по московскому времени.`;
  return {
    subject: `${code} — ${subject.toLowerCase()}`,
    text: ['Здравствуйте!', `${subject}: ${code}`, `${does} ${until}`, other, '—', seller].join('\n\n'),
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      `<p>Здравствуйте!</p><p>${subject}:</p><p style="font-size:32px;letter-spacing:4px"><b>${code}</b></p>`,
      `<p>${does} ${until}</p><p>${other}</p><hr><p style="font-size:13px;color:#555">${seller}</p></body></html>`,
    ].join(''),
  };
}

/** Phones fill the field by themselves when the last line names the site and the code. */
export const codeSms = ({ purpose, code, publicUrl }: CodeNews): string =>
  `Росток: ${WHAT[purpose].subject.toLowerCase()} ${code}. Никому его не говорите.\n\n@${new URL(publicUrl).hostname} #${code}`;

export const codeMessageId = (id: number, sent: number, publicUrl: string): string =>
  `<code-${id}-${sent}@${new URL(publicUrl).hostname}>`;
