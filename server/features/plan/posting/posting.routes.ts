import type { FastifyInstance } from 'fastify';
import { deskApprovePeriod, deskFetchPeriods, deskTryPeriod, type DeskTrial } from '#contract/desk-finance.ts';
import { formatConsId } from '#contract/ids.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { findPeriod } from '#server/features/plan/closing/periods.queries.ts';
import { approvePeriod } from '#server/features/plan/posting/approve-period.ts';
import { APPROVALS_NEEDED, rateOf } from '#server/features/plan/posting/posting.rules.ts';
import { readDeskPeriods } from '#server/features/plan/posting/read-periods.ts';
import { readTrial } from '#server/features/plan/posting/read-trial.ts';
import { findNames, type NamedPerson } from '#server/features/plan/posting/trial.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

/** Months of the plan at the desk (docs/product/network.md#posting). */
export function postingRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFetchPeriods, async ({ tx, now }) => ({
    periods: await readDeskPeriods(tx, now),
    needed: APPROVALS_NEEDED,
    server_time: now.toISOString(),
  }));

  mount(app, shop, deskTryPeriod, async ({ body: { period } }) => ({ trial: await toTrial(shop, period) }));

  mount(app, shop, deskApprovePeriod, async (asked) => {
    await approvePeriod(shop, asked);
    const period = (await readDeskPeriods(asked.tx, asked.now)).find(({ period: id }) => id === asked.body.period);
    if (!period) throw new Error(`period ${asked.body.period} was approved and is not listed`);
    return { period, needed: APPROVALS_NEEDED, server_time: asked.now.toISOString() };
  });
}

async function toTrial({ db }: Shop, period: number): Promise<DeskTrial> {
  const trial = await readTrial(db, period);
  const [row, before] = [await findPeriod(db, period), await findPeriod(db, shiftPeriod(period, -1))];
  const names = await findNames(db, [...trial.greatest, ...trial.odd].map(({ userId }) => userId)); // prettier-ignore
  const terms = termsOf(period);
  const earnedBefore = (before?.bonusKop ?? 0) + (before?.leaderKop ?? 0);
  return {
    period,
    is_closed: row !== undefined && row.state !== 'closing',
    people: trial.people,
    active: trial.active,
    paid_people: trial.paidPeople,
    volume: ballsFromHalf(trial.ownHalf),
    turnover: trial.turnoverKop,
    earned: trial.earnedKop,
    payout_rate: trial.payoutRate,
    turnover_rate: trial.turnoverRate,
    most_rate: terms.mostPayoutPercent * 100,
    before:
      before?.ownHalf == null
        ? null
        : {
            volume: ballsFromHalf(before.ownHalf),
            earned: earnedBefore,
            payout_rate: rateOf(earnedBefore, (before.ownHalf * termsOf(before.id).pointKop) / 2),
          },
    greatest: trial.greatest.map(({ userId, ownHalf, groupHalf, earnedKop }) => ({
      ...toPerson(names, userId),
      own: ballsFromHalf(ownHalf),
      group: ballsFromHalf(groupHalf),
      amount: earnedKop,
    })),
    odd: trial.odd.map(({ userId, kind, fromKop, toKop }) => ({
      ...toPerson(names, userId),
      kind,
      from: fromKop,
      to: toKop,
    })),
  };
}
function toPerson(names: ReadonlyMap<number, NamedPerson>, id: number) {
  const person = names.get(id);
  const consId = person?.consId ?? null;
  return { user_id: id, name: person?.name ?? '', cons_id: consId === null ? null : formatConsId(consId) };
}
