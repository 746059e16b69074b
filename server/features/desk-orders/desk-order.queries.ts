import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { orderEvents } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';

// What only the desk reads of an order: all of its history, and its movements of money.

export type EventRow = typeof orderEvents.$inferSelect;
/** The newest first. */
export const findEvents = (db: DbOrTx, orderId: number): Promise<EventRow[]> =>
  db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(desc(orderEvents.id));

export const countLinks = (db: DbOrTx, orderId: number): Promise<number> =>
  db.$count(orderEvents, sql`${orderEvents.orderId} = ${orderId} and ${orderEvents.kind} = 'link'`);

export async function findNames(db: DbOrTx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id));
  return new Map(rows.map(({ id, name }) => [id, name ?? '']));
}

export type EntryRow = { accountId: number; type: number; isPerson: boolean; amountKop: number };
export type MovementRow = { id: number; reason: string; at: Date; entries: EntryRow[] };
/** The newest first. */
export async function findMovements(db: DbOrTx, orderId: number): Promise<MovementRow[]> {
  const { rows } = await db.execute<{ id: number; reason: string; at: number; entries: EntryRow[] }>(sql`
    select t.id::int as id, t.reason, (extract(epoch from t.at) * 1000)::float8 as at,
      json_agg(json_build_object('accountId', a.id, 'type', a.type, 'isPerson', a.owner_id is not null,
        'amountKop', e.amount_kop) order by e.id) as entries
    from ledger_tx t join ledger_entries e on e.tx_id = t.id join accounts a on a.id = e.account_id
    where t.ref_type = 'order' and t.ref_id = ${orderId}
    group by t.id order by t.id desc`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}
