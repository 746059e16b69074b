import { asc, count, eq, like, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';

export async function countDemoUsers(db: Db): Promise<number> {
  return (await db.select({ n: count() }).from(users).where(eq(users.isDemo, true)))[0]?.n ?? 0;
}
/** A database without people, or one that an earlier demo seed has begun. */
export async function isDemoOrEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ ok: boolean }>(
    sql`select exists (select from seed_steps) or not exists (select from users) as ok`,
  );
  return rows[0]?.ok === true;
}
export type DemoLogin = { email: string } & Pick<
  typeof users.$inferSelect,
  'phone' | 'name' | 'role' | 'consId' | 'isPunktVydachi' | 'readonly'
>;
export async function findDemoLogins(db: Db): Promise<DemoLogin[]> {
  const { email, phone, name, role, consId, isPunktVydachi, readonly } = users;
  const rows = await db
    .select({ email, phone, name, role, consId, isPunktVydachi, readonly })
    .from(users)
    .where(like(users.email, '%@rostok.test'))
    .orderBy(asc(users.phone));
  return rows.flatMap((row) => (row.email === null ? [] : [{ ...row, email: row.email }]));
}
