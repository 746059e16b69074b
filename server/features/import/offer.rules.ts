import { isEan } from '#contract/ean.ts';
import {
  oneLine,
  parseDimensions,
  parsePrice,
  parseStock,
  parseWeight,
  short,
} from '#server/features/import/feed-values.rules.ts';
import { type Param, type ProductFacts, readFacts } from '#server/features/import/supplement.rules.ts';
import type { Note } from '#server/features/import/note.ts';
import { noteIllness, takeTopics } from '#server/features/import/topics.rules.ts';
import type { Placed, RawOffer } from '#server/features/import/yml-tree.ts';

/** An offer that may become a product. Money in kopecks, weight in grams; pictures as addresses, judged but not loaded. */
export type ValidOffer = {
  offerId: string;
  line: number;
  categoryKey: string;
  title: string;
  article: string | null;
  /** Empty: the feed names none, or one that is none. */
  ean: string;
  price: number;
  oldPrice: number | null;
  stockQty: number;
  weightGrams: number;
  dimsMm: [number, number, number] | null;
  description: string;
  groupId: string | null;
  facts: ProductFacts;
  pictures: Placed[];
};
export type OfferVerdict =
  | { kind: 'ok'; offer: ValidOffer; notes: Note[] }
  | { kind: 'refused'; line: number; reason: string };

export const ID_MAX = 100;
export const TITLE_MAX = 250;
const DESCRIPTION_MAX = 60_000;
const ARTICLE_MAX = 64;
const PARAMS_MAX = 100;
const PARAM_MAX = 5000;
const PICTURES_MAX = 10;
/** A feed that says only «available» names no number. */
const STOCK_WHEN_AVAILABLE = 100;
/** Selling these at a distance needs a licence or is forbidden; they never get into the shop by a feed. */
const FORBIDDEN_TYPES = new Set(['medicine', 'alco']);

/** Judges one offer; the first thing wrong with it is the reason (in Russian), with the line of the field. */
export function judgeOffer(raw: RawOffer, feed: { isRoubleFeed: boolean }): OfferVerdict {
  const no = (reason: string, line = raw.line): OfferVerdict => ({ kind: 'refused', line, reason });
  const at = (name: string): Placed => raw.fields.get(name) ?? { value: '', line: raw.line };
  const notes: Note[] = [];

  if (raw.id === '') return no('нет id');
  if (raw.id.length > ID_MAX) return no(`id длиннее ${ID_MAX} знаков`);
  if (raw.broken) return no(raw.broken.value, raw.broken.line);
  if (FORBIDDEN_TYPES.has(raw.type)) return no(`тип «${raw.type}» не продаётся через этот магазин`);

  const { value: title, line: titleLine } = titleOf(raw, at);
  if (title === '') return no('нет названия', titleLine);
  if (title.length > TITLE_MAX) return no(`название длиннее ${TITLE_MAX} знаков (${title.length})`, titleLine);

  const currency = at('currencyId');
  if (currency.value === '' ? !feed.isRoubleFeed : !isRouble(currency.value)) {
    return no(
      currency.value === '' ? 'не указана валюта' : `валюта «${short(currency.value)}», а магазин торгует в рублях`,
      currency.line,
    );
  }
  const price = parsePrice(at('price').value);
  if (!price.ok) return no(price.reason, at('price').line);
  const categoryKey = at('categoryId').value;
  if (categoryKey === '') return no('нет categoryId');
  const description = at('description');
  if (description.value.length > DESCRIPTION_MAX)
    return no(`описание длиннее ${DESCRIPTION_MAX} знаков`, description.line);

  const params = readParams(raw, notes);
  const weight = parseWeight(at('weight').value);
  if (weight === undefined) notes.push({ kind: 'weight', line: at('weight').line, text: 'нет веса' });
  noteIllness(title, titleLine, notes);
  const facts = readFacts(params, {
    vendor: oneLine(at('vendor').value),
    country: oneLine(at('country_of_origin').value),
    age: at('age').value,
  });
  return {
    kind: 'ok',
    notes,
    offer: {
      offerId: raw.id,
      line: raw.line,
      categoryKey,
      title,
      article: articleOf(at('vendorCode'), notes),
      ean: eanOf(at('barcode').value),
      price: price.value,
      oldPrice: oldPriceOf(at('oldprice'), price.value, notes),
      stockQty: stockOf(raw, at, notes),
      weightGrams: weight ?? 0,
      dimsMm: parseDimensions(at('dimensions').value),
      description: description.value,
      groupId: raw.groupId === '' || raw.groupId.length > ID_MAX ? null : raw.groupId,
      facts: { ...facts, topics: takeTopics(facts.topics, raw.line, notes) },
      pictures: picturesOf(raw, notes),
    },
  };
}

const isRouble = (currency: string): boolean => /^ru[rb]$/i.test(currency);
/** Currencies of `<currencies>`: an offer without its own is in roubles when nothing else is named. */
export const isRoubleFeed = (currencies: readonly string[]): boolean => currencies.every(isRouble);

function titleOf(raw: RawOffer, at: (name: string) => Placed): Placed {
  const name = { value: oneLine(at('name').value), line: at('name').line };
  const model = oneLine(at('model').value);
  // vendor.model: the name is made of parts (Yandex's «произвольный тип»).
  if (model === '' || (raw.type !== 'vendor.model' && name.value !== '')) return name;
  return { value: oneLine([at('typePrefix').value, at('vendor').value, model].join(' ')), line: at('model').line };
}

function oldPriceOf(old: Placed, price: number, notes: Note[]): number | null {
  if (old.value === '') return null;
  const parsed = parsePrice(old.value);
  if (parsed.ok && parsed.value > price) return parsed.value;
  notes.push({ kind: 'old-price', line: old.line, text: `старая цена «${short(old.value)}» не выше цены, не взята` });
  return null;
}

function stockOf(raw: RawOffer, at: (name: string) => Placed, notes: Note[]): number {
  for (const name of ['count', 'stock_quantity']) {
    const field = at(name);
    if (field.value === '') continue;
    const pieces = parseStock(field.value);
    if (pieces !== undefined) return pieces;
    notes.push({ kind: 'stock', line: field.line, text: `остаток не число: «${short(field.value)}»` });
  }
  if (raw.outletStock !== null) return Math.min(Math.floor(raw.outletStock), 1_000_000);
  return raw.available.toLowerCase() === 'false' ? 0 : STOCK_WHEN_AVAILABLE;
}

/** Some feeds name several numbers in one field. */
const eanOf = (text: string): string =>
  text
    .split(/[,;\s]+/)
    .map((one) => one.replaceAll('-', ''))
    .find((one) => isEan(one)) ?? '';

function articleOf(code: Placed, notes: Note[]): string | null {
  const article = oneLine(code.value);
  if (article.length <= ARTICLE_MAX) return article === '' ? null : article;
  notes.push({ kind: 'article', line: code.line, text: `vendorCode длиннее ${ARTICLE_MAX} знаков, не взят` });
  return null;
}

function readParams(raw: RawOffer, notes: Note[]): Param[] {
  const params = new Map<string, string>();
  for (const { name: rawName, unit, value: rawValue, line } of raw.params) {
    const name = oneLine(rawName);
    const value = oneLine([rawValue, unit].join(' '));
    if (name === '' || value === '') continue;
    if (name.length > ID_MAX || value.length > PARAM_MAX || params.size >= PARAMS_MAX) {
      notes.push({
        kind: 'params',
        line,
        text: `параметр «${short(name)}» не взят: слишком длинный или их больше ${PARAMS_MAX}`,
      });
      continue;
    }
    // Several values of one param: «Цвет» red, «Цвет» white.
    const before = params.get(name);
    params.set(name, before === undefined || before === value ? value : `${before}, ${value}`);
  }
  return [...params].map(([name, value]) => ({ name, value }));
}

function picturesOf(raw: RawOffer, notes: Note[]): Placed[] {
  const pictures = raw.pictures.filter(
    (picture, at, all) => picture.value !== '' && all.findIndex((other) => other.value === picture.value) === at,
  );
  const extra = pictures[PICTURES_MAX];
  if (extra)
    notes.push({ kind: 'picture', line: extra.line, text: `больше ${PICTURES_MAX} картинок, остальные не взяты` });
  return pictures.slice(0, PICTURES_MAX);
}
