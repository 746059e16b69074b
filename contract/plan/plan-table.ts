import { checkedPlan } from '#contract/plan/check-terms.ts';
import type { PlanTerms, Rung, TitleNeed } from '#contract/plan/terms.ts';

// Every number of the plan, with the period from which it holds (docs/product/plan.md#numbers).

const points = (count: number): number => count * 2;
const rung = (
  [id, name, from, percent, leaderPercent = 0]: readonly [number, string, number, number, number?],
  ...needs: readonly TitleNeed[]
): Rung => ({ id, name, fromHalf: points(from), percent, leaderPercent, needs });
const branches = (count: number, status: number): TitleNeed => ({ kind: 'branches', count, status });
const ownPoints = (count: number): TitleNeed => ({ kind: 'own', half: points(count) });

/** The newest last. A change of the plan is another entry: what was closed is never computed by new numbers. */
export const PLAN: readonly PlanTerms[] = checkedPlan([
  {
    since: 202001,
    activeHalf: points(30),
    pointKop: 45_00,
    leastPayoutKop: 50_00,
    rookiePeriods: 3,
    rookieHalf: points(100),
    endsAfterPeriods: 12,
    mostPayoutPercent: 26,
    ladder: [
      rung([0, 'Клиент', 0, 0]),
      rung([1, 'Консультант', 0, 0]),
      rung([2, 'Активный консультант', 100, 5]),
      rung([3, 'Старший консультант', 300, 8]),
      rung([4, 'Координатор', 700, 11], { kind: 'active-in-line-1', count: 2 }),
      rung([5, 'Менеджер', 1500, 14], { kind: 'active-in-line-1', count: 3 }),
      rung([6, 'Старший менеджер', 3000, 17], ownPoints(50)),
      rung([7, 'Директор', 6000, 20], ownPoints(50), branches(2, 4)),
      rung([8, 'Серебряный директор', 10_000, 22], branches(1, 7)),
      rung([9, 'Золотой директор', 15_000, 22, 2], branches(2, 7)),
      rung([10, 'Бриллиантовый директор', 30_000, 22, 4], branches(4, 7)),
    ],
  },
]);

/**
 * The numbers that hold for a period.
 * @throws before the first period that the plan knows.
 */
export function termsOf(period: number, plan: readonly PlanTerms[] = PLAN): PlanTerms {
  const held = plan.findLast(({ since }) => since <= period);
  if (!held) throw new Error(`План начинается с периода ${plan[0]?.since}: для ${period} чисел нет.`);
  return held;
}
