import type { BonusSource, getBonusVolume } from '#contract/bonuses.ts';
import type { CallReply } from '#contract/call.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { DbOrTx } from '#server/db/open.ts';
import {
  findNamesOf,
  findPlace,
  findVolumeEvents,
  type MonthRow,
  type PlaceRow,
  readStructure,
  standsUnder,
} from '#server/features/plan/bonuses/bonuses.queries.ts';
import { periodOfRows, shortened, sourcesOf } from '#server/features/plan/bonuses/explain.rules.ts';
import { notFound } from '#server/platform/refuse.ts';

/** More rows than a person reads; the rest is one sum. */
const MOST_SOURCES = 200;
const MOST_EVENTS = 500;
const NOBODY = 'Этого человека в вашей структуре в том месяце не было';

/** The rows of a person's bonus of a closed month, read from its snapshot by the engine that has counted it. */
export async function readSources(
  db: DbOrTx,
  { period, pos }: Pick<MonthRow, 'period' | 'pos'>,
): Promise<{ sources: BonusSource[]; more: { count: number; amount: number } }> {
  const rows: PlaceRow[] = [];
  if (pos !== null) for await (const piece of readStructure(db, period, pos)) rows.push(...piece);
  if (rows.length === 0) return { sources: [], more: { count: 0, amount: 0 } };
  const { shown, count, amountKop } = shortened(sourcesOf(periodOfRows(rows, termsOf(period))), MOST_SOURCES);
  const names = await findNamesOf(db, [...new Set(shown.flatMap(({ userId, passed }) => [userId, ...passed]))]);
  const person = (id: number) => ({ user_id: id, name: names.get(id) ?? '' });
  return {
    sources: shown.map(({ kind, userId, half, percent, mine, theirs, amountKop: amount, passed }) => ({
      kind,
      person: person(userId),
      volume: ballsFromHalf(half),
      percent,
      mine,
      theirs,
      amount,
      passed: passed.map(person),
    })),
    more: { count, amount: amountKop },
  };
}

/**
 * The own volume of somebody in the viewer's structure of that month, order by order, and their line 1.
 * @throws not_found (404) for anybody else
 */
export async function readVolume(
  db: DbOrTx,
  { period, viewerId, ofId }: { period: number; viewerId: number; ofId: number },
): Promise<Omit<CallReply<typeof getBonusVolume>, 'status' | 'server_time'>> {
  const [viewer, place] = [
    await findPlace(db, { period, userId: viewerId }),
    await findPlace(db, { period, userId: ofId }),
  ];
  if (!viewer || !place || !(await standsUnder(db, { period, above: viewer.pos, below: place.pos })))
    throw notFound(NOBODY);
  const line1: PlaceRow[] = [];
  for await (const piece of readStructure(db, period, place.pos))
    line1.push(...piece.filter(({ parentPos, groupHalf }) => parentPos === place.pos && groupHalf > 0));
  const names = await findNamesOf(db, [ofId, ...line1.map(({ userId }) => userId)]);
  const numbersOf = (row: PlaceRow) => ({
    own: ballsFromHalf(row.ownHalf),
    group: ballsFromHalf(row.groupHalf),
    percent: row.percent,
    active: row.ownHalf >= termsOf(period).activeHalf,
  });
  const events = await findVolumeEvents(db, { period, userId: ofId, limit: MOST_EVENTS });
  return {
    person: { user_id: ofId, name: names.get(ofId) ?? '' },
    ...numbersOf(place),
    orders: events.map(({ number, half, at }) => ({
      number,
      kind: half < 0 ? 'return' : 'order',
      points: ballsFromHalf(half),
      at: at?.toISOString() ?? null,
    })),
    line1: line1
      .toSorted((a, b) => b.groupHalf - a.groupHalf)
      .slice(0, MOST_SOURCES)
      .map((row) => ({ user_id: row.userId, name: names.get(row.userId) ?? '', ...numbersOf(row) })),
  };
}
