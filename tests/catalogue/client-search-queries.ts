import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { stepsOf } from '#contract/catalogue-pack.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { NEEDS, SYNONYMS } from '#server/demo/products/needs.ts';
import { layoutToEn } from '#src/offline/search/layout.ts';
import { generateCatalogue, mulberry32 } from '#tests/support/generate-catalogue.ts';
import { toListRow } from '#server/features/catalogue/shards.rules.ts';
import { CARE } from '#server/demo/products/care.ts';
import { FOOD } from '#server/demo/products/food.ts';
import { HOME } from '#server/demo/products/home.ts';
import { SUPPLEMENTS } from '#server/demo/products/supplements.ts';

export const CLASSES = ['exact', 'inflected', 'typo', 'layout', 'transliterated', 'prefix', 'yo', 'code'] as const;
export type QueryClass = (typeof CLASSES)[number];
export type Query = { kind: QueryClass; text: string; row: ListRow };

/** 10,000 products: generated ones, the demo's own 200 titles among them. */
export function searchCatalogue(count = 10_000): {
  rows: ListRow[];
  categories: CategoryNode[];
  needs: NeedsShard;
} {
  const { cards, categories } = generateCatalogue(count, 7);
  const demo = [...CARE, ...FOOD, ...HOME, ...SUPPLEMENTS].map((row) => String(row[1]));
  const rows = cards
    .map(toListRow)
    .map((row, i) => (i % 50 === 0 && demo[i / 50] ? { ...row, title: demo[i / 50]! } : row));
  return {
    rows,
    needs: needsOver(rows),
    categories: categories.map(({ id, parentId, slug, title, short }) => ({
      id,
      parent_id: parentId,
      slug,
      title,
      short,
      count: 0,
    })),
  };
}

/** The demo's topics with one product in forty of a range of this size each, and its synonyms. */
export function needsOver(rows: readonly ListRow[]): NeedsShard {
  return {
    v: 1,
    needs: NEEDS.map(([title, words], at) => ({
      slug: String(at),
      title,
      words: words.split(', '),
      products: stepsOf(rows.flatMap((row) => ((row.id * 7919 + at * 31) % 40 === 0 ? [row.id] : []))),
    })),
    synonyms: SYNONYMS.map((group) => group.split(' ')),
    popular: [0.05, 0.15, 0.3].map((share, tier) =>
      stepsOf(rows.flatMap((row) => ((row.id * 31 + tier * 7) % 100 < share * 100 ? [row.id] : []))),
    ),
  };
}

/** What people type who look for this product: two or three words of its title, in seven ways. */
export function searchQueries(rows: readonly ListRow[], each: number, seed = 11): Query[] {
  const random = mulberry32(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const queries: Query[] = [];
  for (const kind of CLASSES) {
    for (let made = 0, tries = 0; made < each && tries < each * 60; tries += 1) {
      const row = pick(rows);
      const text = write(kind, row, pick, random);
      if (!text) continue;
      queries.push({ kind, text, row });
      made += 1;
    }
  }
  return queries;
}

type Pick = <T>(from: readonly T[]) => T;
function write(kind: QueryClass, row: ListRow, pick: Pick, random: () => number): string | null {
  const words = row.title.split(/[^\p{L}\p{N}-]+/u).filter((word) => word.length > 0);
  const long = words.map((word, i) => ({ word, i })).filter(({ word }) => /^[а-яё]{4,}$/i.test(word));
  if (long.length < 2) return null;
  const some = [...long]
    .sort(() => random() - 0.5)
    .slice(0, random() < 0.5 ? 1 : 2)
    .sort((a, b) => a.i - b.i)
    .map(({ word }) => word.toLowerCase());
  const text = some.join(' ');
  switch (kind) {
    case 'exact':
      return text;
    case 'inflected':
      return some.map((word) => inflect(word, random)).every((word, i) => word === some[i])
        ? null
        : some.map((word) => inflect(word, random)).join(' ');
    case 'typo':
      return some.map((word, i) => (i === 0 ? slip(word, random) : word)).join(' ');
    case 'layout':
      return layoutToEn(text);
    case 'transliterated':
      return transliterate(text, pick([0, 1, 2] as const));
    case 'prefix': {
      const last = some.at(-1)!;
      return [...some.slice(0, -1), last.slice(0, Math.max(3, Math.ceil(last.length * 0.6)))].join(' ');
    }
    case 'yo':
      return /ё/.test(text)
        ? text.replaceAll('ё', 'е')
        : /е/.test(text) && random() < 0.3
          ? text.replace('е', 'ё')
          : null;
    case 'code':
      return row.code;
  }
}

/** Cases and numbers by the regular patterns of the noun and the adjective. */
function inflect(word: string, random: () => number): string {
  const one = (...forms: string[]) => forms[Math.floor(random() * forms.length)]!;
  const base = (cut: number) => word.slice(0, -cut);
  if (/(ый|ой)$/.test(word)) return base(2) + one('ого', 'ому', 'ым', 'ая', 'ые', 'ых');
  if (word.endsWith('ий') && word.length > 5)
    return base(2) + (/[кгхшжщч]ий$/.test(word) ? one('ого', 'им', 'ая', 'ие') : one('ия', 'ию', 'ием', 'ии'));
  if (word.endsWith('ая')) return base(2) + one('ой', 'ую', 'ые', 'ых');
  if (word.endsWith('ое')) return base(2) + one('ого', 'ому', 'ые');
  if (word.endsWith('ие')) return base(2) + one('ия', 'ию', 'ием');
  if (word.endsWith('ия')) return base(2) + one('ии', 'ию', 'ией');
  if (word.endsWith('а'))
    return base(1) + one('ы', 'у', 'ой', 'ами').replace('ы', /[кгхшжчщ]а$/.test(word) ? 'и' : 'ы');
  if (word.endsWith('я')) return base(1) + one('и', 'ю', 'ей', 'ями');
  if (word.endsWith('о')) return base(1) + one('а', 'у', 'ом', 'ами');
  if (word.endsWith('ь')) return base(1) + one('и', 'ью', 'ями');
  if (/[бвгдзклмнпрстфхцчшщ]$/.test(word)) return word + one('а', 'у', 'ом', 'ами', 'ов');
  return word;
}

function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const letter = 'аоеинтсрвл'[Math.floor(random() * 10)]!;
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + letter + word.slice(at);
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1);
    default:
      return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  }
}

const SCHEMES = [
  { й: 'j', х: 'h', ц: 'c', щ: 'sch', ы: 'y', ю: 'yu', я: 'ya', ё: 'yo', ь: '', ъ: '' },
  { й: 'y', х: 'kh', ц: 'ts', щ: 'shch', ы: 'y', ю: 'iu', я: 'ia', ё: 'e', ь: '', ъ: '' },
  { й: 'i', х: 'x', ц: 'ts', щ: 'shh', ы: 'i', ю: 'ju', я: 'ja', ё: 'jo', ь: "'", ъ: '' },
] as const;
const REST: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  ч: 'ch',
  ш: 'sh',
  э: 'e',
};
function transliterate(text: string, scheme: 0 | 1 | 2): string {
  return Array.from(
    text,
    (letter) => (SCHEMES[scheme] as Record<string, string>)[letter] ?? REST[letter] ?? letter,
  ).join('');
}
