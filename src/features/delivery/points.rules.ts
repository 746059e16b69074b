import type { DeliveryPoint, OpeningHours } from '#contract/delivery.ts';

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

const KIND: Record<DeliveryPoint['gateType'], string> = {
  service_center: 'Центр обслуживания',
  pvz: 'Пункт',
  postamat: 'Постамат',
  post_office: 'Отделение',
};

export function pointFacts(point: DeliveryPoint, now: Date): string {
  const pays = [point.pay_card && 'карта', point.pay_cash && 'наличные'].filter(Boolean).join(' и ');
  return [
    KIND[point.gateType],
    point.schedule,
    isOpenNow(point, now) === false && 'сейчас закрыт',
    point.max_weight !== null && `до ${Math.floor(point.max_weight / 1000)}\u00a0кг`,
    pays,
  ]
    .filter(Boolean)
    .join(' · ');
}
