import type { FastifyInstance } from 'fastify';
import { type BonusMonth, disputeBonus, getBonusMonth, getBonusMonths, getBonusVolume } from '#contract/bonuses.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { periodWords } from '#contract/period-words.ts';
import { rungOf } from '#contract/plan/ladder.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import {
  findCorrections,
  findDispute,
  findMonths,
  findOnTheWay,
  insertDispute,
  type MonthRow,
} from '#server/features/plan/bonuses/bonuses.queries.ts';
import { missingIn } from '#server/features/plan/bonuses/explain.rules.ts';
import { readSources, readVolume } from '#server/features/plan/bonuses/read-sources.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const SHOWN_MONTHS = 24;
const NO_MONTH = 'Этот месяц ещё не закрыт, или вас в нём не было';

/** A consultant's bonuses and where they come from (docs/product/network.md#derivation). */
export function bonusesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getBonusMonths, async ({ tx, session, now }) => {
    const { id: userId } = requireUser(session);
    const months = await findMonths(tx, { userId, first: shiftPeriod(periodOf(now), -SHOWN_MONTHS) });
    const { half, orders } = await findOnTheWay(tx, userId);
    return {
      months: months.map(toMonth),
      on_the_way: { points: ballsFromHalf(half), orders },
      server_time: now.toISOString(),
    };
  });

  mount(app, shop, getBonusMonth, async ({ params: { period }, tx, session, now }) => {
    const { id: userId } = requireUser(session);
    const row = (await findMonths(tx, { userId, first: period })).find((one) => one.period === period);
    if (!row) throw notFound(NO_MONTH);
    const { sources, more } = await readSources(tx, row);
    const corrections = await findCorrections(tx, { userId, period });
    const dispute = await findDispute(tx, { userId, period });
    return {
      month: toMonth(row),
      sources,
      more,
      corrections: corrections.map(({ at, diffKop }) => ({ at: at.toISOString(), amount: diffKop })),
      dispute: dispute
        ? {
            state: dispute.answer === null ? ('open' as const) : ('answered' as const),
            text: dispute.text,
            answer: dispute.answer,
            at: dispute.at.toISOString(),
          }
        : null,
      server_time: now.toISOString(),
    };
  });

  mount(app, shop, getBonusVolume, async ({ body: { period, user_id: ofId }, tx, session, now }) => ({
    ...(await readVolume(tx, { period, viewerId: requireUser(session).id, ofId })),
    server_time: now.toISOString(),
  }));

  mount(app, shop, disputeBonus, async ({ body: { period, text }, tx, session, now }) => {
    const { id: userId } = requireUser(session);
    const row = (await findMonths(tx, { userId, first: period })).find((one) => one.period === period);
    if (!row) throw notFound(NO_MONTH);
    if (!(await insertDispute(tx, { userId, period, text, at: now })))
      refuse('duplicate', `Ваш вопрос о бонусе за ${periodWords(period)} уже у нас. Ответ придёт в уведомления`);
    return { message: 'Вопрос отправлен. Ответ придёт в уведомления', server_time: now.toISOString() };
  });
}

function toMonth(row: MonthRow): BonusMonth {
  const terms = termsOf(row.period);
  const { id, name, percent } = rungOf(row.status, terms);
  const missing = missingIn(row, terms);
  return {
    period: row.period,
    state: row.state,
    own: ballsFromHalf(row.ownHalf),
    group: ballsFromHalf(row.groupHalf),
    active: row.ownHalf >= terms.activeHalf,
    status: { id, name, percent },
    bonus: row.bonusKop,
    leader: row.leaderKop,
    carried_in: row.carryInKop,
    carried_on: row.carryOutKop,
    posted: row.postedAt === null ? null : { amount: row.postedKop, at: row.postedAt.toISOString() },
    corrected: row.correctedKop,
    missing: missing && { why: missing.why, points: ballsFromHalf(missing.half) },
  };
}
