export type Spot = { lat: number; lon: number };

/** Beyond the outermost points, as a part of the way from the middle: nobody lives on the edge of a town. */
const BEYOND = 0.14;

/**
 * The outline of a town by its points alone, for a map without pictures: their convex hull (Andrew's monotone chain), a little
 * wider. Degrees are taken as a plane, which they are over one town. Empty when they do not span an area.
 */
export function outlineOf(points: readonly Spot[]): Spot[] {
  const sorted = points.toSorted((a, b) => a.lon - b.lon || a.lat - b.lat);
  const hull = [...halfOf(sorted), ...halfOf(sorted.toReversed())];
  if (hull.length < 3) return [];
  const middle = { lat: mean(hull.map(({ lat }) => lat)), lon: mean(hull.map(({ lon }) => lon)) };
  return hull.map(({ lat, lon }) => ({
    lat: lat + (lat - middle.lat) * BEYOND,
    lon: lon + (lon - middle.lon) * BEYOND,
  }));
}

/** One side of the hull, without its last corner, with which the other side begins. */
function halfOf(sorted: readonly Spot[]): Spot[] {
  const half: Spot[] = [];
  for (const spot of sorted) {
    while (half.length > 1 && !turnsLeft(half.at(-2)!, half.at(-1)!, spot)) half.pop();
    half.push(spot);
  }
  return half.slice(0, -1);
}
const turnsLeft = (a: Spot, b: Spot, c: Spot): boolean =>
  (b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon) > 0;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export type Frame = { south: number; west: number; north: number; east: number };
export const isWithin = ({ lat, lon }: Spot, { south, west, north, east }: Frame): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east;
