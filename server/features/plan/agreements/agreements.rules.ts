import { formatConsId } from '#contract/ids.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { periodWords } from '#contract/period-words.ts';

// What is said of an agreement that ends: the same words in the inbox and in the letter (docs/product/network.md#end-of-an-agreement).

type About = { period: number; consId: number; consultants: number; clients: number; months: number; least: number };

/** One more silent month, and it ends. */
export function warningWords({ period, months, least }: Pick<About, 'period' | 'months' | 'least'>) {
  const next = periodWords(shiftPeriod(period, 1));
  return {
    title: 'Соглашение консультанта может прекратиться',
    text:
      `Закрытых месяцев подряд с личным объёмом меньше ${least} баллов: ${months - 1}. Если ЛО не достигнет ${least} баллов и за ${next}, ` +
      `соглашение прекратится, когда этот месяц закроют, а ваша структура перейдёт к вашему спонсору.`,
  };
}
export function endWords({ period, consId, consultants, clients, months, least }: About) {
  const passed =
    consultants + clients === 0
      ? ''
      : ` Первая линия (${countWords({ consultants, clients })}) перешла к вашему спонсору.`;
  return {
    title: 'Соглашение консультанта прекращено',
    text:
      `Закрытых месяцев подряд с личным объёмом меньше ${least} баллов: ${months}, последний — ${periodWords(period)}. Регистрационный номер ` +
      `${formatConsId(consId)} больше не действует.${passed} Деньги остаются вашими: ЛС, КС и БС можно тратить на заказы, а перенесённый ` +
      `остаток бонуса придёт на КС целиком. Консультантом можно стать снова в профиле.`,
  };
}
/** To whoever has the structure now. */
export const heirWords = ({
  name,
  consultants,
  clients,
}: Pick<About, 'consultants' | 'clients'> & { name: string }) => ({
  title: 'Ваша первая линия стала шире',
  text: `Соглашение прекращено: ${name}. К вам перешли: ${countWords({ consultants, clients })}.`,
});
const countWords = ({ consultants, clients }: Pick<About, 'consultants' | 'clients'>): string =>
  [consultants > 0 ? `консультантов — ${consultants}` : '', clients > 0 ? `клиентов — ${clients}` : '']
    .filter(Boolean)
    .join(', ');
