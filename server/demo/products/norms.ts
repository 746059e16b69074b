/**
 * Daily levels: ТР ТС 022/2011, appendix 2, and the adequate levels of the single sanitary requirements (mg; volumes of
 * fibre in grams). Only what the demo range names; a doctor would ask for the edition, a shop would print it.
 */
const NORMS_MG: Readonly<Record<string, number>> = {
  'Витамин A': 0.8, 'Витамин B1': 1.4, 'Витамин B2': 1.6, 'Витамин B6': 2, 'Витамин B12': 0.001, 'Витамин C': 60,
  'Витамин D': 0.005, 'Витамин E': 10, 'Ниацин': 18, 'Пантотеновая кислота': 6, 'Фолиевая кислота': 0.2, 'Биотин': 0.05,
  'Кальций': 1000, 'Магний': 400, 'Калий': 3500, 'Железо': 14, 'Цинк': 15, 'Йод': 0.15, 'Селен': 0.07, 'Хром': 0.05,
  'Кремний': 30, 'Марганец': 2, 'Бета-каротин': 5, 'Рутин': 30, 'Лютеин': 5, 'Антоцианы': 50, 'Омега-3': 2000,
  'Омега-6': 10_000, 'Салидрозид': 5, 'Элеутерозиды': 1, 'Силимарин': 30, 'Хлорогеновая кислота': 10,
  'Глицирризиновая кислота': 10, 'Флавоноиды': 30, 'Флавонолгликозиды': 10, 'Инулин': 2500, 'Пектин': 2000,
  'Пищевые волокна': 20_000, 'Гиалуроновая кислота': 50, 'Глюкозамин': 700, 'Хондроитин': 600, 'L-карнитин': 300,
  'Таурин': 400, 'Глицин': 3500, 'Лейцин': 4600, 'Лизин': 4100, 'Валин': 2500, 'Изолейцин': 2000, 'Коэнзим Q10': 30,
  'Ресвератрол': 30, 'Астаксантин': 2, 'Куркумин': 50, 'Дигидрокверцетин': 25, 'Ликопин': 5, 'Липоевая кислота': 30,
  'Сквален': 400, 'Валереновые кислоты': 2, 'Эсцин': 20, 'Оксикоричные кислоты': 10,
}; // prettier-ignore
const IN_MG: Readonly<Record<string, number>> = { г: 1000, мг: 1, мкг: 0.001 };

export type Nutrient = { name: string; amount: string; percent: string };

/** «Магний 200 мг; …» → rows for the page. The share is of the recommended or adequate daily level; none known: empty. */
export function nutrientsOf(actives: string): Nutrient[] {
  return actives.split('; ').map((part) => {
    const match = /^(.+?) ([\d,]+(?:·10[⁰¹²³⁴-⁹]+)?) (г|мг|мкг|КОЕ)$/u.exec(part);
    if (!match) throw new Error(`cannot read the dose «${part}»`);
    const [, name = '', value = '', unit = ''] = match;
    const norm = NORMS_MG[name];
    const mg = Number(value.replace(',', '.')) * (IN_MG[unit] ?? Number.NaN);
    const share = norm === undefined || Number.isNaN(mg) ? '' : `${Math.round((mg / norm) * 100)}\u00a0%`;
    return { name, amount: `${value}\u00a0${unit}`, percent: share };
  });
}
