import type { Maker, Sgr } from '#server/db/tables/catalogue.ts';

// The text patterns of docs/product/demo.md#range. Nothing in here may sound like a cure.

const DOSED: Readonly<Record<string, readonly [one: string, few: string, many: string]>> = {
  капсулы: ['капсуле', 'капсулы', 'капсул'],
  таблетки: ['таблетке', 'таблетки', 'таблеток'],
  пастилки: ['пастилке', 'пастилки', 'пастилок'],
};
const COURSE = 'Продолжительность приёма — 1 месяц. При необходимости приём можно повторить.';

/** `1x2` → «Взрослым по 1 капсуле 2 раза в день…»; a sentence of its own gets the course added. */
export function usageOf(take: string, form: string): string {
  const match = /^(\d)x(\d)$/.exec(take);
  if (!match) return `${take.startsWith('По') ? `Взрослым ${lower(take)}` : take}. ${COURSE}`;
  const [pieces, times] = [Number(match[1]), Number(match[2])];
  const words = DOSED[form];
  if (!words) throw new Error(`no dosing words for «${form}»`);
  const often = times === 1 ? '1 раз' : `${times} ${times < 5 ? 'раза' : 'раз'}`;
  return `Взрослым по ${pieces} ${pieces === 1 ? words[0] : pieces < 5 ? words[1] : words[2]} ${often} в день во время еды. ${COURSE}`;
}

const BY_INGREDIENT: readonly (readonly [RegExp, string])[] = [
  [/эхинац/, 'аутоиммунные заболевания'],
  [
    /солодк|элеутерококк|родиол|лимонник|левзе/,
    'повышенная нервная возбудимость, бессонница, повышенное артериальное давление',
  ],
  [/желез/, 'нарушения обмена железа'],
  [/йод|ламинар/, 'заболевания щитовидной железы — по согласованию с врачом'],
  [/мёд|прополис/, 'аллергия на продукты пчеловодства'],
  [/рыб|треск/, 'аллергия на рыбу'],
];
/** For a child's supplement pregnancy and nursing are not named. */
export function contraindicationsOf(ingredients: string, isForChildren: boolean): string {
  const low = ingredients.toLowerCase();
  const causes = ['Индивидуальная непереносимость компонентов'];
  if (!isForChildren) causes.push('беременность', 'кормление грудью');
  for (const [words, cause] of BY_INGREDIENT) if (words.test(low)) causes.push(cause);
  return `${causes.join(', ')}. Перед применением рекомендуется проконсультироваться с врачом.`;
}

export const DRY_STORAGE =
  'Хранить в сухом, защищённом от света и недоступном для детей месте при температуре не выше 25\u00a0°C.';
export const COLD_STORAGE = 'Хранить в недоступном для детей месте в холодильнике, при температуре от 2 до 8\u00a0°C.';

/** What a family of categories has in common when a product says nothing of its own. */
export type FamilyTexts = {
  usage: string;
  contraindications: string;
  storage: string;
  shelfLife: string;
  maker: Maker | null;
};
const maker = (name: string, city: string): Maker => ({
  name: `${name} (демо)`,
  address: `${city}, ул. Демонстрационная, д. 1`,
  country: 'Россия',
});
const HERBS = maker('ООО «Сибирские травы»', '634000, Томск');
const CARE_WORKS = maker('ООО «Росток Косметик»', '630000, Новосибирск');
const NO_ALLERGY = 'Индивидуальная непереносимость компонентов.';
const SKIN =
  'Индивидуальная непереносимость компонентов. Проведите тест на чувствительность: нанесите немного средства на сгиб локтя и подождите сутки.';

export const FAMILIES: Readonly<Record<number, FamilyTexts>> = {
  1: {
    usage: '',
    contraindications: '',
    storage: DRY_STORAGE,
    shelfLife: '24 месяца',
    maker: maker('ООО «Росток Нутри»', '656000, Барнаул'),
  },
  2: {
    usage: 'Способ приготовления — на упаковке. Не заменяет полноценного питания.',
    contraindications: NO_ALLERGY,
    storage: 'Хранить в сухом месте при температуре не выше 25\u00a0°C, после вскрытия плотно закрывать.',
    shelfLife: '12 месяцев',
    maker: HERBS,
  },
  3: {
    usage: 'Заварить 1–2 чайные ложки или один пакетик на чашку горячей водой, настоять 5–10 минут.',
    contraindications: NO_ALLERGY,
    storage: 'Хранить в сухом месте, отдельно от продуктов с сильным запахом.',
    shelfLife: '18 месяцев',
    maker: HERBS,
  },
  4: {
    usage: 'Нанести на чистую кожу лёгкими движениями. Только для наружного применения.',
    contraindications: SKIN,
    storage: 'Хранить при температуре от 5 до 25\u00a0°C, беречь от прямых солнечных лучей.',
    shelfLife: '30 месяцев, после вскрытия 12\u00a0мес.',
    maker: CARE_WORKS,
  },
  5: {
    usage: 'Для ароматизации воздуха. Не наносить на кожу неразведённым, не глотать.',
    contraindications: 'Индивидуальная непереносимость компонентов. Беречь от детей и животных.',
    storage: 'Хранить плотно закрытым, в тёмном месте, вдали от огня.',
    shelfLife: '36 месяцев',
    maker: CARE_WORKS,
  },
  6: {
    usage: 'Применять по назначению, дозировка — на упаковке. Беречь от попадания в глаза.',
    contraindications: 'Беречь от детей. При попадании в глаза промыть водой и обратиться к врачу.',
    storage: 'Хранить отдельно от продуктов при температуре от 5 до 30\u00a0°C.',
    shelfLife: '24 месяца',
    maker: CARE_WORKS,
  },
  7: {
    usage: 'Размешать мерную ложку в 250\u00a0мл воды или молока. Не заменяет полноценного питания.',
    contraindications: NO_ALLERGY,
    storage: 'Хранить в сухом месте при температуре не выше 25\u00a0°C, после вскрытия плотно закрывать.',
    shelfLife: '18 месяцев',
    maker: HERBS,
  },
  8: {
    usage: 'Как пользоваться каждым предметом, написано на его упаковке.',
    contraindications: NO_ALLERGY,
    storage: 'Хранить в сухом месте при температуре от 5 до 25\u00a0°C.',
    shelfLife: 'По меньшему из сроков предметов набора',
    maker: HERBS,
  },
  9: {
    usage: '',
    contraindications: '',
    storage: '',
    shelfLife: '',
    maker: maker('ООО «Росток»', '630000, Новосибирск'),
  },
};
/** The word ДЕМО prevents confusion with a real certificate; there is no page to link to. */
export const DEMO_SGR: Sgr = { number: 'RU.77.99.ДЕМО.000000.00.25', date: '2025-01-15', url: '' };

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
