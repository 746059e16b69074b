import type { FastifyInstance } from 'fastify';
import type { FoundAddress } from '#contract/addresses.ts';
import { writeAddress } from '#contract/address-line.ts';
import { citiesLike, type City, cityOfIndex, findCity } from '#contract/cities.ts';
import type { CallParsed } from '#contract/call.ts';
import { calculateDelivery, geocode, getDeliveryPoints, POINTS_MAX } from '#contract/delivery.ts';
import { hasPoints, isDeliveryType } from '#contract/delivery-types.ts';
import { nearestCity } from '#contract/nearest-city.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { offerDeliveries } from '#server/features/delivery/calculate-delivery.commands.ts';
import { findPoints } from '#server/features/delivery/delivery.queries.ts';
import type { DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import { frameOf, middleOf, patternsOf, placeOf, toDeliveryPoint } from '#server/features/delivery/points.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { invalid, notFound } from '#server/platform/refuse.ts';

/** Longest wait for whoever knows addresses; then the gazetteer answers alone. */
const GEOCODE_PATIENCE_MS = 4000;

/** Ways of delivery, points and look-up of places (docs/product/delivery.md). */
export function deliveryRoutes(app: FastifyInstance, shop: Shop, settings: DeliverySettings): void {
  const parts = { db: shop.db, carriers: shop.gates.carriers, settings };
  mount(app, shop, calculateDelivery, ({ session, body, now }) => offerDeliveries(parts, session, body, now), {
    transaction: 'own',
  });
  mount(app, shop, getDeliveryPoints, ({ tx, params, query }) => listPoints(tx, settings, params.id, query));
  // It changes nothing, so no transaction is open while somebody outside is asked.
  mount(app, shop, geocode, async ({ body }) => {
    if (body.query?.trim()) {
      const found = await shop.gates.addresses.find(body.query, AbortSignal.timeout(GEOCODE_PATIENCE_MS));
      return { places: found.length > 0 ? found : citiesLike(body.query).map((city) => foundIn(city)) };
    }
    const city = cityOf(body);
    return { places: city ? [foundIn(city, body.index)] : [] };
  });
}

type PointsQuery = CallParsed<typeof getDeliveryPoints>['query'];
async function listPoints(
  tx: DbOrTx,
  { deliveryOff }: DeliverySettings,
  type: number,
  { city_id: cityId, bbox, near: nearText, q }: PointsQuery,
) {
  if (!isDeliveryType(type) || !hasPoints(type)) throw notFound('У этого способа доставки нет пунктов выдачи');
  if (deliveryOff.includes(type)) throw notFound('Этот способ доставки сейчас не предлагается');
  const frame = bbox === undefined ? null : frameOf(bbox);
  if (frame === undefined) throw invalid({ bbox: ['Такого места на карте нет'] });
  const said = nearText === undefined ? undefined : placeOf(nearText);
  if (nearText !== undefined && !said) throw invalid({ near: ['Такого места на карте нет'] });
  const city = cityId === undefined ? undefined : findCity(cityId);
  const near = said ?? city ?? (frame ? middleOf(frame) : null);
  const rows = await findPoints(tx, {
    type,
    // A frame of the map goes beyond the city.
    cityId: frame ? null : (cityId ?? null),
    frame,
    near,
    words: patternsOf(q),
    limit: POINTS_MAX + 1,
  });
  return {
    points: rows.slice(0, POINTS_MAX).map((row) => toDeliveryPoint(row, near)),
    truncated: rows.length > POINTS_MAX,
  };
}

function cityOf({ index, lat, lon }: { index?: string; lat?: number; lon?: number }): City | undefined {
  if (index) return cityOfIndex(index);
  return lat === undefined || lon === undefined ? undefined : nearestCity({ lat, lon });
}
function foundIn({ id, countryId, region, title, lat, lon, ...city }: City, index?: string): FoundAddress {
  const parts = { index: index || city.index, city: title, street: '', house: '', building: '', flat: '' };
  return {
    ...parts,
    country_id: countryId,
    city_id: id,
    region,
    full: writeAddress(parts),
    lat,
    lon,
    quality: 'partial',
  };
}
