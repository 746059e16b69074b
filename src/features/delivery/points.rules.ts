import type { DeliveryPoint, OpeningHours } from '#contract/delivery.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';

// The list of points on the phone: search, «открыто сейчас», the facts of a line. Pure.

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** Every word of the query stands somewhere in the address, the name or the note; the order of the list stays. */
export function searchPoints<Point extends Pick<DeliveryPoint, 'address' | 'name' | 'note'>>(
  points: readonly Point[],
  query: string,
): readonly Point[] {
  const words = plain(query)
    .split(/[\s,.]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return points;
  return points.filter((point) => {
    const text = plain(`${point.address} ${point.name} ${point.note ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** By the clock of the point's own town; null when the carrier gives its hours in words only. */
export function isOpenNow({ hours, utc }: { hours: OpeningHours | null; utc: number }, now: Date): boolean | null {
  if (!hours) return null;
  const there = new Date(now.getTime() + utc * 3_600_000);
  const today = hours[(there.getUTCDay() + 6) % 7];
  if (!today) return false;
  const minute = there.getUTCHours() * 60 + there.getUTCMinutes();
  return minute >= today[0] && minute < today[1];
}

export type PointFilter = 'open' | 'postamat' | 'heavy';
export const POINT_FILTERS: readonly [PointFilter, string][] = [
  ['open', 'Открыты сейчас'],
  ['postamat', 'Постаматы'],
  ['heavy', 'До\u00a015\u00a0кг'],
];
const HEAVY_GRAMS = 15_000;
type Filtered = Pick<DeliveryPoint, 'gateType' | 'max_weight' | 'hours' | 'utc'>;

/** Those that every filter lets through. A point of which it is not known when it opens may be open. */
export const filterPoints = <Point extends Filtered>(
  points: readonly Point[],
  filters: readonly PointFilter[],
  now: Date,
): readonly Point[] =>
  points.filter(
    (point) =>
      (!filters.includes('open') || isOpenNow(point, now) !== false) &&
      (!filters.includes('postamat') || point.gateType === 'postamat') &&
      (!filters.includes('heavy') || point.max_weight === null || point.max_weight >= HEAVY_GRAMS),
  );

/** Ways of delivery that have points, as the screen of all points names them; our own first. Without Boxberry, which is off by default. */
export const POINT_WAYS: readonly (readonly [DeliveryType, string])[] = [
  [3, 'Центры обслуживания'],
  [23, 'Логистический центр'],
  [11, 'СДЭК'],
  [26, '5Post'],
  [27, 'Яндекс Доставка'],
  [18, 'Почта России'],
];

/** «600 м», «1,4 км»; a point whose place is not compared with anything has no distance. */
export function distanceWords(metres: number | null): string {
  if (metres === null) return '';
  const near = Math.round(metres / 50) * 50;
  return near < 1000 ? `${near}\u00a0м` : `${(metres / 1000).toFixed(1).replace('.', ',')}\u00a0км`;
}

const KIND: Record<DeliveryPoint['gateType'], string> = {
  service_center: 'Центр обслуживания',
  pvz: 'Пункт',
  postamat: 'Постамат',
  post_office: 'Отделение',
};

export function pointFacts(point: DeliveryPoint, now: Date): string {
  const pays = [point.pay_card && 'карта', point.pay_cash && 'наличные'].filter(Boolean).join(' и ');
  return (
    [
      KIND[point.gateType],
      point.schedule,
      isOpenNow(point, now) === false && 'сейчас закрыт',
      point.max_weight !== null && `до ${Math.floor(point.max_weight / 1000)}\u00a0кг`,
      pays,
    ]
      .filter(Boolean)
      // A line never begins with a dot.
      .join('\u00a0· ')
  );
}
