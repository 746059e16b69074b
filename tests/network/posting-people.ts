import pg from 'pg';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { pooledDb } from '#server/db/pipeline.ts';
import { closePeriod } from '#server/features/plan/closing/close-period.commands.ts';
import { closesAt, paysAt } from '#server/features/plan/closing/due.rules.ts';
import { addConsultant, addPerson } from '#tests/network/people.ts';

// Months that are closed, let go and posted. Contents: 1 months, 2 what stands on КС, 3 a process that dies

// ── 1 Months ────────────────────────────────────────────────────────────────────────────────────
/** Own points of people in a month, whole points. */
export async function earn(
  db: Db,
  period: number,
  points: readonly (readonly [userId: number, own: number])[],
): Promise<void> {
  await db.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, return_id)
    select ${period}::int, user_id, half, half * 2500, 'order', nextval(pg_get_serial_sequence('users', 'id'))
    from unnest(${sql.param(points.map(([id]) => id))}::int[], ${sql.param(points.map(([, own]) => own * 2))}::int[]) t(user_id, half)`);
}
/** What comes back of a closed month; points above 0. */
export async function bringBack(db: Db, period: number, userId: number, points: number): Promise<void> {
  await db.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, return_id)
    values (${period}, ${userId}, ${-points * 2}, ${-points * 5000}, 'late_return', nextval(pg_get_serial_sequence('users', 'id')))`);
}
export const close = (db: Db, period: number) => closePeriod(db, period, { now: closesAt(period) });
export const onPayday = (period: number): { now: Date } => ({ now: paysAt(period) });
/** Two people have looked at it. */
export async function letGo(db: Db, period: number, staff: readonly number[]): Promise<void> {
  for (const id of staff)
    await db.execute(sql`
      insert into period_approvals (period, user_id, sha256, at) select id, ${id}, sha256, now() from periods where id = ${period}`);
}
export const addStaff = async (db: Db): Promise<[number, number]> => [
  await addPerson(db, { role: 'staff', name: 'Ольга Тихонова' }),
  await addPerson(db, { role: 'staff', name: 'Наталья Зайцева' }),
];
/** So many consultants in a few short lines: everybody above has something of everybody below. */
export async function addLines(db: Db, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await addConsultant(db, i % 5 === 0 ? null : (ids.at(-1) ?? null)));
  return ids;
}

// ── 2 What stands on КС ─────────────────────────────────────────────────────────────────────────
export async function ksOf(db: Db): Promise<Record<number, number>> {
  const { rows } = await db.execute<{ id: number; kop: number }>(
    sql`select owner_id as id, balance_kop::float8 as kop from accounts where type = 1 and owner_id is not null`,
  );
  return Object.fromEntries(rows.map(({ id, kop }) => [id, kop]));
}
/** Bonuses of a snapshot, by person; who earns nothing is not named. */
export async function earnedOf(db: Db, period: number): Promise<Record<number, number>> {
  const { rows } = await db.execute<{ id: number; kop: number }>(sql`
    select user_id as id, (bonus_kop + leader_kop)::float8 as kop from period_people where period = ${period} and bonus_kop + leader_kop > 0`);
  return Object.fromEntries(rows.map(({ id, kop }) => [id, kop]));
}

// ── 3 A process that dies ───────────────────────────────────────────────────────────────────────
/**
 * A database of a process that is killed as soon as statement number `at` has been answered: every connection of it is torn off, whatever
 * the server has been sent until then. `killed` tells whether it came to that.
 */
export function dyingDb(url: string, at: number): { db: Db; killed(): boolean; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 2, pipeline: true });
  const clients: pg.PoolClient[] = [];
  let answered = 0;
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    clients.push(client);
    client.on('error', () => {});
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const count = (): void => {
      answered += 1;
      if (answered === at) for (const one of clients) streamOf(one).destroy();
    };
    const counted = (...asked: unknown[]): unknown => {
      const done = asked.at(-1);
      // Outside a transaction the pool asks with a callback.
      if (typeof done === 'function')
        return query(...asked.slice(0, -1), (...answer: unknown[]) => {
          if (!answer[0]) count();
          Reflect.apply(done, undefined, answer);
        });
      const sent = query(...asked);
      if (sent instanceof Promise) sent.then(count, () => {});
      return sent;
    };
    Object.assign(client, { query: counted });
  });
  return { db: pooledDb(pool), killed: () => answered >= at, close: () => pool.end().catch(() => {}) };
}
const streamOf = (client: pg.PoolClient): { destroy(): void } =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream; // The driver's own socket.
