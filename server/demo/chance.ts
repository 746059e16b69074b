/** One number behind the whole demo shop (docs/product/demo.md). */
export const SEED_NUMBER = 20260101;

/** mulberry32: the same numbers on every machine. Every step takes its own stream, so that one cannot shift another. */
export function chanceOf(stream: string): Chance {
  let state = (SEED_NUMBER ^ hashOf(stream)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => {
    const one = list[int(0, list.length - 1)];
    if (one === undefined) throw new Error(`nothing to pick from in «${stream}»`);
    return one;
  };
  return { next, int, pick };
}
/** `int` includes both ends. */
export type Chance = {
  next: () => number;
  int: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
};

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

const DAY_MS = 86_400_000;
const MOSCOW_MS = 3 * 3_600_000;
/** `SEED_NOW`, or today 00:00 in Moscow (docs/product/catalogue.md#seed). */
export function seedNow(fixed: string | null, now: Date = new Date()): Date {
  if (fixed !== null) return new Date(fixed);
  return new Date(Math.floor((now.getTime() + MOSCOW_MS) / DAY_MS) * DAY_MS - MOSCOW_MS);
}
/** Whole seconds: what a published shard can carry. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date(Math.round((now.getTime() - days * DAY_MS) / 1000) * 1000);
/** The calendar day in Moscow, `YYYY-MM-DD`. */
export const moscowDay = (at: Date): string => new Date(at.getTime() + MOSCOW_MS).toISOString().slice(0, 10);
