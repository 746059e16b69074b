import type { Getter, Setter } from 'jotai';
import { type DeliveryPoint, getDeliveryPoints, getMapTiles } from '#contract/delivery.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/**
 * `at`: the time of the phone's copy, «14:02»; null when the shop has just said so. `isTruncated`: the shop has more points than it
 * lists. `isOff`: the shop does not offer this way at all.
 */
export type Points =
  | { kind: 'points'; points: readonly DeliveryPoint[]; at: string | null; isTruncated: boolean }
  | { kind: 'failed'; text: string; isOff: boolean };
export type Place = { lat: number; lon: number; address: { city_id: number } };

/** Two towns with every way, or as many single ways. */
const KEPT_MAX = 14;
const KEY = 'points:delivery';
type Kept = { key: string; at: string; points: readonly DeliveryPoint[]; truncated?: boolean };

/** Points of a way in this town, nearest first; without the shop the ones that this phone has seen. */
export async function askPoints(
  get: Getter,
  set: Setter,
  { type, place }: { type: DeliveryType; place: Place },
): Promise<Points> {
  const [points] = await askWays(get, set, { types: [type], place });
  return points!; // One way was asked for.
}

/** The same for several ways at once, in their order. Never throws. */
export async function askWays(
  get: Getter,
  set: Setter,
  { types, place }: { types: readonly DeliveryType[]; place: Place },
): Promise<Points[]> {
  const answers = await Promise.all(types.map((type) => askOne(get, { type, place })));
  const fresh = answers.filter((answer) => 'points' in answer);
  if (fresh.length > 0) set(reportNetworkAtom, true);
  else if (answers.some((answer) => 'failure' in answer && answer.failure.kind === 'offline'))
    set(reportNetworkAtom, false);
  // Only now: many answers at once must not write over each other.
  const kept = await readKept(get);
  const others = kept.filter(({ key }) => !fresh.some((one) => one.key === key));
  if (fresh.length > 0) await writeKept(get, [...fresh, ...others]);
  return answers.map((answer): Points => {
    if ('points' in answer)
      return { kind: 'points', points: answer.points, at: null, isTruncated: answer.truncated === true };
    const { key, failure } = answer;
    const isOff = failure.kind === 'refused' && failure.refusal.code === 'not_found';
    const known = isOff ? undefined : kept.find((one) => one.key === key);
    if (!known) return { kind: 'failed', text: failureText(failure), isOff };
    const at = time.format(new Date(known.at));
    return { kind: 'points', points: known.points, at, isTruncated: known.truncated === true };
  });
}
const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** The town that was looked at last on this phone. */
export async function lastTown(get: Getter): Promise<number | null> {
  const [last] = await readKept(get);
  return last ? Number(last.key.split(':')[1]) : null;
}

async function askOne(
  get: Getter,
  { type, place }: { type: DeliveryType; place: Place },
): Promise<Kept | { key: string; failure: Failure }> {
  const key = `${type}:${place.address.city_id}`;
  try {
    const { points, truncated } = await get(apiAtom).send(getDeliveryPoints, {
      params: { id: String(type) },
      query: { city_id: String(place.address.city_id), near: `${place.lat},${place.lon}` },
    });
    return { key, at: new Date().toISOString(), points, truncated };
  } catch (error) {
    return { key, failure: failureOf(error) };
  }
}

const storeOf = (get: Getter) =>
  get(storesAtom)
    .person(get(sessionAtom).uid)
    .catch(() => null);
const readKept = async (get: Getter): Promise<readonly Kept[]> =>
  (await (await storeOf(get))?.get<readonly Kept[]>(KEY).catch(() => [])) ?? [];
const writeKept = async (get: Getter, kept: readonly Kept[]): Promise<void> =>
  (await storeOf(get))?.set(KEY, kept.slice(0, KEPT_MAX)).catch(() => {});

// ── The map ─────────────────────────────────────────────────────────────────────────────────────
/** What the map shows, in degrees. */
export type Frame = { south: number; west: number; north: number; east: number };
/** A town that has more points than a list holds is asked again for a part of the map; null without an answer. Never throws. */
export async function askFrame(
  get: Getter,
  { type, place, frame }: { type: DeliveryType; place: Place; frame: Frame },
): Promise<Points | null> {
  const { south, west, north, east } = frame;
  const corners = [south, west, north, east].map((degrees) => degrees.toFixed(6));
  try {
    const { points, truncated } = await get(apiAtom).send(getDeliveryPoints, {
      params: { id: String(type) },
      query: { bbox: corners.join(','), near: `${place.lat},${place.lon}` },
    });
    return { kind: 'points', points, at: null, isTruncated: truncated };
  } catch {
    return null;
  }
}

export type Tiles = { attribution: string; maxZoom: number };
/** Whether the shop has pictures of the map; null: squared paper, as without a signal. Never throws. */
export async function askTiles(get: Getter): Promise<Tiles | null> {
  try {
    const { tiles } = await get(apiAtom).send(getMapTiles, {});
    return tiles && { attribution: tiles.attribution, maxZoom: tiles.max_zoom };
  } catch {
    return null;
  }
}
