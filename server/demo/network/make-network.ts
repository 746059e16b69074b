import pg from 'pg';
import { shiftPeriod } from '#contract/plan/periods.ts';
import type { Db } from '#server/db/open.ts';
import { StartError } from '#server/db/pg-program.ts';
import { dbOn } from '#server/db/pipeline.ts';
import { chanceOf } from '#server/demo/chance.ts';
import { withoutIndexes } from '#server/demo/network/bulk.queries.ts';
import { fillOrders } from '#server/demo/network/fill-orders.queries.ts';
import { copyClosedPeople, fillPeople, fillVolumes, findPlace } from '#server/demo/network/fill.queries.ts';
import { growNetwork, volumesOf } from '#server/demo/network/grow.ts';
import { nameOf } from '#server/demo/people/names.ts';
import { closePeriod, type ClosingWays } from '#server/features/plan/closing/close-period.commands.ts';
import { closesAt } from '#server/features/plan/closing/due.rules.ts';
import { readPeriods } from '#server/features/plan/closing/periods.queries.ts';
import { readView } from '#server/features/plan/volumes/follow.ts';
import { type View, viewOf } from '#server/features/plan/volumes/view.rules.ts';
import { readVolumes } from '#server/features/plan/volumes/volumes.queries.ts';

export type NetworkWanted = {
  people: number;
  seed: string;
  /** How many months have points, the open one included. */
  months: number;
  /** The open month, YYYYMM. */
  open: number;
};
type Parts = { db: Db; url: string; say: (text: string) => void };

/** Months whose points come from orders with lines: the open one and the last one before. */
const WITH_ORDERS = 2;

/**
 * A network beside whatever the database holds (docs/operations.md#generated-network): people, paths and points in one transaction, then
 * the months that are over are closed as the shop closes them. Answers the id of its first person.
 * @throws StartError when one of its months is closed already: a closed month takes nobody in any more
 */
export async function makeNetwork({ db, url, say }: Parts, wanted: NetworkWanted): Promise<number> {
  const periods = Array.from({ length: wanted.months }, (_, at) => shiftPeriod(wanted.open, at + 1 - wanted.months));
  const closed = (await readPeriods(db, periods[0]!)).map(({ id }) => id).filter((id) => periods.includes(id));
  if (closed.length > 0) throw new StartError(CLOSED_ALREADY);
  const network = growNetwork(wanted);
  const names = namesOf(wanted);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  try {
    const place = await findPlace(client);
    await client.query('begin');
    await withoutIndexes(client, ['users', 'tree'], () => fillPeople(client, network, place, (at) => names[at]!));
    say(`Люди и структура: ${wanted.people}`);
    await withoutIndexes(client, ['orders', 'order_lines', 'points_events'], async () => {
      for (const period of periods) {
        const halves = volumesOf(network, wanted.seed, period);
        const isOfOrders = period > shiftPeriod(wanted.open, -WITH_ORDERS);
        const month = { period, halves, nameOf: (at: number) => names[at]! };
        const isOrdered = isOfOrders && (await fillOrders(client, place, month));
        if (isOfOrders && !isOrdered) say(`Товаров в базе нет: ${period} без заказов, только баллы`);
        if (!isOrdered) await fillVolumes(client, { period, halves, firstId: place.firstId });
      }
    });
    await client.query('commit');
    await client.query('analyze users, tree, points_events, orders, order_lines');
    say(`Баллы: месяцев ${wanted.months}`);
    await closeMonths(client, periods.filter((one) => one < wanted.open && closesAt(one) <= new Date()), say); // prettier-ignore
    return place.firstId;
  } finally {
    client.release(true);
    await pool.end();
  }
}
const CLOSED_ALREADY =
  'В этой базе часть месяцев уже закрыта, а закрытый месяц новых людей не принимает. Возьмите новую папку данных: запустите в ней магазин без прошлых месяцев, DATA_DIR=./data-network SEED_MONTHS=0 npm start, и рядом npm run make-network с той же DATA_DIR.';

function namesOf({ people, seed }: NetworkWanted): string[] {
  const chance = chanceOf(`names ${seed}`);
  return Array.from({ length: people }, () => {
    const { firstName, lastName } = nameOf(chance);
    return `${firstName} ${lastName}`;
  });
}

/** The structure is the same for all of them, so it is read once; rows go by COPY on the connection of the closing. */
async function closeMonths(client: pg.PoolClient, periods: readonly number[], say: Parts['say']): Promise<void> {
  const db = dbOn(client);
  let whole: View | null = null;
  const ways: ClosingWays = {
    async read(from, period) {
      if (!whole) return { view: (whole = (await readView(from, period)).view) };
      const { version, houseId, period: known } = whole;
      return { view: viewOf(known.tree, await readVolumes(from, period), { id: period, version, houseId }) };
    },
    write: (_tx, period, rows) => copyClosedPeople(client, period, rows),
  };
  for (const period of periods) {
    await closePeriod(db, period, { now: closesAt(period) }, ways);
    say(`Закрыт период ${period}`);
  }
}
