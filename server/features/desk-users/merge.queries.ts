import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';

// What goes over from one account of a person to the other one. Contents: 1 counting, 2 moving

// ── 1 Counting ──────────────────────────────────────────────────────────────────────────────────
export type MergeCounts = { orders: number; addresses: number; favourites: number; cart: number; lessons: number };
/** How much the account has of each; hearts and lessons only what the other one lacks. */
export async function countForMerge(
  db: DbOrTx,
  { goneId, keptId }: { goneId: number; keptId: number },
): Promise<MergeCounts> {
  const { rows } = await db.execute<MergeCounts>(sql`select
    (select count(*) from orders where user_id = ${goneId})::int as orders,
    (select count(*) from delivery_addresses where user_id = ${goneId})::int as addresses,
    (select count(*) from favourites f where user_id = ${goneId}
      and not exists (select from favourites k where k.user_id = ${keptId} and k.product_id = f.product_id))::int as favourites,
    (select coalesce(sum(i.quantity), 0) from cart_items i join carts c on c.id = i.cart_id where c.user_id = ${goneId})::int as cart,
    (select count(*) from lesson_watches w where user_id = ${goneId}
      and not exists (select from lesson_watches k where k.user_id = ${keptId} and k.lesson_id = w.lesson_id))::int as lessons`);
  return rows[0]!; // A select of scalars has one row.
}
/** How many stand directly under `id`, `exceptId` left out. */
export async function countUnder(db: DbOrTx, id: number, exceptId: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from users where sponsor_id = ${id} and id <> ${exceptId}`,
  );
  return rows[0]?.n ?? 0;
}

// ── 2 Moving ────────────────────────────────────────────────────────────────────────────────────
/**
 * Orders, addresses, hearts, lessons, results, certificates, requests to be told, notifications, invitations, guests. What both have stays once. Points stay
 * with the consultant who has them; consents stay with the account that gave them.
 */
export async function moveBelongings(tx: Tx, { goneId, keptId }: { goneId: number; keptId: number }): Promise<void> {
  const steps: SQL[] = [
    sql`update orders set user_id = ${keptId} where user_id = ${goneId}`,
    sql`update delivery_addresses set user_id = ${keptId}, is_default = is_default
      and not exists (select from delivery_addresses k where k.user_id = ${keptId} and k.is_default) where user_id = ${goneId}`,
    sql`insert into favourites (user_id, product_id, added_at) select ${keptId}::int, product_id, added_at from favourites
      where user_id = ${goneId} on conflict do nothing`,
    sql`delete from favourites where user_id = ${goneId}`,
    sql`update users set favourites_version = favourites_version + 1 where id = ${keptId}`,
    sql`insert into lesson_watches (user_id, lesson_id, watched_at) select ${keptId}::int, lesson_id, watched_at from lesson_watches
      where user_id = ${goneId} on conflict do nothing`,
    sql`delete from lesson_watches where user_id = ${goneId}`,
    sql`update quiz_attempts set user_id = ${keptId} where user_id = ${goneId}`,
    sql`update course_certificates c set user_id = ${keptId} where user_id = ${goneId}
      and not exists (select from course_certificates k where k.user_id = ${keptId} and k.course_id = c.course_id)`,
    sql`update notify_requests set user_id = ${keptId} where user_id = ${goneId}`,
    sql`update notifications n set user_id = ${keptId} where user_id = ${goneId}
      and not exists (select from notifications k where k.user_id = ${keptId} and k.event = n.event)`,
    sql`update invitations set sponsor_id = ${keptId} where sponsor_id = ${goneId}`,
    sql`update invitations i set made_by = ${keptId} where made_by = ${goneId}
      and not exists (select from invitations k where k.made_by = ${keptId} and k.phone = i.phone)`,
    sql`update guests set user_id = ${keptId} where user_id = ${goneId}`,
    sql`delete from operator_points where user_id = ${goneId}`,
  ];
  for (const step of steps) await tx.execute(step);
}
