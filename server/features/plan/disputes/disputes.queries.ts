import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';

// Questions about bonuses (docs/product/network.md#derivation).

export type DisputeRow = {
  id: number;
  userId: number;
  name: string;
  period: number;
  text: string;
  at: Date;
  answer: string | null;
  answeredBy: string | null;
};
const SHOWN = 100;
/** Open questions first, the oldest of them; then those that were answered last. */
export async function findDisputes(db: DbOrTx): Promise<DisputeRow[]> {
  const { rows } = await db.execute<Omit<DisputeRow, 'at'> & { at: string }>(sql`
    select d.id, d.user_id as "userId", u.name, d.period, d.text, d.at, d.answer, s.name as "answeredBy"
    from bonus_disputes d join users u on u.id = d.user_id left join users s on s.id = d.answered_by
    order by d.answered_at is not null, case when d.answered_at is null then d.id end, d.answered_at desc limit ${SHOWN}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}
/** False: it is answered already, or there is none. */
export async function writeAnswer(
  tx: Tx,
  { id, answer, by, at }: { id: number; answer: string; by: number; at: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update bonus_disputes set answer = ${answer}, answered_by = ${by}, answered_at = ${at.toISOString()}::timestamptz
    where id = ${id} and answered_at is null returning id`);
  return rows.length > 0;
}
export async function findAnswered(
  db: DbOrTx,
  id: number,
): Promise<{ userId: number; period: number; answer: string } | undefined> {
  const { rows } = await db.execute<{ userId: number; period: number; answer: string }>(sql`
    select user_id as "userId", period, answer from bonus_disputes where id = ${id} and answer is not null`);
  return rows[0];
}
