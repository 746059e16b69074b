/** 10 million roubles: more is a slip of the pen, and the sums of a cart stay far from the end of an integer. */
const PRICE_MAX_KOPECKS = 1_000_000_000;

export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };
const fail = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** «8600.00», «1040», «99,9» → integer kopecks; digits beyond kopecks must be zeros. */
export function parsePrice(text: string): Parsed<number> {
  if (text === '') return fail('нет цены');
  const found = /^(\d{1,12})(?:[.,](\d{1,2})0*)?$/.exec(text);
  if (!found)
    return fail(text.startsWith('-') ? `цена меньше нуля: «${short(text)}»` : `цена не число: «${short(text)}»`);
  const kopecks = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  if (kopecks === 0) return fail('цена 0');
  if (kopecks > PRICE_MAX_KOPECKS) return fail(`цена больше 10 млн ₽: «${short(text)}»`);
  return { ok: true, value: kopecks };
}

/** «0.200» kilograms → grams; undefined when it is no weight (absent, zero, negative, over a tonne). */
export function parseWeight(text: string): number | undefined {
  const kilograms = decimal(text);
  if (kilograms === undefined || kilograms <= 0 || kilograms > 1000) return undefined;
  return Math.max(1, Math.round(kilograms * 1000));
}

/** «20.1/20.5/22.5» centimetres → millimetres. */
export function parseDimensions(text: string): [number, number, number] | null {
  const parts = text.split('/').map((part) => decimal(part.trim()));
  const [length, width, height] = parts;
  if (parts.length !== 3 || !length || !width || !height || Math.max(length, width, height) > 1000) return null;
  return [Math.round(length * 10), Math.round(width * 10), Math.round(height * 10)];
}

const STOCK_MAX = 1_000_000;
/** Pieces in stock, or undefined when it is no number. Suppliers write −1 for «none». */
export function parseStock(text: string): number | undefined {
  const pieces = decimal(text.replace(/^-.*/, '0'));
  return pieces === undefined ? undefined : Math.min(Math.floor(pieces), STOCK_MAX);
}

function decimal(text: string): number | undefined {
  return /^\d{1,9}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** A quoted value of the feed never floods the report. */
export const short = (text: string, max = 60): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Runs of white space become one space; control and invisible direction characters vanish. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .replaceAll(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim();
}

/**
 * Consultant price: price × ratio rounded to 10 ₽ (docs/product/catalogue.md#importer), never above the price nor 0.
 * `ratioMilli` 770 = 0.77.
 */
export function consPriceOf(priceKopecks: number, ratioMilli: number): number {
  const rounded = Math.floor((priceKopecks * ratioMilli + 500_000) / 1_000_000) * 1000;
  return rounded === 0 || rounded > priceKopecks ? priceKopecks : rounded;
}
