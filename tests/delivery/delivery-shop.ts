import { writePoints } from '#server/features/delivery/delivery.queries.ts';
import { ownPoints } from '#server/demo/points/own-points.ts';
import { carrierPoints } from '#server/demo/points/carrier-points.ts';
import type { pickupPoints } from '#server/db/tables/delivery.ts';
import { type Answer, type Browser, call } from '#tests/cart/shop-people.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

export const NOVOSIBIRSK = { country_id: 1, city_id: 3 };
export const BARNAUL = { country_id: 1, city_id: 19 };
export const TOMSK = { country_id: 1, city_id: 25 };
export const DOOR = { street: 'Красный проспект', house: '25', index: '630091' };

export async function fillPoints(shop: TestShop): Promise<void> {
  await writePoints(shop.db, ownPoints(shop.clock.now));
  const rows = carrierPoints(shop.clock.now);
  for (let from = 0; from < rows.length; from += 500) await writePoints(shop.db, rows.slice(from, from + 500));
}
export const addPoint = (shop: TestShop, more: Partial<typeof pickupPoints.$inferInsert>) =>
  writePoints(shop.db, [
    {
      deliveryType: 26,
      id: 'P-1',
      gateType: 'pvz',
      name: 'Пункт',
      address: 'ул. Новая, 1',
      countryId: 1,
      cityId: 19,
      lat: 53.35,
      lon: 83.78,
      schedule: 'Пн–вс 9:00–21:00',
      utcOffset: 7,
      ...more,
    },
  ]);

let lastRid = 0;
export async function deliver(browser: Browser, address: object, more: object = {}): Promise<Answer> {
  lastRid += 1;
  return call(browser, 'POST', '/delivery', { address, rid: lastRid, ...more });
}
export type Row = Record<string, unknown>;
export const rowOf = ({ body }: Answer, type: number): Row =>
  (body.deliveries as Row[]).find((row) => row.type === type) ?? {};
export const visibleOf = ({ body }: Answer): unknown[] =>
  (body.deliveries as Row[]).filter(({ visible }) => visible).map(({ type }) => type);
export const pointsOf = (browser: Browser, type: number | string, query = ''): Promise<Answer> =>
  call(browser, 'GET', `/api/delivery/agent-delivery-points/${type}${query}`);
