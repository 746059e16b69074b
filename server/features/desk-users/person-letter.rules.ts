import { SELLER } from '#contract/content.ts';
import { letterPage, paragraph, SELLER_LINE } from '#server/features/orders/letter-frame.rules.ts';

// What a person is written about their account. It tells and advertises nothing (docs/product/law.md row 13).

const toLetter = (subject: string, about: readonly string[]) => ({
  subject,
  text: [`${subject}.`, ...about, '—', SELLER_LINE].join('\n\n'),
  html: letterPage(subject, [...about.map(paragraph), '<hr>', paragraph(SELLER_LINE)]),
});

/** Another address was put into an account. Told to the one it has replaced, the new one, and the one that stays. */
export function contactLetter({ kind, publicUrl }: { kind: 'old' | 'new' | 'kept'; publicUrl: string }) {
  const subject = 'Адреса вашего кабинета изменены';
  const what = {
    old: 'По обращению в магазин вместо этого адреса в кабинете записан другой. Этот адрес кабинет больше не открывает.',
    new: `По обращению в магазин в кабинете записан этот адрес. Войдите по коду: ${publicUrl}/login. Прежний пароль больше не действует.`,
    kept: `По обращению в магазин в кабинете изменён другой ваш адрес, этот остался. Войдите по коду: ${publicUrl}/login. Прежний пароль больше не действует.`,
  }[kind];
  const other = `Если вы об этом не просили, сразу позвоните: ${SELLER.phone}.`;
  return { ...toLetter(subject, [what, other]), sms: `Росток: ${what} ${other}` };
}

export type WholesaleNews = { isApproved: boolean; reason: string; company: string; publicUrl: string };
export function wholesaleLetter({ isApproved, reason, company, publicUrl }: WholesaleNews) {
  const subject = isApproved ? 'Заявка на опт одобрена' : 'По заявке на опт отказ';
  const about = isApproved
    ? [`${company} теперь покупает оптом: ${publicUrl}/optovik/cart.`, reason]
    : [`Заявку ${company} мы пока не одобрили. Причина: ${reason}.`, `Можно позвонить: ${SELLER.phone}.`];
  return { ...toLetter(subject, about), sms: `Росток: ${subject.toLowerCase()}. ${about.join(' ')}` };
}
