import type { PlanTerms, Rung } from '#contract/plan/terms.ts';
import { isPeriod } from '#contract/plan/periods.ts';

/** What is wrong with the numbers of a plan, in words for whoever has written them; empty: nothing is. */
export function faultsOf(plan: readonly PlanTerms[]): string[] {
  if (plan.length === 0) return ['В плане нет ни одной таблицы чисел.'];
  return plan.flatMap((terms, at) => [
    ...sinceFaults(terms, plan[at - 1]),
    ...numberFaults(terms).map((fault) => `С ${terms.since}: ${fault}`),
    ...ladderFaults(terms).map((fault) => `С ${terms.since}: ${fault}`),
  ]);
}

/**
 * Passes a plan on whose numbers can pay nobody twice and nobody less for more (docs/product/plan.md#numbers).
 * @throws PlanRefusedError with every fault in words.
 */
export function checkedPlan(plan: readonly PlanTerms[]): readonly PlanTerms[] {
  const faults = faultsOf(plan);
  if (faults.length > 0) throw new PlanRefusedError(faults);
  return plan;
}
export class PlanRefusedError extends Error {
  override name = 'PlanRefusedError' as const;
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`План не принят. ${faults.join(' ')}`);
    this.faults = faults;
  }
}

function sinceFaults({ since }: PlanTerms, before: PlanTerms | undefined): string[] {
  if (!isPeriod(since)) return [`Период ${since} не похож на ГГГГММ.`];
  return before && since <= before.since ? [`Таблица с ${since} стоит после таблицы с ${before.since}.`] : [];
}

function numberFaults(terms: PlanTerms): string[] {
  const least = {
    activeHalf: 1,
    pointKop: 1,
    leastPayoutKop: 0,
    rookiePeriods: 1,
    rookieHalf: 0,
    endsAfterPeriods: 1,
    mostPayoutPercent: 1,
  };
  return Object.entries(least).flatMap(([name, from]) => {
    const value = terms[name as keyof typeof least];
    return Number.isSafeInteger(value) && value >= from ? [] : [`${name} = ${value}, нужно целое число от ${from}.`];
  });
}

function ladderFaults({ ladder, mostPayoutPercent }: PlanTerms): string[] {
  const [client, consultant] = ladder;
  if (!client || !consultant) return ['В лестнице нужны хотя бы ступени 0 «Клиент» и 1 «Консультант».'];
  const faults = ladder.flatMap((rung, at) => [...rungFaults(rung, at, ladder), ...stepFaults(rung, ladder[at - 1])]);
  for (const { id, fromHalf, percent } of [client, consultant])
    if (fromHalf !== 0 || percent !== 0) faults.push(`Ступень ${id} должна начинаться с 0 баллов и 0 %.`);
  const most = Math.max(...ladder.map(({ percent, leaderPercent }) => percent + leaderPercent));
  if (most > mostPayoutPercent)
    faults.push(`Лестница может выплатить ${most} % объёма, а разрешено ${mostPayoutPercent} %.`);
  return faults;
}

function rungFaults({ id, name, needs, ...numbers }: Rung, at: number, ladder: readonly Rung[]): string[] {
  const faults = id === at ? [] : [`На месте ${at} стоит ступень с номером ${id}.`];
  for (const [what, value] of Object.entries(numbers))
    if (!Number.isSafeInteger(value) || value < 0)
      faults.push(`Ступень ${id} «${name}»: ${what} = ${value}, нужно целое число от 0.`);
  for (const need of needs) {
    const value = need.kind === 'own' ? need.half : need.count;
    if (!Number.isSafeInteger(value) || value < 1)
      faults.push(`Ступень ${id} «${name}»: условие звания ${value}, нужно целое число от 1.`);
    // Titles are judged from below, so a rung that waits for itself could never be reached.
    if (need.kind === 'branches' && (ladder[need.status] === undefined || need.status >= id))
      faults.push(`Ступень ${id} «${name}»: ветки со статусом ${need.status} — нужна ступень ниже этой.`);
  }
  return faults;
}

/** More volume must never mean a lower rung, a lower percent or a lower leader bonus. */
function stepFaults(rung: Rung, below: Rung | undefined): string[] {
  if (!below) return [];
  const { id, name } = rung;
  const faults: string[] = [];
  if (rung.fromHalf < below.fromHalf || (id > 1 && rung.fromHalf === below.fromHalf))
    faults.push(
      `Ступень ${id} «${name}» начинается с ${rung.fromHalf / 2} баллов, предыдущая с ${below.fromHalf / 2}: порог должен расти.`,
    );
  if (rung.percent < below.percent)
    faults.push(
      `Ступень ${id} «${name}» даёт ${rung.percent} %, предыдущая ${below.percent} %: процент не может падать.`,
    );
  if (rung.leaderPercent < below.leaderPercent)
    faults.push(
      `Ступень ${id} «${name}»: лидерский бонус ${rung.leaderPercent} %, у предыдущей ${below.leaderPercent} %.`,
    );
  return faults;
}
