import type { FastifyInstance } from 'fastify';
import { ballsFromHalf } from '#contract/money.ts';
import { getNetworkNow } from '#contract/network.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { rungOf } from '#contract/plan/ladder.ts';
import type { PlanTerms } from '#contract/plan/terms.ts';
import { openVolumes, type Volumes, VolumesError } from '#server/features/plan/volumes/volumes.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const COUNTING = 'Баллы сейчас пересчитываются. Откройте ещё раз через минуту';
const OUTSIDE = 'Вас ещё нет в структуре. Напишите в поддержку';

/** What a consultant sees of the open period (docs/product/network.md#now). */
export function planRoutes(app: FastifyInstance, shop: Shop, url: string | undefined): void {
  const volumes =
    url === undefined ? undefined : openVolumes({ url, period: () => periodOf(shop.now()), log: app.log });
  app.addHook('onListen', async () => volumes?.start());
  app.addHook('onClose', async () => volumes?.stop());

  mount(app, shop, getNetworkNow, async ({ session }) => {
    const { value, stamp } = await summaryOf(volumes, requireUser(session).id);
    if (!value) return refuse('unavailable', OUTSIDE);
    const { person, bonusKop, ownBonusKop, leaderKop, toNextHalf } = value;
    const terms = termsOf(stamp.period);
    return {
      period: stamp.period,
      as_of: stamp.asOf,
      own: ballsFromHalf(person.ownHalf),
      group: ballsFromHalf(person.groupHalf),
      active: person.isActive,
      status: toRung(person.status, terms),
      next: toNextHalf === null ? null : { ...toRung(person.status + 1, terms), missing: ballsFromHalf(toNextHalf) },
      line1: value.line1,
      structure: value.structure,
      forecast: { bonus: bonusKop, own: ownBonusKop, branches: bonusKop - ownBonusKop, leader: leaderKop },
    };
  });
}

async function summaryOf(volumes: Volumes | undefined, userId: number) {
  if (!volumes) return refuse('unavailable', COUNTING);
  try {
    return await volumes.ask('summary', { userId });
  } catch (error) {
    if (error instanceof VolumesError) return refuse('unavailable', COUNTING);
    throw error;
  }
}
function toRung(status: number, terms: PlanTerms): { id: number; name: string; percent: number } {
  const { id, name, percent } = rungOf(status, terms);
  return { id, name, percent };
}
