import { and, eq, gte, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type FoundConsultant, SEARCH_MAX } from '#contract/consultants.ts';
import { formatConsId } from '#contract/ids.ts';
import { photoPath } from '#contract/photos.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { nameKey, surnameKey, users } from '#server/db/tables/people.ts';
import type { Wanted } from '#server/features/consultants/search.rules.ts';

// Contents: 1 conditions, 2 everybody, 3 one's own structure, 4 what is told

/** A condition that one index answers, in the order of that index. */
type Way = { where: SQL | undefined; by: SQL };
type Viewer = { id: number };

// ── 1 Conditions ────────────────────────────────────────────────────────────────────────────────
const isConsultant = (viewer: Viewer): SQL | undefined =>
  and(isNotNull(users.consId), eq(users.active, true), ne(users.consId, HOUSE_CONS_ID), ne(users.id, viewer.id));

function waysTo(wanted: Wanted, isOwnPeople: boolean): Way[] {
  switch (wanted.by) {
    case 'number':
      return [
        { where: eq(users.consId, wanted.exact), by: sql`${users.consId}` },
        { where: sql`${users.consId} between ${wanted.from} and ${wanted.to}`, by: sql`${users.consId}` },
      ];
    case 'phone': {
      // Of strangers only those who show their contacts: whose number it is, is a contact too.
      const isShown = isOwnPeople ? undefined : eq(users.showContacts, true);
      return [{ where: and(eq(users.phone, wanted.phone), isShown), by: sql`${users.id}` }];
    }
    case 'name':
      return [nameKey(users), surnameKey(users)].map((key) => ({ where: begins(key, wanted), by: key }));
  }
}
/** A range of the index, cut down by the other words. */
const begins = (key: SQL, { first, others }: Extract<Wanted, { by: 'name' }>): SQL | undefined =>
  and(
    gte(key, first),
    lt(key, `${first}\u{10FFFF}`),
    ...others.map((word) => sql`position(${` ${word}`} in ${key}) > 0`),
  );

// ── 2 Everybody ─────────────────────────────────────────────────────────────────────────────────
export async function findConsultants(db: DbOrTx, wanted: Wanted, viewer: Viewer): Promise<FoundConsultant[]> {
  return tell(db, await firstOf(db, waysTo(wanted, false), viewer, SEARCH_MAX));
}

/** Each way in the order of its own index, so that it ends after so many; together once each. */
async function firstOf(db: DbOrTx, ways: readonly Way[], viewer: Viewer, limit: number): Promise<number[]> {
  const parts = ways.map(
    ({ where, by }) =>
      sql`(select ${users.id} as id from ${users} where ${and(isConsultant(viewer), where)} order by ${by} limit ${limit})`,
  );
  const { rows } = await db.execute<{ id: number }>(sql.join(parts, sql` union `));
  return rows.map(({ id }) => id);
}

// ── 3 One's own structure ───────────────────────────────────────────────────────────────────────
/** Up to so many of that name are looked up in the tree one by one; for a commoner name one's own branch is read in its order. */
const RARE = 1000;

export async function findOwnPeople(db: DbOrTx, wanted: Wanted, viewer: Viewer): Promise<FoundConsultant[]> {
  const ways = waysTo(wanted, true);
  const named = await firstOf(db, ways, viewer, RARE);
  return tell(db, named.length < RARE ? await amongOwn(db, named, viewer) : await inBranch(db, ways, viewer));
}

/** Everybody below has a path that begins with the viewer's (docs/product/network.md#structure). */
const isBelow = sql`t.path > me.path and t.path < me.path || '\\xff'::bytea`;

async function amongOwn(db: DbOrTx, ids: readonly number[], viewer: Viewer): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select t.user_id as id from tree me join tree t on t.user_id = any(${sql.param(ids)}::int[])
     where me.user_id = ${viewer.id} and ${isBelow} limit ${SEARCH_MAX}`);
  return rows.map(({ id }) => id);
}

/** Line by line: PostgreSQL stops as soon as there are enough. */
async function inBranch(db: DbOrTx, ways: readonly Way[], viewer: Viewer): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${users.id} as id from tree me join tree t on ${isBelow} join users on ${users.id} = t.user_id
     where me.user_id = ${viewer.id} and ${and(isConsultant(viewer), or(...ways.map(({ where }) => where)))} limit ${SEARCH_MAX}`);
  return rows.map(({ id }) => id);
}

// ── 4 What is told ──────────────────────────────────────────────────────────────────────────────
type Told = { id: number; cons_id: number; name: string; photo_id: string | null; city: string | null };
async function tell(db: DbOrTx, ids: readonly number[]): Promise<FoundConsultant[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<Told>(sql`
    select u.id, u.cons_id, u.name, u.photo_id, c.title as city from users u left join cities c on c.id = u.city_id
     where u.id = any(${sql.param(ids)}::int[]) order by ${sql`split_part(u.name, ' ', -1)`}, u.name, u.cons_id limit ${SEARCH_MAX}`);
  return rows.map(({ id, cons_id: consId, name, photo_id: photoId, city }) => ({
    id,
    cons_id: formatConsId(consId),
    name,
    city,
    photo: photoId === null ? null : photoPath(photoId),
  }));
}
