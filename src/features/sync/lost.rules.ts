import type { Heartbeat } from '#contract/session.ts';

/** Gestures that this phone has lost together with its memory: how many at least, and as of when. */
export type Lost = { v: 1; pending: number; at: string };

/**
 * What to tell once after an eviction (docs/product/offline.md#eviction). `isMarked`: this phone's memory is the one the server has
 * heard of; `pending` is what it holds.
 */
export function lostOf(
  said: Heartbeat | null,
  { isMarked, pending }: { isMarked: boolean; pending: number },
): Lost | null {
  if (isMarked || !said || said.pending <= pending) return null;
  return { v: 1, pending: said.pending - pending, at: said.at };
}

/** Stored data is read tolerantly. */
export function isLost(value: unknown): value is Lost {
  const { v, pending, at } = (value ?? {}) as Partial<Lost>;
  return v === 1 && Number.isInteger(pending) && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}

/** `at` is «14:02» or «20 ноября в 14:02». */
export const lostWords = ({ pending }: Pick<Lost, 'pending'>, at: string): string =>
  `На\u00a0${at} не\u00a0было отправлено:\u00a0${pending}. Сделанное позже могло пропасть.`;
