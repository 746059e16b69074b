import { cityNamed, type City } from '#contract/cities.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { CENTRE_HOURS } from '#server/demo/points/carrier-points.ts';
import type { NewPoint } from '#server/features/delivery/delivery.queries.ts';

/** Service centres of the demo, one a city, and the counters of the two warehouses (docs/product/demo.md#points). */
const CENTRES = [
  'Новосибирск', 'Москва', 'Санкт-Петербург', 'Томск', 'Барнаул', 'Кемерово', 'Новокузнецк', 'Красноярск', 'Омск',
  'Екатеринбург', 'Иркутск', 'Алматы', 'Бишкек', 'Астана',
] as const; // prettier-ignore
const WAREHOUSES = ['Новосибирск', 'Москва'] as const;
const STREETS = ['Ленина', 'Мира', 'Советская', 'Гагарина', 'Кирова', 'Пушкина'];

export const ownPoints = (seenAt: Date): NewPoint[] => [
  ...CENTRES.map((title, i) => onePoint(title, i, { type: DELIVERY_TYPES.pickup, id: `CO-${i + 1}`, name: 'Центр обслуживания (демо)', seenAt })), // prettier-ignore
  ...WAREHOUSES.map((title, i) => onePoint(title, 14 + i, { type: DELIVERY_TYPES.logisticCenter, id: `LC-${i + 1}`, name: 'Логистический центр (демо)', seenAt })), // prettier-ignore
];

function onePoint(
  title: string,
  i: number,
  { type, id, name, seenAt }: { type: number; id: string; name: string; seenAt: Date },
): NewPoint {
  const city = requireCity(title);
  return {
    deliveryType: type,
    id,
    gateType: 'service_center',
    name,
    address: `ул. ${STREETS[i % STREETS.length]}, ${12 + 2 * i}`,
    countryId: city.countryId,
    cityId: city.id,
    postIndex: city.index,
    lat: city.lat + 0.006 + (i >= 14 ? 0.03 : 0),
    lon: city.lon + 0.009,
    ...CENTRE_HOURS,
    utcOffset: city.utc,
    phone: `+7 900 000-1${Math.floor(i / 10)}-${String(i).padStart(2, '0')}`,
    isDemo: true,
    seenAt,
  };
}
function requireCity(title: string): City {
  const city = cityNamed(title);
  if (!city) throw new Error(`the gazetteer has no ${title}`);
  return city;
}
