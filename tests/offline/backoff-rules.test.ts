import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, isKeyOld, isStale, mayBeForgotten } from '#src/offline/outbox/backoff.rules.ts';

// When a record is sent again, and when it is sent no more unasked (docs/product/offline.md#sending).

const DAY_MS = 86_400_000;

describe('the wait before the next try', () => {
  it('stays within its cap: a minute in sight, ten minutes hidden', () => {
    fc.assert(
      fc.property(
        fc.nat(100),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.boolean(),
        (tries, random, isVisible) => {
          const ms = backoffMs(tries, random, isVisible);
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThan(Math.min(isVisible ? 60_000 : 600_000, 1000 * 2 ** tries));
        },
      ),
    );
  });

  // The upper end of each wait: without it a wait that never grows would stay within every cap.
  it('doubles with every try up to the cap, which a hidden tab reaches later', () => {
    const longest = (tries: number, isVisible: boolean) => backoffMs(tries, 1 - 2 ** -30, isVisible) + 1;
    expect([0, 1, 2, 3, 4, 5, 6, 20, 1000].map((tries) => longest(tries, true))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect([5, 6, 7, 8, 9, 10, 1000].map((tries) => longest(tries, false))).toEqual([
      32_000, 64_000, 128_000, 256_000, 512_000, 600_000, 600_000,
    ]);
  });

  it('spreads a herd over the whole wait', () => {
    const waits = [0, 0.25, 0.5, 0.75].map((random) => backoffMs(6, random, true));
    expect(waits).toEqual([0, 15_000, 30_000, 45_000]);
  });
});

describe('the age of a record', () => {
  const aged = (more: object) => ({ serverAt: 0, tries: 0, countedTries: 0, ...more });
  it('parks after 14 days, or after 12 counted tries over 7 days, and never without the server’s time', () => {
    expect(isStale(aged({}), 14 * DAY_MS)).toBe(false);
    expect(isStale(aged({}), 14 * DAY_MS + 1)).toBe(true);
    expect(isStale(aged({ countedTries: 13 }), 7 * DAY_MS + 1)).toBe(true);
    expect(isStale(aged({ countedTries: 12 }), 7 * DAY_MS + 1)).toBe(false);
    for (const age of [0, DAY_MS, 7 * DAY_MS]) expect(isStale(aged({ countedTries: 99 }), age)).toBe(false);
    expect(isStale(aged({ countedTries: 13 }), null)).toBe(false);
    expect(isStale(aged({ serverAt: null, countedTries: 99 }), 1e15)).toBe(false);
  });

  it('counts anew from a repeat, but never lets a tried key outlive what the server keeps', () => {
    expect(isStale(aged({ againAt: 30 * DAY_MS, tries: 1 }), 39 * DAY_MS)).toBe(false);
    expect(isStale(aged({ againAt: 30 * DAY_MS, tries: 1 }), 41 * DAY_MS)).toBe(true);
    expect(isStale(aged({ againAt: 30 * DAY_MS, tries: 0 }), 41 * DAY_MS)).toBe(false);
    expect(isKeyOld(aged({ tries: 1 }), 40 * DAY_MS + 1)).toBe(true);
  });

  it('lets the device’s clock do nothing but make a tried record wait for the server’s time', () => {
    const record = { tries: 1, createdAt: 1e12 };
    for (const off of [-3650, -41, 41, 3650]) {
      expect(mayBeForgotten(record, null, 1e12 + off * DAY_MS)).toBe(true);
      expect(mayBeForgotten(record, 1, 1e12 + off * DAY_MS)).toBe(false);
      expect(mayBeForgotten({ ...record, tries: 0 }, null, 1e12 + off * DAY_MS)).toBe(false);
    }
    expect(mayBeForgotten(record, null, 1e12 + 39 * DAY_MS)).toBe(false);
  });
});
