import { and, asc, between, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { prepared } from '#server/db/pipeline.ts';
import { pointKey } from '#contract/delivery-offer.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { deliveryQuotes, pickupPoints } from '#server/db/tables/delivery.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';
import { orders } from '#server/db/tables/orders.ts';

// Contents: 1 what an offer has to know, 2 quotes, 3 the list of points, 4 the points of a carrier

export type PointRow = typeof pickupPoints.$inferSelect;
export type QuoteRow = Pick<typeof deliveryQuotes.$inferSelect, 'costKop' | 'costGateKop' | 'daysMin' | 'daysMax'>;
export type QuoteKey = { owner: string; deliveryType: number; fingerprint: string };

// ── 1 What an offer has to know ─────────────────────────────────────────────────────────────────
export type OfferFacts = {
  /** Own centres and warehouses of the city, and the chosen point, open or closed. */
  points: PointRow[];
  /** Where this account works, among them: «тип:номер». */
  ownPoints: ReadonlySet<string>;
  /** This account has an order that was not cancelled. */
  hasOrdered: boolean;
  quote: QuoteRow | null;
};
type FactsAsked = {
  cityId: number;
  gate: { type: number; id: string } | null;
  userId: number | null;
  /** Which quote, and how young it has to be. */
  quote: (QuoteKey & { after: Date }) | null;
};
const OWN: readonly number[] = [DELIVERY_TYPES.pickup, DELIVERY_TYPES.logisticCenter];

/** Everything that an offer asks of the database, in one statement: placing an order may use few. */
export async function findOfferFacts(db: DbOrTx, { cityId, gate, userId, quote }: FactsAsked): Promise<OfferFacts> {
  const rows = await factsQuery(db).execute({
    cityId,
    gateType: gate?.type ?? null,
    gateId: gate?.id ?? null,
    userId,
    owner: quote?.owner ?? null,
    deliveryType: quote?.deliveryType ?? null,
    fingerprint: quote?.fingerprint ?? null,
    after: quote?.after.toISOString() ?? null,
  });
  const [first] = rows;
  return {
    points: rows.flatMap(({ point }) => (point ? [point] : [])),
    ownPoints: new Set(rows.flatMap(({ point, isOwn }) => (point && isOwn ? [pointKey(point)] : []))),
    hasOrdered: first?.hasOrdered ?? false,
    quote: first?.quote ?? null,
  };
}
/** What is not asked about is null, and nothing is equal to null. */
const factsQuery = prepared((db) => {
  const asked = sql.placeholder;
  const chosen = and(eq(pickupPoints.deliveryType, asked('gateType')), eq(pickupPoints.id, asked('gateId')));
  const own = and(isNull(pickupPoints.closedAt), eq(pickupPoints.cityId, asked('cityId')), inArray(pickupPoints.deliveryType, [...OWN])); // prettier-ignore
  const hasOrdered = sql<boolean>`exists (
    select 1 from ${orders} o where o.user_id = ${asked('userId')}::int and o.status <> ${ORDER_STATUSES.cancelled})`;
  const quote = sql<QuoteRow | null>`(
    select json_build_object('costKop', q.cost_kop, 'costGateKop', q.cost_gate_kop, 'daysMin', q.days_min, 'daysMax', q.days_max)
    from ${deliveryQuotes} q where q.owner = ${asked('owner')}::text and q.delivery_type = ${asked('deliveryType')}::int
      and q.fingerprint = ${asked('fingerprint')}::text and q.at > ${asked('after')}::timestamptz)`;
  const isOwn = sql<boolean>`exists (
    select 1 from ${operatorPoints} w where w.user_id = ${asked('userId')}::int
      and w.delivery_type = ${pickupPoints.deliveryType} and w.point_id = ${pickupPoints.id})`;
  return db
    .select({ point: pickupPoints, isOwn, quote, hasOrdered })
    .from(sql`(select 1) as one`)
    .leftJoin(pickupPoints, or(own, chosen))
    .orderBy(asc(pickupPoints.id))
    .prepare('find_offer_facts');
});

// ── 2 Quotes ────────────────────────────────────────────────────────────────────────────────────
export async function writeQuotes(db: DbOrTx, rows: readonly (QuoteKey & QuoteRow)[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const set = Object.fromEntries(
    (['costKop', 'costGateKop', 'daysMin', 'daysMax', 'at'] as const).map((key) => [
      key,
      sql.raw(`excluded.${deliveryQuotes[key].name}`),
    ]),
  );
  await db
    .insert(deliveryQuotes)
    .values(rows.map((row) => ({ ...row, at })))
    .onConflictDoUpdate({
      target: [deliveryQuotes.owner, deliveryQuotes.deliveryType, deliveryQuotes.fingerprint],
      set,
    });
}
export async function deleteOldQuotes(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(deliveryQuotes).where(lt(deliveryQuotes.at, before));
}

// ── 3 The list of points ────────────────────────────────────────────────────────────────────────
export type Frame = { south: number; west: number; north: number; east: number };
export type PointsAsked = {
  type: number;
  cityId: number | null;
  frame: Frame | null;
  near: { lat: number; lon: number } | null;
  /** Patterns of `like`, in small letters, ё as е. */
  words: readonly string[];
  limit: number;
};
/** Open points, the nearest to `near` first. */
export async function findPoints(db: DbOrTx, asked: PointsAsked): Promise<PointRow[]> {
  const { type, cityId, frame, near, words, limit } = asked;
  return db
    .select()
    .from(pickupPoints)
    .where(
      and(
        eq(pickupPoints.deliveryType, type),
        isNull(pickupPoints.closedAt),
        cityId === null ? undefined : eq(pickupPoints.cityId, cityId),
        frame ? between(pickupPoints.lat, frame.south, frame.north) : undefined,
        frame ? between(pickupPoints.lon, frame.west, frame.east) : undefined,
        ...words.map((word) => sql`${SEARCHED} like ${word}`),
      ),
    )
    .orderBy(...(near ? [asc(squareDegrees(near))] : []), asc(pickupPoints.id))
    .limit(limit);
}
/** In small letters, ё as е: how patterns are written too. */
const SEARCHED = sql`replace(lower(concat_ws(' ', ${pickupPoints.address}, ${pickupPoints.name}, ${pickupPoints.id}, ${pickupPoints.note})), 'ё', 'е')`;
/** Good enough to sort by within a frame: a degree of longitude is shorter the farther north. */
const squareDegrees = ({ lat, lon }: { lat: number; lon: number }): SQL =>
  sql`power(${pickupPoints.lat} - ${lat}, 2) + power((${pickupPoints.lon} - ${lon}) * cos(radians(${lat})), 2)`;

// ── 4 The points of a carrier ───────────────────────────────────────────────────────────────────
export type NewPoint = typeof pickupPoints.$inferInsert;
/** Writes what a carrier's list says; a point that had been closed opens again. */
export async function writePoints(db: DbOrTx, rows: readonly NewPoint[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(pickupPoints)
    .values([...rows])
    .onConflictDoUpdate({ target: [pickupPoints.deliveryType, pickupPoints.id], set: REWRITTEN });
}
const KEYS = new Set(['deliveryType', 'id']);
const REWRITTEN = Object.fromEntries(
  Object.entries(pickupPoints)
    .filter(([key, column]) => !KEYS.has(key) && typeof column === 'object' && 'name' in column)
    .map(([key, column]) => [key, sql.raw(`excluded.${(column as { name: string }).name}`)]),
);
export async function countOpenPoints(db: DbOrTx, type: number): Promise<number> {
  return db.$count(
    pickupPoints,
    and(eq(pickupPoints.deliveryType, type), isNull(pickupPoints.closedAt), eq(pickupPoints.isDemo, false)),
  );
}
/** What the list that was read at `seenAt` did not name any more, the demo's points too. */
export async function closeUnseenPoints(db: DbOrTx, type: number, seenAt: Date): Promise<void> {
  await db
    .update(pickupPoints)
    .set({ closedAt: seenAt })
    .where(and(eq(pickupPoints.deliveryType, type), isNull(pickupPoints.closedAt), lt(pickupPoints.seenAt, seenAt)));
}
