import { sql } from 'drizzle-orm';
import { formatConsId } from '#contract/ids.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { nameKey, surnameKey, users } from '#server/db/tables/people.ts';
import type { Wanted } from '#server/features/consultants/search.rules.ts';

// People of a list as the reader may see them. Everything here begins at the reader's own path: a number that is not below them finds
// nobody, whatever the lists in memory say (docs/product/reports.md#whose).

export type ReportPerson = {
  id: number;
  consId: string;
  name: string;
  sponsor: string | null;
  city: string | null;
  /** Only for their own consultant, and only with their consent (docs/product/law.md#consents). */
  phone: string | null;
  email: string | null;
  /** Highest title of the closed months and of the account, as a rung of the ladder. */
  title: number;
  /** YYYY-MM-DD in Moscow. */
  registered: string;
  lastOrder: string | null;
  /** MM-DD. */
  birthday: string | null;
  /** Only for their own consultant, and only with their consent to it. */
  birthYear: number | null;
};
type Row = Omit<ReportPerson, 'consId'> & { consId: number };

/** The reader and everybody of `ids` who stands below, by id. */
export async function findPeople(
  db: DbOrTx,
  viewerId: number,
  ids: readonly number[],
): Promise<Map<number, ReportPerson>> {
  const { rows } = await db.execute<Row>(sql`
    select u.id, u.cons_id as "consId", u.name, s.name as sponsor, c.title as city,
      case when allowed.contacts then u.phone end as phone, case when allowed.contacts then u.email end as email,
      greatest(u.status_id, 1, (select max(p.title) from period_people p where p.user_id = u.id))::int as title,
      to_char(u.registered_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as registered,
      (select to_char(o.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') from orders o where o.user_id = u.id
        and o.status <> 7 order by o.created_at desc limit 1) as "lastOrder",
      to_char(u.birthday, 'MM-DD') as birthday,
      case when allowed.age then extract(year from u.birthday)::int end as "birthYear"
    from tree me
      join tree t on t.user_id = any(${sql.param([viewerId, ...ids])}::int[]) and t.path >= me.path and t.path < me.path || '\\xff'::bytea
      join users u on u.id = t.user_id
      left join users s on s.id = u.sponsor_id
      left join cities c on c.id = u.city_id
      cross join lateral (select u.sponsor_id = ${viewerId} and bool_or(k.purpose = 'sponsor_contacts') as contacts,
          u.sponsor_id = ${viewerId} and bool_or(k.purpose = 'sponsor_age') as age
        from consents k where k.user_id = u.id and k.purpose in ('sponsor_contacts', 'sponsor_age') and k.withdrawn_at is null) allowed
    where me.user_id = ${viewerId}`);
  return new Map(rows.map((row) => [row.id, { ...row, consId: formatConsId(row.consId) }]));
}

/**
 * Ids of people of that name or number, whosever they are: the lists take those of the reader's structure, and the people of a page are
 * read through the reader's path. Joined here, a great structure would be read whole. So many at most, whoever means another one types more.
 */
const FOUND_MOST = 5000;
export async function findIdsLike(db: DbOrTx, wanted: Wanted): Promise<number[]> {
  if (wanted.by === 'phone') return [];
  const ways =
    wanted.by === 'number'
      ? [sql`u.cons_id = ${wanted.exact}`, sql`u.cons_id between ${wanted.from} and ${wanted.to}`]
      : [nameKey(users), surnameKey(users)].map((key) => {
          const others = wanted.others.map((word) => sql` and position(${` ${word}`} in ${key}) > 0`);
          return sql`users.active and ${key} >= ${wanted.first} and ${key} < ${`${wanted.first}\u{10FFFF}`}${sql.join(others)}`;
        });
  const found = ways.map((where) =>
    wanted.by === 'number'
      ? sql`(select u.id from users u where ${where} limit ${FOUND_MOST})`
      : sql`(select users.id from users where users.cons_id is not null and ${where} limit ${FOUND_MOST})`,
  );
  const { rows } = await db.execute<{ id: number }>(sql.join(found, sql` union `));
  return rows.map(({ id }) => id);
}

export async function findIdByNumber(db: DbOrTx, consId: number): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where cons_id = ${consId}`);
  return rows[0]?.id ?? null;
}

/** Months of one person as they were closed, the newest first; half-points and kopecks. */
export type ClosedMonth = { period: number; ownHalf: number; groupHalf: number; status: number; bonusKop: number };
export async function findClosedMonths(db: DbOrTx, userId: number): Promise<ClosedMonth[]> {
  const { rows } = await db.execute<ClosedMonth>(sql`
    select p.period, p.own_half as "ownHalf", p.group_half::float8 as "groupHalf", p.status,
      (p.bonus_kop + p.leader_kop)::float8 as "bonusKop"
    from period_people p join periods m on m.id = p.period and m.state <> 'closing' where p.user_id = ${userId} order by p.period desc`);
  return rows;
}
