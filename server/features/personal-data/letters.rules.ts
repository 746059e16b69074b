import { SELLER } from '#contract/content.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

/** What is told to the account's address about the account itself: no word of goods or offers (docs/product/law.md row 13). */
export type AccountLetter = { subject: string; text: string; html: string; sms: string };

const DAY = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', dateStyle: 'long' });
export const dayInWords = (at: Date): string => DAY.format(at).replace(/\s*г\.$/, '');

export const exportReady = (publicUrl: string, expiresAt: Date): AccountLetter =>
  toLetter({
    subject: 'Архив с вашими данными готов',
    lines: [
      `Вы просили собрать всё, что магазин «Росток» хранит о вас. Архив готов и ждёт в кабинете до ${dayInWords(expiresAt)}: скачать его может только тот, кто вошёл в ваш кабинет.`,
      'Если вы этого не просили, смените пароль и завершите чужие сеансы: кто-то вошёл в ваш кабинет.',
    ],
    link: { address: `${publicUrl}/user/consents#arhiv`, label: 'Открыть «Согласия и мои данные»' },
    sms: `Росток: архив с вашими данными готов, до ${dayInWords(expiresAt)}. ${publicUrl}/user/consents`,
  });
export const deletionAsked = (publicUrl: string, deleteAt: Date): AccountLetter =>
  toLetter({
    subject: `Ваш аккаунт удалится ${dayInWords(deleteAt)}`,
    lines: [
      `Вы попросили удалить аккаунт в магазине «Росток». До ${dayInWords(deleteAt)} можно войти и передумать: в кабинете есть кнопка «Отменить удаление». Новые заказы пока закрыты, на других устройствах вы вышли.`,
      'После этого дня имя, контакты, адреса и входы сотрутся без возврата. Заказы и чеки останутся без имени: так велит закон.',
      'Если вы этого не просили, войдите, отмените удаление и смените пароль.',
    ],
    link: { address: `${publicUrl}/user/consents#udalenie`, label: 'Открыть кабинет' },
    sms: `Росток: аккаунт удалится ${dayInWords(deleteAt)}. Передумали или не просили — войдите и отмените: ${publicUrl}/user/consents`,
  });
export const deletionCancelled = (publicUrl: string): AccountLetter =>
  toLetter({
    subject: 'Удаление аккаунта отменено',
    lines: ['Удаление аккаунта в магазине «Росток» отменено. Всё осталось, как было, заказы снова открыты.'],
    link: { address: `${publicUrl}/user`, label: 'Открыть кабинет' },
    sms: `Росток: удаление аккаунта отменено. ${publicUrl}/user`,
  });
export const deletionDone = (publicUrl: string): AccountLetter =>
  toLetter({
    subject: 'Ваш аккаунт удалён',
    lines: [
      'Аккаунт в магазине «Росток» удалён, как вы просили. Имя, контакты, адреса и входы стёрты. Это последнее письмо: вашего адреса у нас больше нет.',
    ],
    link: { address: publicUrl, label: 'Магазин «Росток»' },
    sms: 'Росток: аккаунт удалён, как вы просили. Это последнее сообщение.',
  });
/** To the shop's own mailbox: an account that asks to go and has something to be settled first. It names nobody. */
export const settleFirst = (
  publicUrl: string,
  about: { userId: number; deleteAt: Date; balances: string; openOrders: number },
): AccountLetter =>
  toLetter({
    subject: `Аккаунт ${about.userId} уходит: нужен расчёт`,
    lines: [
      `Человек попросил удалить аккаунт ${about.userId}. По договору рассчитаться нужно за 10 дней; удаление назначено на ${dayInWords(about.deleteAt)} и ждёт, пока на счетах и в заказах что-то есть.`,
      `Счета: ${about.balances}. Незавершённых заказов: ${about.openOrders}.`,
    ],
    link: { address: `${publicUrl}/desk`, label: 'Открыть хозяйство' },
    sms: '',
  });

type Parts = { subject: string; lines: readonly string[]; link: { address: string; label: string }; sms: string };
function toLetter({ subject, lines, link, sms }: Parts): AccountLetter {
  const seller = `${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}`;
  return {
    subject,
    sms,
    text: ['Здравствуйте!', ...lines, `${link.label}: ${link.address}`, '—', seller].join('\n\n'),
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      ...['Здравствуйте!', ...lines].map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p><hr>`,
      `<p style="font-size:13px;color:#555">${escapeHtml(seller)}</p></body></html>`,
    ].join('\n'),
  };
}
