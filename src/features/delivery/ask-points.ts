import type { Getter, Setter } from 'jotai';
import { type DeliveryPoint, getDeliveryPoints } from '#contract/delivery.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** `at`: the time of the phone's copy, «14:02»; null when the shop has just said so. */
export type Points =
  | { kind: 'points'; points: readonly DeliveryPoint[]; at: string | null }
  | { kind: 'failed'; text: string };
type Place = { lat: number; lon: number; address: { city_id: number } };

const KEPT_MAX = 6;
const KEY = 'points:delivery';
type Kept = { key: string; at: string; points: readonly DeliveryPoint[] };

/** Points of a way in this town, nearest first; without the shop the ones that this phone has seen. */
export async function askPoints(
  get: Getter,
  set: Setter,
  { type, place }: { type: DeliveryType; place: Place },
): Promise<Points> {
  const key = `${type}:${place.address.city_id}`;
  const store = await get(storesAtom)
    .person(get(sessionAtom).uid)
    .catch(() => null);
  const kept = (await store?.get<readonly Kept[]>(KEY).catch(() => [])) ?? [];
  try {
    const { points } = await get(apiAtom).send(getDeliveryPoints, {
      params: { id: String(type) },
      query: { city_id: String(place.address.city_id), near: `${place.lat},${place.lon}` },
    });
    set(reportNetworkAtom, true);
    const others = kept.filter((one) => one.key !== key);
    const entry: Kept = { key, at: new Date().toISOString(), points };
    await store?.set(KEY, [entry, ...others].slice(0, KEPT_MAX)).catch(() => {});
    return { kind: 'points', points, at: null };
  } catch (error) {
    const known = kept.find((one) => one.key === key);
    if (known) return { kind: 'points', points: known.points, at: time.format(new Date(known.at)) };
    return { kind: 'failed', text: failureText(failureOf(error)) };
  }
}
const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
