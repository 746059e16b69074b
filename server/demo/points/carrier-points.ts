import type { OpeningHours } from '#contract/delivery.ts';
import { ALL_CITIES, type City } from '#contract/cities.ts';
import { embeddedTariff, maxGramsOf } from '#contract/tariff.ts';
import type { DeliveryType, GateType } from '#contract/delivery-types.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import type { NewPoint } from '#server/features/delivery/delivery.queries.ts';

// Points of carriers for the demo (docs/product/demo.md#points): made up, on a spiral around each city's middle, the same every time.

type Network = { type: DeliveryType; prefix: string; name: string; lockers: boolean };
const NETWORKS: readonly Network[] = [
  { type: DELIVERY_TYPES.sdek, prefix: 'SDEK', name: 'СДЭК', lockers: true },
  { type: DELIVERY_TYPES.boxberry, prefix: 'BB', name: 'Boxberry', lockers: false },
  { type: DELIVERY_TYPES.fivepost, prefix: '5P', name: 'Магазин у дома', lockers: true },
  { type: DELIVERY_TYPES.yandex, prefix: 'YA', name: 'Яндекс Доставка', lockers: true },
  { type: DELIVERY_TYPES.postalEkom, prefix: 'EK', name: 'Отделение почты', lockers: false },
];
const STREETS = ['Советская', 'Красный пр.', 'Гоголя', 'Ленина', 'Кирова', 'Мира', 'Пушкина', 'Гагарина'];

/** Nothing where the carrier does not go: Yandex leaves out the far east, all but СДЭК the neighbours. */
export const carrierPoints = (seenAt: Date): NewPoint[] =>
  NETWORKS.flatMap((network, carrier) =>
    ALL_CITIES.filter((city) => embeddedTariff(network.type, city, 1000).ok).flatMap((city) =>
      Array.from({ length: countIn(city) }, (_none, i) => onePoint(network, city, { carrier, i, seenAt })),
    ),
  );

/** Eight in the largest cities, two in the smallest. */
function countIn(city: City): number {
  const rank = ALL_CITIES.filter(({ countryId }) => countryId === city.countryId).indexOf(city);
  return Math.min(8, Math.max(2, Math.round(8 - rank / 8)));
}

type Position = { carrier: number; i: number; seenAt: Date };
function onePoint(network: Network, city: City, { carrier, i, seenAt }: Position): NewPoint {
  const { type, prefix, name, lockers } = network;
  const isLocker = lockers && i % 3 === 1;
  const index = officeIndex(city, i);
  const isPost = type === DELIVERY_TYPES.postalEkom;
  const gateType: GateType = isPost ? 'post_office' : isLocker ? 'postamat' : 'pvz';
  const angle = (2 * Math.PI * i) / countIn(city) + carrier / 7;
  const far = 1 + i / 4;
  const hours = isLocker ? ROUND_THE_CLOCK : (SHOP_HOURS[i % SHOP_HOURS.length] ?? ROUND_THE_CLOCK);
  return {
    deliveryType: type,
    id: isPost ? `EK-${index}` : `${prefix}-${city.id}-${String(i + 1).padStart(2, '0')}`,
    gateType,
    name: `${name}${isPost ? ` ${index}` : ''} (демо)`,
    address: `ул. ${STREETS[(i + carrier) % STREETS.length]}, ${5 + 7 * i + carrier}`.replace('ул. Красный', 'Красный'),
    countryId: city.countryId,
    cityId: city.id,
    postIndex: index,
    lat: rounded(city.lat + 0.012 * Math.cos(angle) * far),
    lon: rounded(city.lon + 0.02 * Math.sin(angle) * far),
    ...hours,
    utcOffset: city.utc,
    phone: null,
    maxGrams: isLocker ? 15_000 : (maxGramsOf(type) ?? null),
    payCard: true,
    payCash: !isLocker,
    note: !isLocker && i % 4 === 3 ? 'Примерочная' : null,
    isDemo: true,
    seenAt,
  };
}
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
/** The main office's number and those behind it; cities without an index have none. */
const officeIndex = (city: City, i: number): string =>
  city.index === '' ? '' : String(Number(city.index) + i + 1).padStart(6, '0');

type Schedule = { schedule: string; hours: OpeningHours };
const at = (from: number, to: number): [number, number] => [from * 60, to * 60];
const daily = (day: [number, number]): OpeningHours => [day, day, day, day, day, day, day];
const ROUND_THE_CLOCK: Schedule = { schedule: 'круглосуточно', hours: daily(at(0, 24)) };
const SHOP_HOURS: readonly Schedule[] = [
  { schedule: 'Пн–вс 9:00–21:00', hours: daily(at(9, 21)) },
  { schedule: 'Пн–сб 10:00–20:00', hours: [...daily(at(10, 20)).slice(0, 6), null] },
  { schedule: 'Пн–вс 10:00–22:00', hours: daily(at(10, 22)) },
];
export const CENTRE_HOURS: Schedule = {
  schedule: 'Пн–Пт 10:00–19:00, Сб 10:00–16:00',
  hours: [at(10, 19), at(10, 19), at(10, 19), at(10, 19), at(10, 19), at(10, 16), null],
};
