import { CONSULTANT_STATUS } from '#contract/plan/terms.ts';

export type TitleStep = { title: number; period: number | null };

/**
 * In which closed month each title was reached first, the newest first. `known` is a title that the account has from before the months
 * that are written down: since when, nobody knows.
 */
export function titleHistory(closed: readonly { period: number; title: number }[], known: number): TitleStep[] {
  const steps: TitleStep[] = [];
  let best = CONSULTANT_STATUS;
  for (const { period, title } of closed) {
    if (title <= best) continue;
    best = title;
    steps.push({ title, period });
  }
  if (known > best) steps.push({ title: known, period: null });
  return steps.toReversed();
}
