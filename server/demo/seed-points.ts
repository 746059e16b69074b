import { carrierPoints } from '#server/demo/points/carrier-points.ts';
import { ownPoints } from '#server/demo/points/own-points.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { writePoints } from '#server/features/delivery/delivery.queries.ts';

export async function seedPoints(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  const own = ownPoints(now);
  const carriers = carrierPoints(now);
  return async (tx) => {
    const rows = [...own, ...carriers];
    for (let from = 0; from < rows.length; from += 500) await writePoints(tx, rows.slice(from, from + 500));
    return `пункты выдачи — ${rows.length}: свои — ${own.length}`;
  };
}
