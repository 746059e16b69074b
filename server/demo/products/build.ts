import { chanceOf, daysBefore, hashOf } from '#server/demo/chance.ts';
import { packOf } from '#server/demo/packshots/draw.mjs';
import { CARE } from '#server/demo/products/care.ts';
import { BESIDE, FACES, FEW_LEFT, HITS, NEW, OUT_OF_STOCK, REDUCED, VARIANTS } from '#server/demo/products/choices.ts';
import { FOOD } from '#server/demo/products/food.ts';
import { HOME } from '#server/demo/products/home.ts';
import { inciOf } from '#server/demo/products/inci.ts';
import { nutrientsOf } from '#server/demo/products/norms.ts';
import type { DemoPrice } from '#server/demo/products/rows.ts';
import { SUPPLEMENTS_MORE } from '#server/demo/products/supplements-more.ts';
import { SUPPLEMENTS } from '#server/demo/products/supplements.ts';
import { COLD_STORAGE, contraindicationsOf, DEMO_SGR, FAMILIES, usageOf } from '#server/demo/products/texts.ts';
import type { products } from '#server/db/tables/catalogue.ts';
import type { PackshotSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { ballsHalfIn } from '#server/features/catalogue/points.rules.ts';

// Contents: 1 the whole range, 2 what the three kinds of rows say, 3 prices and dates, 4 packs

/** A product before it has an id; `related` still holds codes. */
export type DemoProduct = Omit<typeof products.$inferInsert, 'id' | 'slug' | 'related'> & {
  relatedCodes: string[];
  spec: PackshotSpec;
  history: { actualPrice: number; actualConsPrice: number; since: Date }[];
};
type Said = {
  code: string; title: string; subtitle: string; price: DemoPrice; form: string; net: string; weightGrams: number;
  paragraphs: string[]; composition: string[]; nutrients: ReturnType<typeof nutrientsOf>;
  usage: string; contraindications: string; storage: string; ageFrom: number;
}; // prettier-ignore

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
/** The 200 products of docs/product/demo.md#range in the order of their codes. Same `now`, same result. */
export function demoProducts(now: Date): DemoProduct[] {
  const all = said();
  return all.map((one) => finish(one, all, now));
}

function finish(one: Said, all: readonly Said[], now: Date): DemoProduct {
  const { code, title, form, net, weightGrams } = one;
  const categoryId = Number(code.slice(0, 3));
  const family = Math.floor(categoryId / 100);
  const isBad = family === 1;
  const money = moneyOf(one, family);
  const createdAt = createdAtOf(code, now);
  const variant = VARIANTS.find((group) => group.of[code] !== undefined);
  const spec: PackshotSpec = {
    title,
    subtitle: '',
    code,
    category: categoryId,
    form: DRAWN_AS[code] ?? form,
    volume: net,
    bad: isBad,
  };
  const history = [
    {
      actualPrice: money.oldPrice ?? money.actualPrice,
      actualConsPrice: money.oldPrice === null ? money.actualConsPrice : consPriceOf(money.oldPrice),
      since: createdAt,
    },
  ];
  if (money.oldPrice !== null)
    history.push({
      actualPrice: money.actualPrice,
      actualConsPrice: money.actualConsPrice,
      since: daysBefore(now, 5 + (hashOf(code) % 8)),
    });
  return {
    code, title, categoryId, ...money, weightGrams, form, isBad, createdAt, spec, history,
    subtitle: one.subtitle,
    updatedAt: history.at(-1)?.since ?? createdAt,
    pack: packTextOf(net, form, isBad),
    qtyInPack: /(капсул|таблет|пастил|саше|фильтр|шт\.|таб\.|предмет)/.test(net) ? Number(/^\d+/.exec(net)?.[0] ?? 1) : null,
    volume: /\d (г|мл|л)$/.test(net) ? net : '',
    dimsMm: dimsOf(spec, weightGrams),
    stockQty: stockOf(code),
    labels: [...(NEW.includes(code) ? ['Новинка'] : []), ...(HITS.has(code) ? ['Хит'] : []), ...(money.oldPrice === null ? [] : ['Акция'])],
    ageFrom: one.ageFrom,
    // Supplements have to be marked since 01.03.2026, perfume earlier (docs/product/law.md row 8).
    marked: isBad || categoryId === 503,
    maker: FAMILIES[family]?.maker ?? null,
    sgr: isBad ? DEMO_SGR : null,
    descriptionHtml: one.paragraphs.map((text) => `<p>${nbsp(text)}</p>`).join(''),
    composition: one.composition,
    nutrients: one.nutrients,
    usage: nbsp(one.usage),
    contraindications: nbsp(one.contraindications),
    storage: one.storage,
    shelfLife: FAMILIES[family]?.shelfLife ?? '',
    docs: [],
    params: variant ? [{ name: variant.param, value: variant.of[code] ?? '' }] : [],
    variantGroup: variant ? `demo:${variant.group}` : null,
    relatedCodes: relatedOf(code, categoryId, all),
    published: true,
    // Of the demo's clock as everything else: the trigger would take the one of the run.
    firstShownAt: createdAt,
    isDemo: true,
  }; // prettier-ignore
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
function said(): Said[] {
  const supplements = [...SUPPLEMENTS, ...SUPPLEMENTS_MORE].map(
    ([
      code,
      title,
      subtitle,
      price,
      form,
      net,
      weightGrams,
      take,
      actives,
      source,
      target,
      more,
      composition,
    ]): Said => {
      const isForChildren = code.startsWith('108') || take.startsWith('Детям');
      const isAlive = /лиофилизат|жир рыбный; масло/.test(composition);
      const adds = code.startsWith('104') ? 'Растительные компоненты дополняют' : 'Она дополняет';
      return {
        code, title, subtitle, price, form, net, weightGrams,
        paragraphs: [`${title} — биологически активная добавка к пище, источник ${source}. ${adds} рацион ${target}.`, more],
        composition: composition.split('; '),
        nutrients: nutrientsOf(actives),
        usage: usageOf(take, form),
        contraindications: contraindicationsOf(`${title} ${composition}`, isForChildren),
        storage: isAlive ? COLD_STORAGE : (FAMILIES[1]?.storage ?? ''),
        ageFrom: isForChildren ? (/с 7 лет/.test(take) ? 7 : 3) : 0,
      }; // prettier-ignore
    },
  );
  const badTitles = supplements.map((one) => one.title);
  const goods = [...FOOD, ...HOME].map(
    ([code, title, subtitle, price, form, net, weightGrams, text, composition, usage]): Said => {
      const family = FAMILIES[Number(code.slice(0, 1))];
      const holdsBad = code.startsWith('8') && composition.split('; ').some((item) => badTitles.includes(item));
      return {
      code, title, subtitle, price, form, net, weightGrams,
      paragraphs: holdsBad ? [text, 'В набор входят БАД. Не являются лекарственными средствами.'] : [text],
      composition: composition.split('; '),
      nutrients: [],
      usage: usage ?? USAGE_BY_FORM[form] ?? family?.usage ?? '',
      contraindications: holdsBad ? 'Индивидуальная непереносимость компонентов, беременность, кормление грудью. Перед применением рекомендуется проконсультироваться с врачом.' : (family?.contraindications ?? ''),
      storage: family?.storage ?? '',
      ageFrom: 0,
    }; // prettier-ignore
    },
  );
  const care = CARE.map(([code, title, subtitle, price, form, net, weightGrams, text, base, actives, usage]): Said => ({
    code, title, subtitle, price, form, net, weightGrams,
    paragraphs: [text],
    composition: inciOf(base, actives),
    nutrients: [],
    usage: usage ?? USAGE_BY_FORM[form] ?? FAMILIES[4]?.usage ?? '',
    contraindications: FAMILIES[4]?.contraindications ?? '',
    storage: FAMILIES[4]?.storage ?? '',
    ageFrom: code === '40404' || code.startsWith('406') ? 3 : 0,
  })); // prettier-ignore
  return [...supplements, ...goods, ...care].sort((a, b) => Number(a.code) - Number(b.code));
}
const USAGE_BY_FORM: Readonly<Record<string, string>> = {
  шампунь: 'Нанести на влажные волосы, вспенить, смыть. При попадании в глаза промыть водой.',
  гель: 'Нанести на влажную кожу, вспенить, смыть.',
  пенка: 'Вспенить на влажном лице, смыть тёплой водой.',
  маска: 'Нанести ровным слоем, через 10–15 минут смыть тёплой водой.',
  скраб: 'Нанести на влажную кожу, помассировать минуту, смыть.',
  'зубная паста': 'Чистить зубы 2–3 минуты утром и вечером.',
  мыло: 'Вспенить в ладонях, нанести на влажную кожу, смыть.',
  батончик: 'Готово к употреблению. Не заменяет полноценного питания.',
  снек: 'Готово к употреблению. После вскрытия съесть за месяц.',
  свеча: 'Ставить на ровную негорючую поверхность, не оставлять без присмотра.',
  'парфюмерная вода': 'Нанести на кожу или одежду с 15–20 сантиметров. Беречь от огня.',
};

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
/** Kopecks; points in half-points by the rule of the top category. */
function moneyOf(
  { code, price }: Said,
  family: number,
): { actualPrice: number; actualConsPrice: number; oldPrice: number | null; ballsHalf: number } {
  const [from, to] = typeof price === 'number' ? [price, price] : price;
  const roubles = from + (hashOf(code) % (Math.floor((to - from) / 10) + 1)) * 10;
  const actualPrice = roubles * 100;
  const actualConsPrice = consPriceOf(actualPrice);
  // The share is the mock-up's 25 % for the face of the sale, 15…25 % for the others.
  const share = code === '40101' ? 25 : 15 + (hashOf(`${code}:old`) % 11);
  const oldPrice = REDUCED.includes(code) ? Math.round((roubles * (100 + share)) / 1000) * 1000 : null;
  return { actualPrice, actualConsPrice, oldPrice, ballsHalf: ballsHalfIn([family], actualConsPrice) };
}
/** `round10(client · 0.77)` in kopecks. */
export const consPriceOf = (clientKopecks: number): number => Math.round((clientKopecks * 77) / 100_000) * 1000;

function createdAtOf(code: string, now: Date): Date {
  const fresh = NEW.indexOf(code);
  if (fresh >= 0) return daysBefore(now, 0.5 + (fresh * 28) / NEW.length);
  const face = FACES.indexOf(code);
  if (face >= 0) return daysBefore(now, 31 + face);
  return daysBefore(now, 60 + (hashOf(`${code}:born`) % 840) + (Number(code) % 100) / 100);
}
function stockOf(code: string): number {
  if (OUT_OF_STOCK.has(code)) return 0;
  return FEW_LEFT.get(code) ?? 24 + Math.floor(chanceOf(`stock:${code}`).next() * 240);
}
function relatedOf(code: string, categoryId: number, all: readonly Said[]): string[] {
  const shelf = all.map((one) => one.code).filter((other) => other.startsWith(String(categoryId)));
  const at = shelf.indexOf(code);
  const neighbours = [1, 2].map((step) => shelf[(at + step) % shelf.length] ?? code);
  return [...new Set([...neighbours, ...(BESIDE[categoryId] ?? [])])].filter((other) => other !== code);
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
function packTextOf(net: string, form: string, isBad: boolean): string {
  if (form === 'капли') return nbsp(`${net}, капли`);
  return nbsp(isBad && form === 'порошок' ? `порошок ${net}` : net);
}
/** Where the words of title and form would dress a product wrongly. */
const DRAWN_AS: Readonly<Record<string, string>> = { 40114: 'cream', 20105: 'bag', 40602: 'cream' };
/** Width, depth and height of a pack that weighs 100 g; others grow with the cube root. */
const DIMS: Readonly<Record<string, readonly [number, number, number]>> = {
  jar: [60, 60, 100], kidsjar: [60, 60, 95], dropper: [38, 38, 115], pump: [55, 45, 130], cream: [70, 70, 55],
  tube: [55, 35, 140], pouch: [110, 50, 160], box: [90, 55, 120], tub: [80, 80, 95], candle: [60, 60, 70],
  spray: [60, 45, 150], oil: [50, 50, 120], flip: [50, 40, 130], stick: [35, 35, 90], diffuser: [55, 55, 110],
  perfume: [45, 35, 80], detergent: [70, 45, 115], bag: [100, 50, 150], sachet: [90, 20, 120], sticks: [100, 60, 110],
  soap: [75, 50, 30], bar: [140, 40, 25], booklet: [150, 5, 210], giftbag: [240, 10, 320], badge: [70, 8, 40],
  gift: [140, 80, 90],
}; // prettier-ignore
function dimsOf(spec: PackshotSpec, weightGrams: number): [number, number, number] {
  const [width, depth, height] = DIMS[packOf(spec)] ?? [80, 60, 120];
  const scale = Math.cbrt(weightGrams / 100);
  const mm = (side: number) => Math.max(5, Math.round((side * scale) / 5) * 5);
  return [mm(width), mm(depth), mm(height)];
}
/** Typography of docs/product/look.md#words: a number keeps its unit, a dash its word. */
function nbsp(text: string): string {
  return text
    .replaceAll(/(\d) (?=(?:г|мг|мкг|мл|л|%|°C|лет|шт|таб|капсул|таблет|пастил|минут)[^а-яё]?)/gu, '$1\u00a0')
    .replaceAll(' — ', '\u00a0— ')
    .replaceAll(/(?<=^|[\s(«])([вкосуиая]|на|из|от|до|по|за|не|со|во|об|ко) (?=\S)/giu, '$1\u00a0');
}
