import type { ProductDetails } from '#contract/catalogue.ts';

// What a pack costs by the piece or by weight, and how long it lasts (docs/product/catalogue.md#unit-price): read from what the
// pack and the label say, and left out where they say it otherwise.

/** One piece of the pack: the stem it is known by, «за капсулу». */
const PIECES: readonly (readonly [stem: RegExp, per: string])[] = [
  [/капсул/i, 'капсулу'],
  [/таблет|таб\./i, 'таблетку'],
  [/пастил|мишк/i, 'пастилку'],
  [/саше/i, 'саше'],
  [/фильтр|пакетик/i, 'пакетик'],
  [/шт\./i, 'штуку'],
];
const WEIGHT = /^(?:(\d+)\s*×\s*)?(\d+(?:,\d+)?)\s*(мл|л|кг|г)$/u;

type Pack = Pick<ProductDetails, 'qty_in_pack' | 'volume' | 'usage'> & { pack: string };
export type UnitPrice = { kopecks: number; per: string };

/** Whole kopecks for one piece, 100 g or 100 ml; null where the pack says neither or is that much already. */
export function unitPrice(pack: Pack, priceKopecks: number): UnitPrice | null {
  const piece = pieceOf(pack);
  if (piece && pack.qty_in_pack && pack.qty_in_pack > 1)
    return { kopecks: Math.round(priceKopecks / pack.qty_in_pack), per: piece };
  const net = netOf(pack.volume);
  if (!net || net.amount === 100) return null;
  return { kopecks: Math.round((priceKopecks * 100) / net.amount), per: `100\u00a0${net.unit}` };
}

/** Whole days of the daily amount that the label recommends; null where it cannot be told. */
export function lastsDays({ qty_in_pack: quantity, volume, usage, pack }: Pack): number | null {
  const [first = ''] = usage.replaceAll('\u00a0', ' ').split(/[.;](?:\s|$)/);
  const dose = /по (\d+) ([а-яё]+)/iu.exec(first);
  if (!dose || !/в день/i.test(first)) return null;
  const times = Number(/(\d+) раза? в день/i.exec(first)?.[1] ?? 1);
  const grams = Number(/\((\d+) г\)/u.exec(first)?.[1] ?? 0);
  const net = netOf(volume);
  if (grams > 0 && net?.unit === 'г') return whole(net.amount / (grams * times));
  const isSame = PIECES.some(([stem]) => stem.test(dose[2] ?? '') && stem.test(pack));
  return isSame && quantity ? whole(quantity / (Number(dose[1]) * times)) : null;
}
const whole = (days: number): number | null => (Number.isFinite(days) && days >= 1 ? Math.floor(days) : null);

const pieceOf = ({ pack }: Pack): string | undefined => PIECES.find(([stem]) => stem.test(pack))?.[1];
/** «6 × 40 г» → 240 г, «1,5 л» → 1500 мл. */
function netOf(volume: string): { amount: number; unit: 'г' | 'мл' } | null {
  const [, times, number, unit] = WEIGHT.exec(volume.replaceAll('\u00a0', ' ').trim()) ?? [];
  if (number === undefined) return null;
  const amount = Number(times ?? 1) * Number(number.replace(',', '.')) * (unit === 'л' || unit === 'кг' ? 1000 : 1);
  return amount > 0 ? { amount, unit: unit === 'г' || unit === 'кг' ? 'г' : 'мл' } : null;
}
