import { describe, expect, it } from 'vitest';
import { ballsHalfOf } from '#contract/money.ts';
import { seedNow } from '#server/demo/chance.ts';
import { NAME_LISTS, patronymicOf } from '#server/demo/people/names.ts';
import { demoProducts } from '#server/demo/products/build.ts';
import { RANGE } from '#tests/demo/range.ts';

const NOW = new Date('2026-11-20T21:00:00Z');
const all = demoProducts(NOW);
const familyOf = (one: { categoryId: number }) => Math.floor(one.categoryId / 100);
const get = (code: string) => {
  const found = all.find((one) => one.code === code);
  if (!found) throw new Error(code);
  return found;
};
const DAY = 86_400_000;

describe('the range', () => {
  it('is the list of 200, each title and code exactly', () => {
    expect(all.map((one) => [one.code, one.title])).toEqual(RANGE.map((row) => [...row]));
    expect(new Set(all.map((one) => one.title)).size).toBe(200);
    expect(all.every((one) => one.categoryId === Number(one.code.slice(0, 3)))).toBe(true);
  });
  it('counts what the mock-ups show on the chips', () => {
    const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((family) => all.filter((one) => familyOf(one) === family).length);
    expect(counts).toEqual([71, 15, 20, 41, 16, 11, 10, 10, 6]);
  });
  it('does not change within a day and moves with it', () => {
    expect(demoProducts(NOW)).toEqual(all);
    const later = demoProducts(new Date(NOW.getTime() + DAY));
    expect(later.map((one) => one.actualPrice)).toEqual(all.map((one) => one.actualPrice));
    expect(later[0]?.createdAt?.getTime()).toBe((all[0]?.createdAt?.getTime() ?? 0) + DAY);
  });
});

describe('prices', () => {
  // Client / consultant in roubles, points, grams: the examples of docs/product/demo.md#range.
  it.each([
    ['10101', 490, 380, 7.5, 95],
    ['10201', 690, 530, 10.5, 110],
    ['10301', 1290, 990, 20, 190],
    ['10601', 1990, 1530, 30.5, 260],
    ['30201', 290, 220, 4.5, 90],
    ['40101', 790, 610, 12, 90],
    ['60101', 590, 450, 9, 1650],
    ['70101', 2390, 1840, 37, 1020],
    ['80101', 2990, 2300, 41, 1100],
  ])('%s costs %i ₽, %i ₽ for a consultant, %f points, weighs %i g', (code, client, cons, points, grams) => {
    const one = get(code);
    expect([one.actualPrice, one.actualConsPrice, (one.ballsHalf ?? 0) / 2, one.weightGrams]).toEqual([
      client * 100,
      cons * 100,
      points,
      grams,
    ]);
  });
  it('follow the rule of 0.77 to ten roubles and the rule of points', () => {
    for (const one of all) {
      expect(one.actualPrice % 1000).toBe(0);
      expect(Math.abs(one.actualConsPrice - one.actualPrice * 0.77)).toBeLessThanOrEqual(500);
      expect(one.actualConsPrice % 1000).toBe(0);
      const full = ballsHalfOf(one.actualConsPrice);
      expect(one.ballsHalf).toBe(familyOf(one) === 9 ? 0 : familyOf(one) === 8 ? Math.floor(full * 0.9 + 1e-6) : full);
    }
  });
  it('stay within the range and the weight of their group', () => {
    const groups: [RegExp, number, number, number, number][] = [
      [/^(101|102|104|105|107)/, 390, 1690, 60, 180],
      [/^(103|106)/, 690, 2490, 120, 320],
      [/^108/, 350, 890, 80, 220],
      [/^2/, 160, 1590, 60, 650],
      [/^3/, 180, 590, 60, 160],
      [/^4/, 190, 1890, 60, 480],
      [/^5/, 250, 2900, 40, 420],
      [/^6/, 220, 790, 350, 1900],
      [/^7/, 90, 2690, 50, 1050],
      [/^8/, 1490, 5990, 600, 2600],
      [/^9/, 20, 350, 20, 300],
    ];
    for (const one of all) {
      const [, from, to, light, heavy] = groups.find(([codes]) => codes.test(one.code)) ?? [/./, 0, 0, 0, 0];
      expect([one.code, one.actualPrice >= from * 100 && one.actualPrice <= to * 100]).toEqual([one.code, true]);
      expect([one.code, (one.weightGrams ?? 0) >= light && (one.weightGrams ?? 0) <= heavy]).toEqual([one.code, true]);
    }
  });
  it('are reduced for a tenth, by 15…25 %, from a price that was real for at least 14 days', () => {
    const reduced = all.filter((one) => one.oldPrice !== null);
    expect(reduced).toHaveLength(20);
    for (const one of reduced) {
      const old = one.oldPrice ?? 0;
      expect(old).toBeGreaterThanOrEqual(Math.round((one.actualPrice * 1.15) / 1000) * 1000);
      expect(old).toBeLessThanOrEqual(Math.round((one.actualPrice * 1.25) / 1000) * 1000);
      expect(one.history.map((row) => row.actualPrice)).toEqual([old, one.actualPrice]);
      expect((one.history[1]?.since.getTime() ?? 0) - (one.history[0]?.since.getTime() ?? 0)).toBeGreaterThanOrEqual(
        14 * DAY,
      );
      expect(one.history.at(-1)?.since.getTime()).toBeLessThan(NOW.getTime());
    }
    expect(all.every((one) => one.labels?.includes('Акция') === (one.oldPrice !== null))).toBe(true);
  });
  it('leave ten out of stock; sixteen are new by their day', () => {
    expect(all.filter((one) => one.stockQty === 0)).toHaveLength(10);
    const fresh = all.filter((one) => NOW.getTime() - (one.createdAt?.getTime() ?? 0) <= 30 * DAY);
    expect(fresh).toHaveLength(16);
    expect(all.filter((one) => one.labels?.includes('Новинка'))).toEqual(fresh);
    expect(all.every((one) => (one.createdAt?.getTime() ?? 0) < NOW.getTime())).toBe(true);
  });
});

describe('texts', () => {
  const wordsOf = (one: (typeof all)[number]) =>
    [one.title, one.subtitle, one.descriptionHtml, one.usage, one.storage, ...(one.composition ?? [])]
      .join(' ')
      .replaceAll('\u00a0', ' ');
  const FORBIDDEN =
    /лечит|лечен|лечебн|вылеч|исцел|целебн|лекарств|от боли|боле(знь|зни|зней)|против рака|диабет|давлени|помога(ет|ют) (от|при)|избавл|иммунитет|профилактик|омолож|похуде|сжига|жиросж|панаце|гарантир/i;
  it('never sound like a cure, in any of the 200', () => {
    const warned =
      /(БАД\. Не являе(тся|ются) лекарственным(и)? средств(ом|ами)\.|Не являются лекарственными средствами\.)/g;
    const found = all
      .filter((one) => FORBIDDEN.test(wordsOf(one).replaceAll(warned, '')))
      .map((one) => [one.code, FORBIDDEN.exec(wordsOf(one))?.[0]]);
    expect(found).toEqual([]);
  });
  it('are two to four sentences, no two alike, without a trace of a template', () => {
    for (const one of all) {
      const text = (one.descriptionHtml ?? '').replaceAll(/<\/?p>/g, ' ').trim();
      const sentences = text.split(/(?<=[.!?])\s+(?=[А-ЯЁ«A-Z0-9])/u).length;
      expect([one.code, sentences >= 2 && sentences <= 5]).toEqual([one.code, true]);
      expect(one.descriptionHtml).toMatch(/^(<p>[^<>]+<\/p>)+$/);
      expect(`${text} ${one.usage} ${one.contraindications}`).not.toMatch(/[{}]|undefined|null|NaN/);
      expect(one.subtitle?.length).toBeGreaterThan(5);
      expect(one.pack?.length).toBeGreaterThan(2);
    }
    expect(new Set(all.map((one) => one.descriptionHtml)).size).toBe(200);
    expect(new Set(all.map((one) => one.subtitle)).size).toBeGreaterThan(195);
  });
  it('give a supplement everything it may not be sold without', () => {
    for (const one of all.filter((product) => product.isBad)) {
      expect([one.code, familyOf(one)]).toEqual([one.code, 1]);
      expect(one.composition?.length).toBeGreaterThan(0);
      expect(one.nutrients?.length).toBeGreaterThan(0);
      for (const nutrient of one.nutrients ?? [])
        expect(`${nutrient.amount}|${nutrient.percent}`).toMatch(/^[\d,·⁰-⁹]+\u00a0(г|мг|мкг|КОЕ)\|(\d{1,3}\u00a0%)?$/);
      expect(one.usage?.replaceAll('\u00a0', ' ')).toMatch(
        /^(Взрослым|Детям с \d лет) по .+ Продолжительность приёма — 1 месяц\. При необходимости приём можно повторить\.$/,
      );
      expect(one.contraindications?.replaceAll('\u00a0', ' ')).toMatch(
        /^Индивидуальная непереносимость компонентов.*Перед применением рекомендуется проконсультироваться с врачом\.$/,
      );
      expect(one.storage).toMatch(/^Хранить/);
      expect(one.shelfLife).toBe('24 месяца');
      expect(one.sgr?.number).toBe('RU.77.99.ДЕМО.000000.00.25');
      expect(one.maker?.name).toContain('(демо)');
      expect(one.maker?.address).not.toBe('');
      expect(one.marked).toBe(true);
    }
    expect(all.filter((one) => one.isBad)).toHaveLength(71);
    expect(all.filter((one) => !one.isBad).every((one) => one.sgr === null)).toBe(true);
  });
  it('name the contraindications of an ingredient', () => {
    const says = (code: string, words: string) =>
      expect(get(code).contraindications?.replaceAll('\u00a0', ' ')).toContain(words);
    says('10401', 'аутоиммунные заболевания');
    says('10410', 'повышенная нервная возбудимость, бессонница, повышенное артериальное давление');
    says('10402', 'повышенное артериальное давление');
    says('10403', 'бессонница');
    says('10204', 'нарушения обмена железа');
    says('10205', 'заболевания щитовидной железы — по согласованию с врачом');
    expect(get('10801').contraindications).not.toContain('беременность');
    expect(get('10801').ageFrom).toBe(3);
    expect(get('80101').descriptionHtml?.replaceAll('\u00a0', ' ')).toContain(
      'В набор входят БАД. Не являются лекарственными средствами.',
    );
  });
  it('promise a saving only where it is one', () => {
    const price = (title: string) => all.find((one) => one.title === title)?.actualPrice ?? 0;
    const parts = get('80101').composition ?? [];
    expect(parts).toHaveLength(5);
    expect(get('80101').actualPrice).toBeLessThan(parts.reduce((sum, title) => sum + price(title), 0));
    // What stands in a set is in the catalogue under the same name.
    const missing = all
      .filter((one) => familyOf(one) === 8)
      .flatMap((one) => (one.composition ?? []).filter((title) => price(title) === 0));
    expect(missing).toEqual(['ситечко для заваривания']);
    for (const one of all.filter((set) => familyOf(set) === 8))
      expect([one.code, one.composition?.length]).toEqual([one.code, one.qtyInPack]);
  });
  it('print the dose and its share as the mock-up does', () => {
    expect(get('10201').nutrients).toEqual([
      { name: 'Магний', amount: '200\u00a0мг', percent: '50\u00a0%' },
      { name: 'Витамин B6', amount: '2\u00a0мг', percent: '100\u00a0%' },
    ]);
    expect(get('40101').composition?.slice(0, 2)).toEqual(['Aqua (вода)', 'Betula Alba Juice (сок берёзы)']);
  });
});

describe('neighbours', () => {
  it('are real products, never oneself', () => {
    const codes = new Set(all.map((one) => one.code));
    for (const one of all) {
      expect(one.relatedCodes.length).toBeGreaterThanOrEqual(3);
      expect(one.relatedCodes).not.toContain(one.code);
      expect(one.relatedCodes.filter((code) => !codes.has(code))).toEqual([]);
      expect(new Set(one.relatedCodes).size).toBe(one.relatedCodes.length);
    }
  });
  it('of one group differ in one named param', () => {
    const groups = Map.groupBy(
      all.filter((one) => one.variantGroup),
      (one) => one.variantGroup,
    );
    expect(groups.size).toBeGreaterThanOrEqual(10);
    for (const group of groups.values()) {
      expect(group.length).toBeGreaterThanOrEqual(2);
      expect(new Set(group.map((one) => one.params?.[0]?.name)).size).toBe(1);
      expect(new Set(group.map((one) => one.params?.[0]?.value)).size).toBe(group.length);
    }
    expect(groups.get('demo:strojnyj-den')?.map((one) => one.params?.[0]?.value)).toEqual([
      'ваниль',
      'шоколад',
      'лесная ягода',
    ]);
  });
});

it('takes SEED_NOW as it is, else midnight in Moscow', () => {
  expect(seedNow('2026-01-01T10:00:00Z').toISOString()).toBe('2026-01-01T10:00:00.000Z');
  expect(seedNow(null, new Date('2026-11-21T20:59:59Z')).toISOString()).toBe('2026-11-20T21:00:00.000Z');
  expect(seedNow(null, new Date('2026-11-21T21:00:00Z')).toISOString()).toBe('2026-11-21T21:00:00.000Z');
});
it('has 60 male and 60 female names, 120 surnames or so, and makes patronymics', () => {
  expect([NAME_LISTS.MALE.length, NAME_LISTS.FEMALE.length, NAME_LISTS.SURNAMES.length]).toEqual([60, 60, 120]);
  for (const list of Object.values(NAME_LISTS)) expect(new Set(list).size).toBe(list.length);
  const made = ['Сергей', 'Игорь', 'Василий', 'Олег', 'Илья', 'Никита', 'Лев', 'Пётр', 'Павел', 'Юрий'].map(
    (father) => [patronymicOf(father, false), patronymicOf(father, true)],
  );
  expect(made).toEqual([
    ['Сергеевич', 'Сергеевна'],
    ['Игоревич', 'Игоревна'],
    ['Васильевич', 'Васильевна'],
    ['Олегович', 'Олеговна'],
    ['Ильич', 'Ильинична'],
    ['Никитич', 'Никитична'],
    ['Львович', 'Львовна'],
    ['Петрович', 'Петровна'],
    ['Павлович', 'Павловна'],
    ['Юрьевич', 'Юрьевна'],
  ]);
});
