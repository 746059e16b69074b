import type { FastifyInstance } from 'fastify';
import { ballsFromHalf } from '#contract/money.ts';
import { getCareer, getNetworkNow } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { rungOf } from '#contract/plan/ladder.ts';
import { CONSULTANT_STATUS, type PlanTerms } from '#contract/plan/terms.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findClosedTitles, findStanding } from '#server/features/plan/career/career.queries.ts';
import { titleHistory } from '#server/features/plan/career/career.rules.ts';
import { askVolumes } from '#server/features/plan/volumes/ask-volumes.commands.ts';
import { openVolumes, type Volumes } from '#server/features/plan/volumes/volumes.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const OUTSIDE = 'Вас ещё нет в структуре. Напишите в поддержку';

/** What a consultant sees of the open period (docs/product/network.md#now); answers the copy, for whoever else asks it. */
export function planRoutes(
  app: FastifyInstance,
  shop: Shop,
  url: string | undefined,
  folder?: string,
): Volumes | undefined {
  const volumes =
    url === undefined ? undefined : openVolumes({ url, folder, period: () => periodOf(shop.now()), log: app.log });
  app.addHook('onListen', async () => volumes?.start());
  app.addHook('onClose', async () => volumes?.stop());

  mount(app, shop, getNetworkNow, async ({ tx, session, now }) => {
    const { id } = requireUser(session);
    const { value, stamp } = await askVolumes(volumes, 'summary', { userId: id });
    if (!value) return refuse('unavailable', OUTSIDE);
    const { person, bonusKop, ownBonusKop, leaderKop, toNextHalf } = value;
    const terms = termsOf(stamp.period);
    const { title } = await titlesOfPerson(tx, id);
    return {
      period: stamp.period,
      as_of: stamp.asOf,
      server_time: now.toISOString(),
      own: ballsFromHalf(person.ownHalf),
      group: ballsFromHalf(person.groupHalf),
      active: person.isActive,
      rung: toRung(person.status, terms),
      title,
      next: toNextHalf === null ? null : { ...toRung(person.status + 1, terms), missing: ballsFromHalf(toNextHalf) },
      line1: value.line1,
      structure: value.structure,
      forecast: { bonus: bonusKop, own: ownBonusKop, branches: bonusKop - ownBonusKop, leader: leaderKop },
    };
  });

  mount(app, shop, getCareer, async ({ tx, session, now }) => {
    const { id } = requireUser(session);
    const { value, stamp } = await askVolumes(volumes, 'career', { userId: id });
    if (!value) return refuse('unavailable', OUTSIDE);
    const { title: before, history, registeredAt } = await titlesOfPerson(tx, id);
    const { person, counts, below, title } = value;
    return {
      period: stamp.period,
      as_of: stamp.asOf,
      own_half: person.ownHalf,
      group_half: person.groupHalf,
      rung: person.status,
      title: Math.max(before, title),
      is_preliminary: title > before,
      counts: { activeInLine1: counts.activeInLine1, branches: [...counts.branches] },
      below: { legs: [...below.legs], looseHalf: below.looseHalf, rest: [...below.rest] },
      history,
      registered_at: registeredAt.toISOString(),
      server_time: now.toISOString(),
    };
  });
  return volumes;
}

/** Of closed months: the best title, and when each was reached. */
async function titlesOfPerson(tx: DbOrTx, id: number) {
  const { statusId, registeredAt } = await findStanding(tx, id);
  const history = titleHistory(await findClosedTitles(tx, id), statusId);
  return { title: history[0]?.title ?? CONSULTANT_STATUS, history, registeredAt };
}

function toRung(status: number, terms: PlanTerms): { id: number; name: string; percent: number } {
  const { id, name, percent } = rungOf(status, terms);
  return { id, name, percent };
}
