import { shiftPeriod } from '#contract/plan/periods.ts';
import { chanceOf } from '#server/demo/chance.ts';
import {
  findDemoConsultants,
  findFirstPaid,
  findProductsWithPoints,
  findTouchedMonths,
  hasNetworkOrders,
  insertDemoApprovals,
  insertNetworkOrders,
} from '#server/demo/network/network.queries.ts';
import { PAYER, payFromKs } from '#server/demo/network/pay-from-ks.ts';
import { type DemoProduct, monthOrders } from '#server/demo/network/plan-months.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { HOUSE } from '#server/features/accounts/house.rules.ts';
import { vatPercent } from '#server/features/orders/vat.rules.ts';
import { closePeriod } from '#server/features/plan/closing/close-period.commands.ts';
import { closesAt, isDue, paysAt } from '#server/features/plan/closing/due.rules.ts';
import { findUnclosed } from '#server/features/plan/closing/periods.queries.ts';
import { postPeriod } from '#server/features/plan/posting/post-period.commands.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';

const BOOKS = {
  sales: HOUSE.sales,
  opening: HOUSE.opening,
  payer: PAYER,
  vatOf: (product: DemoProduct, at: Date) => vatPercent(product.vatKind, at),
};

/**
 * Months of the whole demo network (docs/product/demo.md#network), the open one until today: orders in bulk, then every month that is due is
 * closed, let go and posted by what the jobs call. `SEED_MONTHS=0` leaves them out. What a killed start has left is taken up by the next one.
 */
export async function seedNetwork(db: Db, { env, now, note }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const current = periodOf(now);
  const months = Array.from({ length: env.seedMonths }, (_, i) => shiftPeriod(current, i - env.seedMonths));
  if (months.length > 0 && !(await hasNetworkOrders(db))) {
    const touched = await findTouchedMonths(db);
    const all = { people: await findDemoConsultants(db), products: await findProductsWithPoints(db) };
    await db.transaction(async (tx) => {
      for (const [at, period] of [...months, current].entries())
        if (!touched.has(period))
          await insertNetworkOrders(tx, { ...BOOKS, now, period, orders: monthOrders(period, { ...all, now, monthsAgo: months.length - at }, chanceOf(`month ${period}`)) }); // prettier-ignore
    });
    note(`месяцы сети — ${months.length}, закрываем по порядку`);
  }
  if (months.length > 0) await closeMonths(db, now);
  return () => Promise.resolve(`месяцы сети — ${months.length}`);
}

const DAY_MS = 86_400_000;
async function closeMonths(db: Db, now: Date): Promise<void> {
  let paid = await findFirstPaid(db);
  for (const period of await findUnclosed(db, periodOf(now))) {
    if (!isDue(period, now)) continue;
    await closePeriod(db, period, { now: closesAt(period) });
    await insertDemoApprovals(db, period, closesAt(period));
    // On the day itself it is the jobs' to post: transfers of the demo come behind it, and none is from tomorrow.
    if (now.getTime() < paysAt(period).getTime() + DAY_MS) continue;
    // What was bought before this bonus came is paid before it: the history is in the order of the days.
    await payFromKs(db, { since: paid, till: paysAt(period) });
    await postPeriod(db, period, { now: paysAt(period) });
    paid ??= paysAt(period);
  }
  await payFromKs(db, { since: paid, till: now });
}
