import type { Chance } from '#server/demo/chance.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';

/** What a month of the demo network is made of (docs/product/demo.md#network). Kopecks, half-points, grams. */
export type DemoConsultant = {
  id: number;
  name: string;
  phone: string | null;
  email: string | null;
  depth: number;
  registeredAt: Date;
};
export type DemoProduct = {
  id: number;
  code: string;
  title: string;
  priceKop: number;
  consKop: number;
  half: number;
  grams: number;
  vatKind: 'standard' | 'reduced' | 'none';
  isBad: boolean;
};
export type DemoLine = { product: DemoProduct; quantity: number };
export type MonthOrder = { buyer: DemoConsultant; at: Date; lines: DemoLine[] };

const MOSCOW = '+03:00';
const two = (value: number): string => String(value).padStart(2, '0');
const CAP_HALF = 1200;
const MEDIAN_HALF = 110;
const SPREAD = 0.8;
const MOST_LINES = 6;

const BEST_AGO = 5;
/** The same number every month for whoever has an edge to show: half-points, 0 for no order. */
export type Fixed = ReadonlyMap<string, (monthsAgo: number) => number | undefined>;
/**
 * Лидия Громова was silent for four months; Олег Дёмин has ordered nothing yet, so his first cart is on its way to the hello bonus; two people stand on both sides of 30 points; two reach their first status in the last month
 * and in the one before, which is the last one closed in the first days of a month. Мария Соколова buys every month, for what КС has; the best
 * month of her first line is long enough ago that her title is no news.
 */
export const FIXED: Fixed = new Map<string, (monthsAgo: number) => number | undefined>([
  ['inactive@rostok.test', (ago: number) => (ago <= 4 ? 0 : undefined)],
  ['newcomer@rostok.test', () => 0],
  ['cons@rostok.test', () => 160],
  ['user182@example.test', (ago: number) => (ago === BEST_AGO ? 1200 : undefined)],
  ['user222@example.test', (ago: number) => (ago === BEST_AGO ? 600 : undefined)],
  ['user224@example.test', (ago: number) => (ago === BEST_AGO ? 600 : undefined)],
  ['punkt@rostok.test', () => 60],
  ['readonly@rostok.test', () => 59],
  ['user17@example.test', (ago: number) => (ago <= 1 ? 240 : 60)],
  ['user301@example.test', (ago: number) => (ago <= 2 ? 240 : 60)],
]);

/** The orders of one month: who buys, when, and what, by the same chance on every machine. Of the open month those that have come until now. */
export function monthOrders(
  period: number,
  {
    people,
    products,
    monthsAgo,
    now,
  }: { people: readonly DemoConsultant[]; products: readonly DemoProduct[]; monthsAgo: number; now: Date },
  chance: Chance,
): MonthOrder[] {
  const first = new Date(`${Math.floor(period / 100)}-${two(period % 100)}-01T00:00:00${MOSCOW}`).getTime();
  const next = shiftPeriod(period, 1);
  const end = new Date(`${Math.floor(next / 100)}-${two(next % 100)}-01T00:00:00${MOSCOW}`).getTime();
  return people.flatMap((buyer) => {
    const [roll, size, when] = [chance.next(), normal(chance), chance.next()];
    const fixed = FIXED.get(buyer.email ?? '')?.(monthsAgo);
    const isActive = roll < 0.55 - 0.02 * buyer.depth;
    const half = fixed ?? (isActive ? Math.min(CAP_HALF, Math.round(MEDIAN_HALF * Math.exp(SPREAD * size))) : 0);
    const from = Math.max(first, buyer.registeredAt.getTime());
    if (half === 0 || from >= end - DAY_MS) return [];
    const at = new Date(Math.floor((from + when * (end - DAY_MS - from)) / 1000) * 1000);
    if (at.getTime() > now.getTime() - SENT_AFTER_MS) return [];
    return [{ buyer, at, lines: linesFor(half, products, chance) }];
  });
}
const DAY_MS = 86_400_000;
/** So long after it was paid it is on its way at the latest. */
const SENT_AFTER_MS = DAY_MS / 2;
/** A standard normal number (Box and Muller). */
const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());

/** At most six lines whose points come to exactly so many half-points: some by chance, the rest by the fewest pieces. */
export function linesFor(half: number, products: readonly DemoProduct[], chance: Chance): DemoLine[] {
  const lines = new Map<number, DemoLine>();
  const put = (product: DemoProduct): void => {
    const line = lines.get(product.id);
    lines.set(product.id, { product, quantity: (line?.quantity ?? 0) + 1 });
  };
  let left = half;
  for (let tries = 0; left > RANDOM_ABOVE && tries < 40 && lines.size < MOST_LINES - 3; tries += 1) {
    const product = chance.pick(products);
    if (product.half > left - RANDOM_ABOVE / 2) continue;
    put(product);
    left -= product.half;
  }
  for (const product of fewestPieces(left, products)) put(product);
  return [...lines.values()];
}
const RANDOM_ABOVE = 120;

/** Products whose half-points come to the sum, as few pieces as can be; the nearest smaller sum where none does. */
function fewestPieces(sum: number, products: readonly DemoProduct[]): DemoProduct[] {
  const best: (DemoProduct | null)[] = [null];
  const count = [0];
  for (let at = 1; at <= sum; at += 1) {
    count[at] = Number.POSITIVE_INFINITY;
    best[at] = null;
    for (const product of products) {
      const before = count[at - product.half];
      if (before === undefined || before + 1 >= count[at]!) continue;
      count[at] = before + 1;
      best[at] = product;
    }
  }
  let at = sum;
  while (at > 0 && !Number.isFinite(count[at]!)) at -= 1;
  const pieces: DemoProduct[] = [];
  for (let product = best[at]; at > 0 && product; product = best[at]) {
    pieces.push(product);
    at -= product.half;
  }
  return pieces;
}
