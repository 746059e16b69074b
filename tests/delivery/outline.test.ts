import { describe, expect, it } from 'vitest';
import { isWithin, outlineOf, type Spot } from '#src/features/delivery/map/outline.rules.ts';

// The outline of a town on a map without pictures.

const at = (lat: number, lon: number): Spot => ({ lat, lon });
/** Whether a spot lies on the left of every side, which run against the clock. */
const isInside = (outline: readonly Spot[], { lat, lon }: Spot): boolean =>
  outline.every((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    return (b.lon - a.lon) * (lat - a.lat) - (b.lat - a.lat) * (lon - a.lon) >= 0;
  });

describe('outline', () => {
  it('of a square with a point in it: the four corners, a seventh wider', () => {
    const outline = outlineOf([at(0, 0), at(0, 100), at(100, 100), at(100, 0), at(40, 50)]);
    expect(outline).toHaveLength(4);
    expect(outline.map(({ lat, lon }) => [Math.round(lat), Math.round(lon)])).toEqual([
      [-7, -7],
      [-7, 107],
      [107, 107],
      [107, -7],
    ]);
  });
  it('holds every point, whatever they are, and their order does not matter', () => {
    // Ninety-seven is prime: a spread that repeats nothing and is the same at every run.
    const spots = Array.from({ length: 60 }, (_, i) => at(55 + ((i * 37) % 97) / 970, 82 + ((i * 53) % 97) / 970));
    const outline = outlineOf(spots);
    expect(outline.length).toBeGreaterThan(4);
    expect(spots.filter((spot) => !isInside(outline, spot))).toEqual([]);
    expect(outlineOf(spots.toReversed())).toEqual(outline);
  });
  it.each([
    ['no point', []],
    ['one', [at(55, 82)]],
    ['one point many times', [at(55, 82), at(55, 82), at(55, 82)]],
    ['a line', [at(55, 82), at(56, 83), at(57, 84)]],
  ])('%s spans no area: no outline', (_, spots) => expect(outlineOf(spots)).toEqual([]));
});

it.each([
  [at(55, 82), true],
  [at(54, 81), true],
  [at(56.01, 82), false],
  [at(55, 80.9), false],
])('%j within the frame: %s', (spot, within) =>
  expect(isWithin(spot, { south: 54, west: 81, north: 56, east: 83 })).toBe(within),
);
