import { isActive } from '#contract/plan/activity.ts';
import { CONSULTANT_STATUS, type PlanTerms, type Rung } from '#contract/plan/terms.ts';

/**
 * The status of a period: the highest rung that the group volume reaches, for the active; everybody else is a consultant. Volumes in
 * half-points (docs/product/plan.md#ladder).
 */
export function statusOf({ ownHalf, groupHalf }: { ownHalf: number; groupHalf: number }, terms: PlanTerms): number {
  if (!isActive(ownHalf, terms)) return CONSULTANT_STATUS;
  let status = CONSULTANT_STATUS;
  // A loop, because it runs for every person of the network.
  for (let id = status + 1; id < terms.ladder.length && terms.ladder[id]!.fromHalf <= groupHalf; id += 1) status = id;
  return status;
}

/** The rung of a status or title. @throws for a number that the ladder does not have. */
export function rungOf(id: number, terms: PlanTerms): Rung {
  const rung = terms.ladder[id];
  if (!rung) throw new Error(`no rung ${id}`);
  return rung;
}
/** What is missing to the next status, in half-points; null on the top rung. */
export function toNextStatus(status: number, groupHalf: number, terms: PlanTerms): number | null {
  const next = terms.ladder[Math.max(status, CONSULTANT_STATUS) + 1];
  return next ? Math.max(0, next.fromHalf - groupHalf) : null;
}
