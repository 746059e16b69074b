import { createHash } from 'node:crypto';
import { ballsHalfOf } from '#contract/money.ts';
import type { CardData, CategoryData, DetailData, PictureData } from '#server/features/catalogue/shards.rules.ts';
import { productSlug, translit } from '#contract/slug.ts';
import { KINDS, NAMES } from '#tests/support/catalogue-words.ts';

export type Generated = {
  categories: CategoryData[];
  cards: CardData[];
  details: DetailData[];
  pictures: PictureData[];
};

/** A shop of `count` products, the same for the same seed: distinct titles, own pictures, texts of real length. */
export function generateCatalogue(count: number, seed = 1): Generated {
  const random = mulberry32(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const categories = KINDS.map((kind, i): CategoryData => ({
    id: 101 + i,
    parentId: null,
    slug: translit(kind.category),
    title: kind.category,
    short: kind.short,
    position: i,
  }));
  const out: Generated = { categories, cards: [], details: [], pictures: [] };
  const titles = new Set<string>();
  const opened = Date.UTC(2024, 0, 10, 6);
  for (let id = 1; id <= count; id += 1) {
    // A shop is filled category by category, a batch at a time, as its feed lists them.
    const at = Math.min(KINDS.length - 1, Math.floor(((id - 1) / count) * KINDS.length));
    const kind = random() < 0.85 ? KINDS[at]! : pick(KINDS);
    const [form, packs] = pick(kind.forms);
    const pack = pick(packs);
    let title = '';
    do title = titleOf(kind, pick, random);
    while (titles.has(title) && random() < 0.98);
    titles.add(title);
    const code = String(100_000 + id);
    const price = (kind.price[0] + between(0, Math.floor((kind.price[1] - kind.price[0]) / 10)) * 10) * 100;
    const cons = Math.round((price * 0.77) / 1000) * 1000;
    const sha256 = createHash('sha256').update(`picture ${seed} ${id}`).digest('hex');
    const weightGrams = between(kind.weight[0] / 5, kind.weight[1] / 5) * 5;
    out.cards.push({
      id,
      code,
      title,
      pack,
      form,
      slug: productSlug(title, code),
      article: null,
      categoryId: 101 + KINDS.indexOf(kind),
      actualPrice: price,
      actualConsPrice: cons,
      oldPrice: random() < 0.1 ? Math.round((price * (1.15 + random() / 10)) / 1000) * 1000 : null,
      ballsHalf: ballsHalfOf(cons),
      weightGrams,
      stockQty: random() < 0.05 ? 0 : random() < 0.15 ? between(1, 9) : between(10, 400),
      isBad: kind.isBad,
      labels: random() < 0.08 ? ['Новинка'] : random() < 0.06 ? ['Хит'] : random() < 0.05 ? ['Акция'] : [],
      published: true,
      image: sha256,
      // Batches of 40 arrive together.
      createdAt: new Date(opened + Math.floor(id / 40) * 3_600_000 * 60 + 1000 * (id % 40)),
    });
    out.pictures.push({
      productId: id,
      sha256,
      thumbhash: createHash('sha384').update(sha256).digest().subarray(0, 25).toString('base64'),
    });
    out.details.push(detailsOf({ id, title, kind, weightGrams, count, pick, between }));
  }
  return out;
}

type Pick = <T>(from: readonly T[]) => T;
function titleOf(kind: (typeof KINDS)[number], pick: Pick, random: () => number): string {
  const noun = pick(kind.titles);
  const more = random() < 0.6 ? ` ${pick(kind.of)}` : '';
  const name = random() < 0.75 ? ` «${pick(NAMES.first)} ${pick(NAMES.second)}»` : '';
  return `${noun}${more}${name}` === noun ? `${noun} ${pick(kind.of)}` : `${noun}${more}${name}`;
}

function detailsOf({
  id,
  title,
  kind,
  weightGrams,
  count,
  pick,
  between,
}: {
  id: number;
  title: string;
  kind: (typeof KINDS)[number];
  weightGrams: number;
  count: number;
  pick: Pick;
  between: (min: number, max: number) => number;
}): DetailData {
  const parts = Array.from({ length: between(4, 11) }, () => `${pick(kind.titles).toLowerCase()} ${pick(kind.of)}`);
  return {
    id,
    subtitle: `${pick(kind.of)}, ${pick(NAMES.second)}`,
    volume: '',
    weightGrams,
    qtyInPack: between(20, 180),
    ageFrom: kind.isBad ? 18 : 0,
    marked: kind.isBad,
    descriptionHtml: `<p>${title} — ${kind.isBad ? 'биологически активная добавка к пище' : 'продукт для ежедневного ухода и дома'}. ${Array.from({ length: between(2, 5) }, () => `${pick(NAMES.first)} ${pick(NAMES.second)} и ${pick(kind.of)} дополняют ${pick(NAMES.second)}.`).join(' ')}</p>`,
    composition: parts,
    nutrients: kind.isBad
      ? [{ name: pick(kind.titles), amount: `${between(1, 500)} мг`, percent: `${between(5, 300)} %` }]
      : [],
    usage: `Взрослым по ${between(1, 3)} ${between(1, 3)} раза в день во время еды. Продолжительность приёма — ${between(1, 3)} месяца.`,
    contraindications: 'Индивидуальная непереносимость компонентов, беременность, кормление грудью.',
    shelfLife: `${between(12, 36)} месяцев`,
    storage: 'Хранить в сухом, защищённом от света и недоступном для детей месте при температуре не выше 25 °C.',
    maker: {
      name: `ООО «${pick(NAMES.first)} ${pick(NAMES.second)}»`,
      address: `г. Бийск, ул. Заводская, ${between(1, 90)}`,
      country: 'Россия',
    },
    sgr: kind.isBad
      ? { number: `RU.77.99.ДЕМО.${String(id).padStart(6, '0')}.00.25`, date: '2025-03-01', url: '' }
      : null,
    docs: [],
    related: [1, 2, 3, 4].map(() => between(1, count)),
    variantGroup: null,
    params: [],
  };
}

export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
